"""bundle.json: what a bundle says about itself."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from verdict_models.errors import BundleError
from verdict_models.topics import NoneRule, features
from verdict_models.windows import Limits

MANIFEST = "bundle.json"
CONTRACT = "verdict-1"
KIND = "topics-and-reader"

# What decides an answer. Names, licence and sources do not.
_BINDING = ("files", "precision", "dimension", "limits", "text", "fitted")


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fitted numbers between what the graphs give and a probability.

    Attributes:
        noul: What the logit of a yes is multiplied by.
        score: What the logits of levels are multiplied by.
        reader: Of a choice, what the reader's logits are multiplied by beside the topic's.
        reader_alone: The same where the text is too long for its topic to be compared, and where
            a yes and a no are described.
        topic: What the topic's log probabilities are multiplied by beside the reader's logits,
            times the natural logarithm of the number of options that are compared: two are told
            apart by what is said, many by what they are about.
        topic_scale: What a cosine is multiplied by.
        none: How likely the option is that stands for none of the others.
    """

    noul: float
    score: float
    reader: float
    reader_alone: float
    topic: float
    topic_scale: float
    none: NoneRule


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest that has been checked.

    Attributes:
        name: The model's name.
        version: The model's version.
        sha256: Over everything in the manifest that decides an answer: hashes of the files,
            precision, limits, wording and fitted numbers.
        files: SHA-256 of each file of the bundle, by name.
        dimension: Length of a vector.
        limits: How much text is read.
        option_template: The text of an option with a description, from `{label}` and
            `{description}`.
        fitted: The fitted numbers.
    """

    name: str
    version: str
    sha256: str
    files: dict[str, str]
    dimension: int
    limits: Limits
    option_template: str
    fitted: Fitted


def read_manifest(path: Path) -> Manifest:
    """Return the manifest at `path`.

    Raises:
        BundleError: it is missing, not JSON, of another contract or kind, or lacks something.
    """
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise BundleError(
            f"{path}: cannot be read ({error.strerror}): name a folder that holds a bundle"
        ) from error
    except (ValueError, RecursionError) as error:
        raise BundleError(f"{path}: is not JSON ({error}): copy the bundle again") from error
    if not isinstance(content, dict):
        raise BundleError(f"{path}: is not a JSON object: copy the bundle again")
    for key, expected in (("contract", CONTRACT), ("kind", KIND)):
        if content.get(key) != expected:
            raise BundleError(
                f"{path}: `{key}` is {content.get(key)!r}, this version reads {expected!r}: "
                "use a bundle made for it"
            )
    try:
        return _manifest(content)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        reason = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise BundleError(f"{path}: {reason}: correct the manifest") from error


def _manifest(content: Mapping[str, Any]) -> Manifest:
    files = {name: str(digest) for name, digest in _table(content, "files").items()}
    if any(Path(name).name != name for name in files):
        raise ValueError("`files` names a path outside the bundle")
    limits = Limits(**{key: int(value) for key, value in _numbers(content, "limits").items()})
    if limits.body < 1 or limits.max_windows < 1 or limits.block_tokens < limits.window_tokens:
        raise ValueError(f"`limits` cannot be kept: {content['limits']}")
    binding = json.dumps({key: content[key] for key in _BINDING}, sort_keys=True)
    return Manifest(
        name=str(content["name"]),
        version=str(content["version"]),
        sha256=hashlib.sha256(binding.encode()).hexdigest(),
        files=files,
        dimension=int(content["dimension"]),
        limits=limits,
        option_template=_template(_table(content, "text")),
        fitted=_fitted(_table(content, "fitted")),
    )


def _table(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = content[key]
    if not isinstance(table, dict):
        raise TypeError(f"`{key}` is {table!r}, expected an object")
    return table


def _numbers(content: Mapping[str, Any], key: str) -> dict[str, float]:
    table = _table(content, key)
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"`{key}.{name}` is {value!r}, expected a number")
    return table


def _template(text: Mapping[str, Any]) -> str:
    template = str(text["option_template"])
    fields = {field for _, field, _, _ in Formatter().parse(template) if field is not None}
    if fields != {"label", "description"}:
        raise ValueError(
            f"`text.option_template` is {template!r}, expected {{label}} and {{description}} in it"
        )
    return template


def _fitted(table: Mapping[str, Any]) -> Fitted:
    none = _table(table, "none")
    weights = none["weights"]
    if not isinstance(weights, list) or len(weights) != len(features([0.0])):
        raise ValueError(f"`fitted.none.weights` is {weights!r}, expected one for each feature")
    rest = {name: value for name, value in table.items() if name != "none"}
    numbers = _numbers({"fitted": rest}, "fitted")
    fitted = Fitted(**numbers, none=NoneRule(tuple(map(float, weights)), float(none["bias"])))
    for name, value in numbers.items():
        if not (math.isfinite(value) and value > 0.0):
            raise ValueError(f"`fitted.{name}` is {value}, expected a number above 0")
    if not all(map(math.isfinite, (*fitted.none.weights, fitted.none.bias))):
        raise ValueError("`fitted.none` holds a number that is not finite")
    return fitted
