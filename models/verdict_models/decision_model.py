"""The decision model: what a text is about, and what it says."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from verdict_models.answers import Answered, Option, TooLong
from verdict_models.bundle import SHIPPED, Bundle, read_bundle
from verdict_models.encoder import Encoder, Seen
from verdict_models.missing import NONE_OF_THESE
from verdict_models.probabilities import flattened, logistic, softmax
from verdict_models.reader import Reader
from verdict_models.shortlist import BUDGET, cost, enumerations, shortlist
from verdict_models.topics import compared, read_and_compared
from verdict_models.vector_cache import TextVectors
from verdict_models.wording import answers_yes_no, means_none, option_text

# An option that was not read is as likely as the least likely of those that were, less a hair, so
# that it is not the answer even where all that were read are equally likely.
BELOW = 1e-6

Cancelling = Callable[[], bool]


class DecisionModel:
    """Answers choices, yes/no questions and scores.

    Two parts look at a text. One compares what it is about with each option. The other reads it
    beside the question and the options and tells what it says: it reads negation, conditions, who
    does what. A yes/no question and a score are for the second alone; a choice is for both where
    there is time, see `choose`. No answer depends on the order of the options, equal options are
    equally likely, and the same call gives the same bits.

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
        self._reader = Reader(bundle.reader, manifest.limits.block_tokens)
        self._limits = manifest.limits
        self._template = manifest.option_template
        self._fitted = manifest.fitted

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
        instructions: str | None,
        options: Sequence[Option],
        cancelled: Cancelling,
    ) -> Answered | TooLong:
        """Return how likely each of the options is for `text`.

        Few options are read beside the question (`limits.choice_tokens` for all of them together);
        a text of up to `limits.topic_tokens` is compared with each option as well, and both
        results are multiplied: the more options, the more the second counts. Many options are only
        compared; the question is not read then. Options that say nothing but yes and no are the
        answers to the question. Where no option stands for none of the others, the answer is the
        flatter the likelier it is that none of them is right: by how close the text comes to them,
        or, where they are read, by what is read of one that says so.

        Where encoding them all would take more than about 0.6 s, those that stand for none of the
        others and those that share most words with the text are read, and the answer says how
        many. The others are as likely as the least likely of those; the answer is never one of
        them. Which are read depends on nothing but the text and the options, in whatever order.

        Parameters:
            text: What is judged; may be empty.
            instructions: The question.
            options: At least one, in any order.
            cancelled: Asked before each call of a graph.

        Returns:
            The distribution in the order of `options`, or that the text, an option, or the
            question of a bare yes and no is too long. An option that is too long is no obstacle
            where others leave no time to read it.

        Raises:
            Cancelled: `cancelled()` said so.
            ValueError: there are no options.
        """
        if not options:
            raise ValueError("a choice needs at least one option: none was given")
        said = answers_yes_no([(item.label, item.description) for item in options])
        if said and instructions and instructions.strip():
            found = self.judge(text, instructions, None, None, cancelled)
            if isinstance(found, TooLong):
                return found
            yes, no = found.probabilities
            pair = (yes, no) if said[0] else (no, yes)
            return Answered(pair, found.windows, found.tokens)
        texts = [option_text(item.label, item.description, self._template) for item in options]
        state = self._encoder.look(text)
        if isinstance(state, TooLong):
            return state
        nones = {
            text
            for text, item in zip(texts, options, strict=True)
            if means_none(item.label, item.description)
        }
        listed = shortlist(text, texts, nones, BUDGET - cost(state), self._encoder.look)
        if isinstance(listed, TooLong):
            return listed
        nones &= listed.keys()
        logits, asked = self._choice_logits(text, state, instructions, listed, nones, cancelled)
        unread = min(logits.values()) - BELOW
        probabilities = softmax([logits.get(item, unread) for item in texts])
        number = sum(item in listed for item in texts)
        tokens = state.tokens + asked + sum(listed[t].tokens for t in texts if t in listed)
        options_read = None if number == len(texts) else number
        return Answered(probabilities, len(state.windows), tokens, options_read)

    def grade(
        self,
        text: str,
        instructions: str | None,
        levels: Sequence[str],
        cancelled: Cancelling,
    ) -> Answered | TooLong:
        """Return how likely each of the levels is for `text`, lowest first as given.

        Parameters, returns and raises are those of `choose`.
        """
        if not levels:
            raise ValueError("a score needs at least one level: none was given")
        read = self._read([text, instructions or "", *levels], cancelled)
        if isinstance(read, TooLong):
            return read
        state, question, *others = read
        hidden = [item.hidden for item in others]
        logits = self._reader.score(state.hidden, question.hidden, hidden, cancelled)
        probabilities = softmax([value * self._fitted.score for value in logits])
        return Answered(probabilities, len(state.windows), sum(item.tokens for item in read))

    def judge(
        self,
        text: str,
        instructions: str | None,
        true: str | None,
        false: str | None,
        cancelled: Cancelling,
    ) -> Answered | TooLong:
        """Return the probabilities of yes and of no, in this order.

        Where it was said what a yes or a no stands for, the two are read as options beside the
        question; without that and without a question both are 0.5.

        Parameters:
            text: What is judged; may be empty.
            instructions: The question.
            true: What a yes stands for, if that was said.
            false: What a no stands for, if that was said.
            cancelled: Asked before each call of a graph.

        Returns:
            Two probabilities that sum to 1, or that one of the texts is too long.

        Raises:
            Cancelled: `cancelled()` said so.
        """
        yes, no, asked = (
            item if item and item.strip() else None for item in (true, false, instructions)
        )
        options = [option_text("yes", yes, self._template), option_text("no", no, self._template)]
        read = self._read([text, asked or "", *(options if yes or no else ())], cancelled)
        if isinstance(read, TooLong):
            return read
        state, question, *others = read
        if others:
            hidden = {text: item.hidden for text, item in zip(options, others, strict=True)}
            logits = self._reader.choice(state.hidden, question.hidden, hidden, cancelled)
            logit = self._fitted.reader_alone * (logits[options[0]] - logits[options[1]])
        elif asked:
            logit = self._reader.noul(state.hidden, question.hidden, cancelled)
            logit *= self._fitted.noul
        else:
            logit = 0.0
        p = logistic(logit)
        return Answered((p, 1.0 - p), len(state.windows), sum(item.tokens for item in read))

    def _read(self, texts: Sequence[str], cancelled: Cancelling) -> list[TextVectors] | TooLong:
        """Return the vectors of a state and of what stands beside it, or that it is too long."""
        looked: list[Seen] = []
        for text in texts:
            seen = self._encoder.look(text)
            if isinstance(seen, TooLong):
                return seen
            looked.append(seen)
        beside = sum(seen.tokens for seen in looked[1:])
        if beside > self._limits.beside_tokens:
            return TooLong(beside, self._limits.beside_tokens)
        return [self._encoder.encode(seen, cancelled) for seen in looked]

    def _choice_logits(
        self,
        text: str,
        state: Seen,
        instructions: str | None,
        listed: Mapping[str, Seen],
        nones: set[str],
        cancelled: Cancelling,
    ) -> tuple[dict[str, float], int]:
        """Return the logits of the options that were listed, and the tokens of the question."""
        question = self._encoder.look(instructions or "")
        # Where none says so, what is read of one that does tells whether the right one is missing.
        none = self._encoder.look("" if nones else NONE_OF_THESE)
        beside = sum(max(seen.tokens, 1) for seen in listed.values())
        if (
            isinstance(question, TooLong)
            or isinstance(none, TooLong)
            or beside > self._limits.choice_tokens
            or beside + none.tokens + question.tokens > self._limits.beside_tokens
        ):
            cosines = self._cosines(text, state, listed, nones, cancelled)
            others = sorted(listed.keys() - cosines.keys())
            return compared(cosines, others, self._fitted.topic_scale, self._fitted.none), 0
        known = self._encoder.encode(state, cancelled)
        asked = self._encoder.encode(question, cancelled)
        items = {text: self._encoder.encode(seen, cancelled) for text, seen in listed.items()}
        hidden = {text: item.hidden for text, item in items.items()}
        if not nones:
            hidden[NONE_OF_THESE] = self._encoder.encode(none, cancelled).hidden
        read = self._reader.choice(known.hidden, asked.hidden, hidden, cancelled)
        fitted, missing = self._fitted, 0.0
        if not nones:
            said = read.pop(NONE_OF_THESE)
            missing = fitted.missing.probability(read, said)
        if state.tokens > self._limits.topic_tokens:
            alone = {text: fitted.reader_alone * value for text, value in read.items()}
            return flattened(alone, missing), question.tokens
        cosines = self._cosines(text, known, items, nones, cancelled)
        weights = fitted.reader, fitted.topic
        both = read_and_compared(read, cosines, weights, fitted.topic_scale, fitted.none, missing)
        return both, question.tokens

    def _cosines(
        self,
        text: str,
        state: Seen,
        listed: Mapping[str, Seen],
        nones: set[str],
        cancelled: Cancelling,
    ) -> dict[str, float]:
        """Return how close the text comes to each option that does not stand for none."""
        others = {item: seen for item, seen in listed.items() if item not in nones}
        if not others:
            return {}
        room = BUDGET - cost(state) - sum(map(cost, listed.values()))
        beside = enumerations(others, room, self._encoder.look)
        about = self._encoder.topic(text, state, cancelled)
        return {
            option: max(
                float(about @ self._encoder.topic(item, seen, cancelled))
                for item, seen in {option: whole, **beside.get(option, {})}.items()
            )
            for option, whole in others.items()
        }
