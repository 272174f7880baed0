"""bundle.json: what a bundle says about itself."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from verdict_models.errors import BundleError
from verdict_models.missing import MissingRule
from verdict_models.topics import NoneRule, features
from verdict_models.windows import Limits

MANIFEST = "bundle.json"
CONTRACT = "verdict-1"
KIND = "topics-and-reader"

# Beyond these a limit or a factor is of no usable model, and would overflow or fill the memory.
MOST_TOKENS, LEAST, MOST = 65_536, 1e-9, 1e4

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
        missing: How likely it is that the right option is missing, where options are read.
    """

    noul: float
    score: float
    reader: float
    reader_alone: float
    topic: float
    topic_scale: float
    none: NoneRule
    missing: MissingRule


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
    except (KeyError, TypeError, ValueError) as error:
        reason = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise BundleError(f"{path}: {reason}: correct the manifest") from error


def _manifest(content: Mapping[str, Any]) -> Manifest:
    files = {name: str(digest) for name, digest in _table(content, "files").items()}
    if not all(Path(name).name == name and name.isprintable() for name in files):
        raise ValueError("`files` names what is no file in the bundle")
    numbers = _record(content["limits"], "limits", Limits)
    limits = Limits(**{key: _whole(value, f"limits.{key}") for key, value in numbers.items()})
    if limits.body < 1 or limits.block_tokens < limits.window_tokens:
        raise ValueError(f"`limits` cannot be kept: {content['limits']}")
    binding = json.dumps({key: content[key] for key in _BINDING}, sort_keys=True)
    return Manifest(
        name=_words(content, "name"),
        version=_words(content, "version"),
        sha256=hashlib.sha256(binding.encode()).hexdigest(),
        files=files,
        dimension=_whole(content["dimension"], "dimension"),
        limits=limits,
        option_template=_template(_table(content, "text")["option_template"]),
        fitted=_fitted(_record(content["fitted"], "fitted", Fitted)),
    )


def _fitted(table: dict[str, Any]) -> Fitted:
    none = _record(table.pop("none"), "fitted.none", NoneRule)
    missing = _record(table.pop("missing"), "fitted.missing", MissingRule)
    weights = none["weights"]
    if not isinstance(weights, list) or len(weights) != len(features([0.0])):
        raise ValueError(f"`fitted.none.weights` is {weights!r}, expected one for each feature")
    return Fitted(
        **{name: _number(value, f"fitted.{name}", LEAST) for name, value in table.items()},
        none=NoneRule(
            tuple(_number(value, "fitted.none.weights") for value in weights),
            _number(none["bias"], "fitted.none.bias"),
        ),
        missing=MissingRule(
            _number(missing["weight"], "fitted.missing.weight", LEAST),
            _number(missing["bias"], "fitted.missing.bias"),
        ),
    )


def _table(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = content[key]
    if not isinstance(table, dict):
        raise TypeError(f"`{key}` is {table!r}, expected an object")
    return table


def _record(table: object, key: str, of: type) -> dict[str, Any]:
    """Return an object that has what a dataclass has, no more and no less."""
    names = {item.name for item in fields(of)}
    if not isinstance(table, dict) or table.keys() != names:
        found = sorted(table) if isinstance(table, dict) else table
        raise ValueError(f"`{key}` has {found!r}, expected {sorted(names)}")
    return dict(table)


def _number(value: object, key: str, least: float = -MOST, most: float = MOST) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"`{key}` is {value!r}, expected a number from {least} to {most}")
    return value


def _whole(value: object, key: str) -> int:
    number = _number(value, key, 1, MOST_TOKENS)
    if number != int(number):
        raise ValueError(f"`{key}` is {value!r}, expected a whole number")
    return int(number)


def _words(content: Mapping[str, Any], key: str) -> str:
    value = content[key]
    if not isinstance(value, str) or not value or not value.isprintable():
        raise ValueError(f"`{key}` is {value!r}, expected a word or two")
    return value


def _template(template: object) -> str:
    try:
        filled = str(template).format(label="<label>", description="<description>")
    except (AttributeError, IndexError, KeyError, ValueError):
        filled = ""
    if not isinstance(template, str) or not all(x in filled for x in ("<label>", "<description>")):
        raise ValueError(
            f"`text.option_template` is {template!r}, expected {{label}} and {{description}} in it"
        )
    return template
