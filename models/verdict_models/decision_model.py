"""The decision model: typed questions answered by what options and text have in common."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from verdict_models.answers import Answered, Option, TooLong
from verdict_models.bundle import SHIPPED, Bundle, read_bundle
from verdict_models.encoder import Encoder
from verdict_models.shortlist import BUDGET, cost, shortlist
from verdict_models.similarity import distribution, p_true, strength
from verdict_models.vector_cache import TextVector
from verdict_models.wording import option_text

# An option that was not read is as likely as the least likely of those that were, less a hair, so
# that it is not the answer even where all that were read are equally likely.
BELOW = 1e-6


class DecisionModel:
    """Answers choices, yes/no questions and scores from vectors of one encoder.

    Each option is compared with the text on its own. So an option's probability does not depend
    on the order of the options, equal options are equally likely, and the same call gives the
    same bits. What it can do is topics: it does not read negation, and on whether a reply agrees
    it is close to chance and says so with probabilities near one half.

    One instance may be shared between threads.

    Attributes:
        name: Name and version of the bundle.
        sha256: Changes with everything in the bundle that decides an answer; thresholds and
            calibrators belong to this value.
    """

    def __init__(self, bundle: Bundle) -> None:
        manifest = bundle.manifest
        self.name = f"{manifest.name}-{manifest.version}"
        self.sha256 = manifest.sha256
        self._encoder = Encoder(bundle)
        self._template = manifest.option_template
        self._fitted = manifest.temperatures

    @classmethod
    def load(cls, bundle: Path | None = None) -> "DecisionModel":
        """Return the model in the folder `bundle`, or the shipped one.

        Raises:
            BundleError: the bundle is incomplete, altered or of another contract.
        """
        return cls(read_bundle(SHIPPED if bundle is None else bundle))

    def choose(
        self,
        text: str,
        instructions: str | None,  # noqa: ARG002 - the options' texts alone did better
        options: Sequence[Option],
        cancelled: Callable[[], bool],
    ) -> Answered | TooLong:
        """Return how likely each of the options is for `text`.

        Where reading them all would take more than about 0.6 s, those that share most words with
        the text are read, and the answer says how many. The others are as likely as the least
        likely of those; the answer is never one of them. Which are read depends on nothing but
        the text and the options, in whatever order.

        Parameters:
            text: What is judged; may be empty.
            instructions: The question. Not read: on development data the options' own texts did
                better without it.
            options: At least one, in any order.
            cancelled: Asked before each call of the encoder.

        Returns:
            The distribution in the order of `options`, or that the text or an option is too long.
            An option that is too long is no obstacle where others leave no time to read it.

        Raises:
            Cancelled: `cancelled()` said so.
            ValueError: there are no options.
        """
        texts = [option_text(item.label, item.description, self._template) for item in options]
        return self._softmax(text, texts, self._fitted.choice, cancelled, BUDGET)

    def grade(
        self,
        text: str,
        instructions: str | None,  # noqa: ARG002 - as for a choice
        levels: Sequence[str],
        cancelled: Callable[[], bool],
    ) -> Answered | TooLong:
        """Return how likely each of the levels is for `text`, lowest first as given.

        The distribution is wide: use the expected level to rank texts, and do not read much into
        one level. Parameters, returns and raises are those of `choose`.
        """
        return self._softmax(text, list(levels), self._fitted.score, cancelled)

    def judge(
        self,
        text: str,
        instructions: str | None,
        true: str | None,
        false: str | None,
        cancelled: Callable[[], bool],
    ) -> Answered | TooLong:
        """Return the probabilities of yes and of no, in this order.

        With two descriptions the text is compared with both; with one, or with the instructions
        alone, the likeness to that one text speaks for it. With nothing to compare both are 0.5.

        Parameters:
            text: What is judged; may be empty.
            instructions: The question.
            true: What a yes stands for, if that was said.
            false: What a no stands for, if that was said.
            cancelled: Asked before each call of the encoder.

        Returns:
            Two probabilities that sum to 1, or that one of the texts is too long.

        Raises:
            Cancelled: `cancelled()` said so.
        """
        fitted = self._fitted
        yes, no, question = (
            item if item and item.strip() else None for item in (true, false, instructions)
        )
        compared = [item for item in (yes, no) if item] or [item for item in (question,) if item]
        read = self._strengths(text, compared, cancelled)
        if isinstance(read, TooLong):
            return read
        state, strengths, tokens = read
        if yes and no:
            logit = (strengths[yes] - strengths[no]) / fitted.noul_described
        elif compared:
            logit = (strengths[compared[0]] - fitted.noul_offset) / fitted.noul
            logit = -logit if no else logit
        else:
            logit = 0.0
        p = p_true(logit, fitted.noul_floor)
        return Answered((p, 1.0 - p), state.windows, tokens)

    def _softmax(
        self,
        text: str,
        texts: Sequence[str],
        temperature: float,
        cancelled: Callable[[], bool],
        budget: float = math.inf,
    ) -> Answered | TooLong:
        if not texts:
            raise ValueError("a question needs at least one option: none was given")
        read = self._strengths(text, texts, cancelled, budget)
        if isinstance(read, TooLong):
            return read
        state, strengths, tokens = read
        unread = min(strengths.values()) - BELOW
        probabilities = distribution([strengths.get(item, unread) for item in texts], temperature)
        number = sum(item in strengths for item in texts)
        options_read = None if number == len(texts) else number
        return Answered(probabilities, state.windows, tokens, options_read)

    def _strengths(
        self,
        text: str,
        texts: Sequence[str],
        cancelled: Callable[[], bool],
        budget: float = math.inf,
    ) -> tuple[TextVector, dict[str, float], int] | TooLong:
        """Return the state, the strengths of the texts that were read, and all their tokens."""
        looked = self._encoder.look(text)
        if isinstance(looked, TooLong):
            return looked
        listed = shortlist(text, texts, budget - cost(looked), self._encoder.look)
        if isinstance(listed, TooLong):
            return listed
        state = self._encoder.encode(looked, cancelled)
        strengths: dict[str, float] = {}
        for item, seen in listed.items():
            vector = self._encoder.encode(seen, cancelled).vector
            strengths[item] = strength(float(state.vector @ vector), self._fitted.exponent)
        tokens = state.tokens + sum(listed[item].tokens for item in texts if item in listed)
        return state, strengths, tokens
