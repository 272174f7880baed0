"""Fit the numbers between what the graphs give and a probability, on what was kept back.

Nothing here was trained on: rows and written blocks that were kept back, and made-up choices
between intents that were. Each kind of decision counts alike, whatever its size.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from examples import NONE, TEMPLATE, Example
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from verdict_models.bundle import Bundle
from verdict_models.encoder import Encoder
from verdict_models.missing import NONE_OF_THESE, MissingRule, odds_of_none
from verdict_models.probabilities import flattened
from verdict_models.reader import Reader
from verdict_models.topics import NoneRule, features, read_and_compared, things
from verdict_models.wording import means_none, option_text

CHOICES = 1500
# The part of the choices that lack the right option.
MISSING = 0.25
MOST_OPTIONS, FEW_OPTIONS = 150, 11
ASKED = "Which intent does the user's message have?"
Intent = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Raw:
    """What the graphs give for one example, before anything is fitted.

    Attributes:
        reader: The reader's logits: of the options, or the one of a yes.
        cosines: Of the options that are compared, by text; empty for what is no choice.
        nones: The options that stand for none of the others.
        texts: The options, in the order of `reader`.
        none: Of a choice that has none such, the reader's logit of one that was added.
    """

    answer: int
    reader: NDArray[np.float64]
    cosines: dict[str, float]
    nones: tuple[str, ...]
    texts: tuple[str, ...]
    none: float

    @property
    def read(self) -> dict[str, float]:
        """The reader's logits by text."""
        return dict(zip(self.texts, self.reader.tolist(), strict=True))


class Graphs:
    """The graphs of a bundle, asked as the runtime asks them."""

    def __init__(self, bundle: Bundle) -> None:
        self._encoder = Encoder(bundle)
        self._reader = Reader(bundle.reader, bundle.manifest.limits.block_tokens)

    def raw(self, example: Example, *, read: bool = True, topic: bool = False) -> Raw:
        """Return what the graphs give; without `read`, the reader is not asked."""
        state, question = (self._look(text) for text in (example.state, example.question))
        texts = tuple(dict.fromkeys(example.options))
        nones = tuple(text for text in texts if _none(text))
        logits: list[float] = []
        none = 0.0
        if read and example.kind == "noul":
            logits = [self._reader.noul(state, question, _never)]
        elif read and example.kind == "score":
            logits = self._reader.score(
                state, question, [self._look(text) for text in example.options], _never
            )
        elif read:
            shown = texts if nones else (*texts, NONE_OF_THESE)
            by_text = {text: self._look(text) for text in shown}
            found = self._reader.choice(state, question, by_text, _never)
            logits, none = [found[text] for text in texts], found.get(NONE_OF_THESE, 0.0)
        compared = [text for text in texts if text not in nones]
        cosines = {}
        if topic and compared:
            about = self._topic(example.state)
            cosines = {
                text: max(float(about @ self._topic(item)) for item in (text, *things(text)))
                for text in compared
            }
        answer = example.answer
        if example.kind == "choice":
            answer = texts.index(example.options[answer])
        return Raw(answer, np.array(logits, np.float64), cosines, nones, texts, none)

    def _look(self, text: str) -> NDArray[np.float16]:
        return self._encoder.encode(self._encoder.look(text), _never).hidden

    def _topic(self, text: str) -> NDArray[np.float32]:
        return self._encoder.topic(text, self._encoder.look(text), _never)


def fit(
    graphs: Graphs,
    kept: Mapping[str, Sequence[Example]],
    intents: Sequence[tuple[str, Intent, str]],
) -> dict[str, object]:
    """Return the fitted numbers of the manifest.

    Parameters:
        graphs: Of the bundle that is to have them.
        kept: Examples that were kept back, by name.
        intents: Scenario, intent and utterance, of intents that were kept back.
    """
    draw = random.Random(5)
    made = [
        graphs.raw(made_up(intents, MOST_OPTIONS, draw), read=False, topic=True)
        for _ in range(CHOICES)
    ]
    rule, scale = none_rule(made), topic_scale(made)
    few = [made_up(intents, FEW_OPTIONS, draw) for _ in range(CHOICES // 3)]
    kept = {**kept, "made up": few}
    choices, scores, nouls = (
        {
            name: [graphs.raw(item, topic=kind == "choice") for item in items]
            for name, items in _of(kept, kind).items()
        }
        for kind in ("choice", "score", "noul")
    )

    missing = missing_rule(choices)

    def lacks(raw: Raw) -> float:
        return 0.0 if raw.nones else missing.probability(raw.read, raw.none)

    def both(raw: Raw, weights: Sequence[float]) -> NDArray[np.float64]:
        found = read_and_compared(raw.read, raw.cosines, weights, scale, rule, lacks(raw))
        return np.array(list(found.values()))

    def read_alone(raw: Raw, weights: Sequence[float]) -> NDArray[np.float64]:
        scaled = {text: weights[0] * value for text, value in raw.read.items()}
        return np.array(list(flattened(scaled, lacks(raw)).values()))

    reader, topic = _least(choices, both, [1.5, 0.5])
    (alone,) = _least(choices, read_alone, [1.5])
    (score,) = _least(scores, _scaled, [1.5])
    (noul,) = _least(nouls, _yes_no, [1.5])
    return {
        "noul": noul,
        "score": score,
        "reader": reader,
        "reader_alone": alone,
        "topic": topic,
        "topic_scale": scale,
        "none": {"weights": [round(w, 4) for w in rule.weights], "bias": round(rule.bias, 4)},
        "missing": {name: round(value, 4) for name, value in asdict(missing).items()},
    }


def none_rule(made: Sequence[Raw]) -> NoneRule:
    """Return the regression on whether the right option is missing."""
    x = np.array([features(list(raw.cosines.values())) for raw in made])
    y = np.array([raw.texts[raw.answer] in raw.nones for raw in made])
    mean, spread = x.mean(0), x.std(0)
    found = LogisticRegression(C=1.0).fit((x - mean) / spread, y)
    weights = found.coef_[0] / spread
    bias = found.intercept_[0] - float(weights @ mean)
    return NoneRule(tuple(map(float, weights)), float(bias))


def missing_rule(choices: Mapping[str, Sequence[Raw]]) -> MissingRule:
    """Return the regression on whether the right option is missing where options are read.

    Of choices that have no option for that, each is shown as it is and without its right option,
    in the proportion of `made_up`.
    """
    x, y, weights = [], [], []
    for raws in choices.values():
        shown = [raw for raw in raws if not raw.nones and len(raw.texts) > 2]
        for raw in shown:
            without = {t: v for i, (t, v) in enumerate(raw.read.items()) if i != raw.answer}
            x += [[odds_of_none(raw.read, raw.none)], [odds_of_none(without, raw.none)]]
            y += [False, True]
            weights += [(1 - MISSING) / len(shown), MISSING / len(shown)]
    found = LogisticRegression(C=1e3).fit(np.array(x), y, sample_weight=weights)
    return MissingRule(float(found.coef_[0][0]), float(found.intercept_[0]))


def topic_scale(made: Sequence[Raw]) -> float:
    """Return the scale of cosines with the least log loss where the right option is there."""
    there = {"made up": [raw for raw in made if raw.texts[raw.answer] not in raw.nones]}

    def scaled(raw: Raw, weights: Sequence[float]) -> NDArray[np.float64]:
        return 20 * weights[0] * np.array([raw.cosines.get(text, -1e3) for text in raw.texts])

    return 20 * _least(there, scaled, [1.5])[0]


def _scaled(raw: Raw, weights: Sequence[float]) -> NDArray[np.float64]:
    return weights[0] * raw.reader


def _yes_no(raw: Raw, weights: Sequence[float]) -> NDArray[np.float64]:
    return np.array([0.0, weights[0] * raw.reader[0]])


def _least(
    files: Mapping[str, Sequence[Raw]],
    logits: Callable[[Raw, Sequence[float]], NDArray[np.float64]],
    start: list[float],
) -> list[float]:
    """Return the weights above 0 with the least log loss, each file counted alike."""

    def loss(logarithms: NDArray[np.float64]) -> float:
        weights = np.exp(logarithms)
        return float(
            np.mean(
                [
                    np.mean([_loss(logits(raw, weights), raw.answer) for raw in raws])
                    for raws in files.values()
                ]
            )
        )

    best = minimize(loss, np.log(start), method="Nelder-Mead", options={"xatol": 1e-3})
    return [round(float(value), 4) for value in np.exp(best.x)]


def _loss(logits: NDArray[np.float64], answer: int) -> float:
    shifted = logits - logits.max()
    return float(np.log(np.exp(shifted).sum()) - shifted[answer])


def _of(kept: Mapping[str, Sequence[Example]], kind: str) -> dict[str, list[Example]]:
    found = {name: [item for item in items if item.kind == kind] for name, items in kept.items()}
    return {name: items for name, items in found.items() if items}


def made_up(intents: Sequence[tuple[str, Intent, str]], most: int, draw: random.Random) -> Example:
    """Return a choice between at most so many intents that were kept back.

    A part lacks the right one; all have an option that stands for none of them.
    """
    scenario, right, text = draw.choice(intents)
    number = round(math.exp(draw.uniform(math.log(3), math.log(most))))
    others = sorted({(name, intent) for name, intent, _ in intents if intent != right})
    near = [intent for name, intent in others if name == scenario]
    far = [intent for name, intent in others if name != scenario]
    near = draw.sample(near, min(len(near), draw.randint(0, number)))
    wrong = (near + draw.sample(far, min(len(far), number)))[:number]
    none = draw.choice(NONE)
    options = [none, *wrong]
    answer = 0
    if draw.random() > MISSING:
        options, answer = [*options, right], len(options)
    texts = tuple(option_text(label, about or None, TEMPLATE) for label, about in options)
    return Example("choice", text, ASKED, texts, answer)


def _none(text: str) -> bool:
    label, _, description = text.partition(": ")
    return means_none(label, description)


def _never() -> bool:
    return False
