"""What could change an answer, as hashes: results are only compared or resumed knowing these."""

import hashlib
import platform
import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verdict.cascade import Cascade
from verdict.tiers import Tier
from verdict.version import __version__

_PACKAGES = ("verdict", "verdict_rules", "verdict_models", "verdict_calibration")
# Neither decides anything.
_LEFT_OUT = frozenset({"commands", "service"})
_LIBRARIES = ("numpy", "onnxruntime", "pydantic", "tokenizers")


def identity_of(cascade: Cascade) -> dict[str, Any]:
    """Return the hashes of the code, the tiers and the profile, and the versions they run on."""
    return {
        "version": __version__,
        "code_sha256": code_sha256(),
        "tiers": {tier.name: _fingerprint(tier) for tier in cascade.tiers},
        "tier_order": [tier.name for tier in cascade.tiers],
        "profile_sha256": cascade.profile.sha256,
        "runtime": {
            "machine": platform.machine(),
            "python": ".".join(platform.python_version_tuple()[:2]),
            **{name: metadata.version(name) for name in _LIBRARIES},
        },
    }


def _fingerprint(tier: Tier) -> str:
    """What the tier says of itself; of a user's own with the hash of the module that defines it."""
    module = type(tier).__module__
    if module.partition(".")[0] in _PACKAGES:
        return tier.fingerprint
    source = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    if not source.is_file():
        return tier.fingerprint
    return f"{tier.fingerprint} {hashlib.sha256(_content(source)).hexdigest()}"


@cache
def code_sha256() -> str:
    """SHA-256 over the source of every module that decides or that reads records."""
    digest = hashlib.sha256()
    for package in _PACKAGES:
        # Found without being imported: a service of the rules alone loads no model's libraries.
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        for name, content in _sources(Path(spec.origin).parent, package):
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _sources(folder: Path, name: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in _LEFT_OUT:
            found += _sources(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            found.append((f"{name}/{entry.name}", _content(entry)))
    return found


def _content(source: Path) -> bytes:
    """As if lines ended alike on every machine."""
    return source.read_bytes().replace(b"\r\n", b"\n")


def differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """The parts of two identities that differ, as `tiers.rules` and the like."""
    found = []
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            found += [f"{key}.{part}" for part in differences(old, new)]
        elif old != new:
            found.append(key)
    return found
