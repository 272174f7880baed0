"""Fit the numbers between cosine and probability on development rows, and write the manifest.

For each type of question the mean log loss over its files, or families of yes/no questions, is
minimised, each counted once whatever its size. A yes/no question must not sound surer than it
is. Prints what was compared on the way.
"""

import argparse
import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from bundle_manifest import OPTION_TEMPLATE, TEMPERATURES, write_manifest
from measures import Distributions, accuracy, log_loss, over_confidence, summary
from numpy.typing import NDArray
from records import Record, read
from scipy.optimize import minimize, minimize_scalar
from vectors import Vectors
from yes_no_families import YesNo, described, undescribed

from verdict_models.bundle import SHIPPED
from verdict_models.similarity import distribution, p_true, strength
from verdict_models.wording import label_words, option_text

CHOICES = {
    "clinc10": None,
    "clinc150": None,
    "clinc_domain": None,
    "banking77": None,
    "xsid_intents": "en",
}
SCORES = ("emobank_valence", "onestop_readability")
EXPONENTS = (1.0, 1.25, 1.5, 1.75, 2.0)
# With 1.25 the loss is a hundredth lower; with 1.5 texts off the topic get flatter answers.
EXPONENT = 1.5
# Fixed, not fitted: similarity cannot tell a statement from its denial.
FLOOR = 0.2
# No yes/no family of some size may be surer than it is right by more than this.
MOST_OVER_CONFIDENCE = 0.1
ROWS_TO_JUDGE = 100

Cosines = tuple[list[list[float]], list[int]]
Measured = dict[str, dict[str, float]]
Wording = Callable[[str, str], list[str]]


def compositions(label: str, description: str) -> dict[str, list[str]]:
    """Return the ways to put an option into words that are compared; several are averaged."""
    words, both = label_words(label), option_text(label, description, OPTION_TEMPLATE)
    return {
        "label": [words],
        "description": [description],
        OPTION_TEMPLATE: [both],
        "mean of the three": [words, description, both],
    }


def _composition(name: str, label: str, description: str) -> list[str]:
    return compositions(label, description)[name]


def cosines(records: list[Record], vectors: Vectors, wording: Wording) -> Cosines:
    """Return for each record the cosines of its options, and the position of the true one."""
    rows = [
        [vectors.cosine(item.text, wording(*option)) for option in item.criteria.items()]
        for item in records
    ]
    return rows, [item.index for item in records]


def softmax(rows: list[list[float]], exponent: float, temperature: float) -> Distributions:
    """Return the distributions that the model would give for these cosines."""
    return [
        distribution([strength(cosine, exponent) for cosine in row], temperature) for row in rows
    ]


def fit_softmax(files: Sequence[Cosines], exponent: float) -> tuple[float, float]:
    """Return the temperature with the least mean log loss over the files, and that loss."""

    def loss(log_temperature: float) -> float:
        t = math.exp(log_temperature)
        return float(np.mean([log_loss(softmax(rows, exponent, t), y) for rows, y in files]))

    best = minimize_scalar(loss, bounds=(-6.0, 3.0), method="bounded", options={"xatol": 1e-3})
    return math.exp(best.x), float(best.fun)


def compare_choices(choices: Mapping[str, list[Record]], vectors: Vectors) -> None:
    """Print the log loss and the accuracies of each wording of options and each exponent."""
    for name in compositions("", ""):
        wording: Wording = partial(_composition, name)
        files = [cosines(records, vectors, wording) for records in choices.values()]
        found = [accuracy(rows, answers) for rows, answers in files]
        for exponent in EXPONENTS if name == OPTION_TEMPLATE else (EXPONENT,):
            temperature, loss = fit_softmax(files, exponent)
            print(
                f"{name:24} exponent {exponent:.2f} temperature {temperature:.4f} "
                f"log loss {loss:.4f} accuracy",
                *(f"{key} {value:.3f}" for key, value in zip(choices, found, strict=True)),
            )


def fit_noul(
    families: Mapping[str, list[YesNo]], vectors: Vectors, dev: Measured
) -> tuple[float, float]:
    """Return temperature and offset of questions that are compared with their instructions."""
    strengths = {
        name: [strength(vectors.cosine(q.text, [q.instructions]), EXPONENT) for q in questions]
        for name, questions in families.items()
    }

    def answers(slope: float, offset: float) -> dict[str, Distributions]:
        return {
            name: [_pair(slope * (value - offset)) for value in values]
            for name, values in strengths.items()
        }

    slope, offset = _least(families, answers, [5.0, 0.1])
    _measure("noul", answers(slope, offset), families, dev)
    return 1.0 / slope, offset


def fit_noul_described(
    families: Mapping[str, list[YesNo]], vectors: Vectors, dev: Measured
) -> float:
    """Return the temperature of questions that are compared with two descriptions."""
    gaps = {
        name: [
            strength(vectors.cosine(q.text, [q.true or ""]), EXPONENT)
            - strength(vectors.cosine(q.text, [q.false or ""]), EXPONENT)
            for q in questions
        ]
        for name, questions in families.items()
    }

    def answers(slope: float) -> dict[str, Distributions]:
        return {name: [_pair(slope * gap) for gap in values] for name, values in gaps.items()}

    (slope,) = _least(families, answers, [5.0])
    _measure("noul described", answers(slope), families, dev)
    return 1.0 / slope


def _least(
    families: Mapping[str, list[YesNo]],
    answers: Callable[..., dict[str, Distributions]],
    start: list[float],
) -> list[float]:
    def loss(values: NDArray[np.float64]) -> float:
        found = answers(*values)
        losses = [log_loss(found[name], _truth(families[name])) for name in found]
        excess = [
            max(0.0, over_confidence(found[name], _truth(families[name])) - MOST_OVER_CONFIDENCE)
            for name in found
            if len(found[name]) >= ROWS_TO_JUDGE
        ]
        return float(np.mean(losses) + 10.0 * sum(excess))

    return [float(value) for value in minimize(loss, start, method="Nelder-Mead").x]


def _measure(
    kind: str,
    found: Mapping[str, Distributions],
    families: Mapping[str, list[YesNo]],
    dev: Measured,
) -> None:
    truths = {name: _truth(questions) for name, questions in families.items()}
    for name, distributions in found.items():
        dev[f"{kind} {name}"] = summary(distributions, truths[name])
    dev[f"{kind}, all rows"] = summary(
        [pair for distributions in found.values() for pair in distributions],
        [answer for name in found for answer in truths[name]],
    )


def _pair(logit: float) -> tuple[float, float]:
    p = p_true(logit, FLOOR)
    return p, 1.0 - p


def _truth(questions: list[YesNo]) -> list[int]:
    return [0 if question.answer else 1 for question in questions]


def main() -> None:
    """Fit, print, and write temperatures.json and the bundle's manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled records")
    parser.add_argument("--bundle", type=Path, default=SHIPPED, help="bundle to fit and to update")
    arguments = parser.parse_args()
    vectors = Vectors(arguments.bundle)
    choices = {name: read(arguments.data, name, "dev", lang) for name, lang in CHOICES.items()}
    compare_choices(choices, vectors)
    scores = {name: read(arguments.data, name, "dev") for name in SCORES}
    dev: Measured = {}
    options = {
        name: cosines(
            records, vectors, lambda label, text: [option_text(label, text, OPTION_TEMPLATE)]
        )
        for name, records in choices.items()
    }
    levels = {
        name: cosines(records, vectors, lambda _, level: [level])
        for name, records in scores.items()
    }
    choice, _ = fit_softmax(list(options.values()), EXPONENT)
    score, _ = fit_softmax(list(levels.values()), EXPONENT)
    for files, temperature in ((options, choice), (levels, score)):
        for name, (rows, answers) in files.items():
            dev[name] = summary(softmax(rows, EXPONENT, temperature), answers)
    noul, offset = fit_noul(undescribed(arguments.data, "dev"), vectors, dev)
    noul_described = fit_noul_described(described(arguments.data, "dev"), vectors, dev)
    fitted = {
        "exponent": EXPONENT,
        "choice": choice,
        "score": score,
        "noul": noul,
        "noul_offset": offset,
        "noul_described": noul_described,
        "noul_floor": FLOOR,
    }
    content = {
        "temperatures": {name: round(value, 4) for name, value in fitted.items()},
        "dev": dev,
    }
    TEMPERATURES.write_text(json.dumps(content, indent=2) + "\n")
    write_manifest(arguments.bundle)
    print(json.dumps(content, indent=1))


if __name__ == "__main__":
    main()
