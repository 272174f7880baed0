import json
from pathlib import Path
from typing import Any

import pytest

from scripted import ScriptedTier
from verdict import SettingsError
from verdict.profile import Profile
from verdict.tiers import Pass

FINGERPRINT = "ab" * 32
FILE: dict[str, Any] = {
    "bound_to": {"model_sha256": FINGERPRINT},
    "tiers": {
        "model": {
            "noul": {"temperature": 1.5, "threshold": {"true": 0.9, "false": None}},
            "choice": {"threshold": 0.8},
        }
    },
}


def write(folder: Path, document: Any) -> Path:
    path = folder / "profile.json"
    path.write_text(json.dumps(document))
    return path


def test_a_profile_file_is_read_whole(tmp_path: Path) -> None:
    """Temperatures and thresholds come out as written; a missing threshold promises nothing."""
    profile = Profile.load(write(tmp_path, FILE))
    noul = profile.calibrations["model"]["noul"]
    assert (noul.temperature, noul.threshold_for("true"), noul.threshold_for("false")) == (
        1.5,
        0.9,
        None,
    )
    assert profile.calibrations["model"]["choice"].threshold_for("billing") == 0.8


def test_a_profile_of_another_model_is_refused(tmp_path: Path) -> None:
    """A threshold holds for what it was measured on; the message names what differs."""
    profile = Profile.load(write(tmp_path, FILE))
    profile.check_bound_to([ScriptedTier(Pass("empty"), name="model", fingerprint=FINGERPRINT)])
    other = ScriptedTier(Pass("empty"), name="model", fingerprint="cd" * 32)
    with pytest.raises(SettingsError, match=r"bound_to\.model_sha256.*abab.*cdcd"):
        profile.check_bound_to([other])


def test_a_profile_for_other_rules_or_for_no_tier_in_force_is_refused(tmp_path: Path) -> None:
    """All that a profile is bound to counts, and a misspelt tier is named."""
    model = ScriptedTier(Pass("empty"), name="model", fingerprint=FINGERPRINT)
    rules = ScriptedTier(Pass("empty"), name="rules", fingerprint="ef" * 32)
    bound = FILE | {"bound_to": FILE["bound_to"] | {"rules_sha256": "00" * 32}}
    with pytest.raises(SettingsError, match="rules_sha256"):
        Profile.load(write(tmp_path, bound)).check_bound_to([rules, model])
    misspelt = FILE | {"tiers": {"modle": FILE["tiers"]["model"]}}
    with pytest.raises(SettingsError, match="modle is no tier in force"):
        Profile.load(write(tmp_path, misspelt)).check_bound_to([rules, model])


def test_a_profile_bound_to_nothing_is_refused(tmp_path: Path) -> None:
    """Thresholds without a binding could be anybody's."""
    profile = Profile.load(write(tmp_path, FILE | {"bound_to": {}}))
    with pytest.raises(SettingsError, match="absent"):
        profile.check_bound_to([ScriptedTier(Pass("empty"), name="model")])


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ({"tiers": {}}, "bound_to"),
        (FILE | {"extra": 1}, "extra"),
        (FILE | {"tiers": {"model": {"noul": {"temperature": 0}}}}, "temperature"),
        (FILE | {"tiers": {"model": {"noul": {"temperature": 1e-320}}}}, "temperature"),
        (
            FILE | {"tiers": {"model": {"choice": {"threshold": {"true": 0.9, "false": 0.9}}}}},
            "a noul's",
        ),
        (FILE | {"tiers": {"model": {"noul": {"threshold": 1.5}}}}, "threshold"),
        (FILE | {"tiers": {"model": {"bool": {}}}}, "bool"),
        ([], "the file"),
    ],
)
def test_a_file_that_is_no_profile_is_named(tmp_path: Path, document: Any, named: str) -> None:
    """The message has the file and the key that is wrong."""
    with pytest.raises(SettingsError, match=rf"profile\.json.*{named}"):
        Profile.load(write(tmp_path, document))


def test_a_missing_profile_is_named(tmp_path: Path) -> None:
    """A profile that is not there stops the start."""
    with pytest.raises(SettingsError, match=r"nowhere\.json: No such file"):
        Profile.load(tmp_path / "nowhere.json")
