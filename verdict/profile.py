"""The calibrators and thresholds in force, bound to what they were measured on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from verdict.distributions import Distribution
from verdict.errors import SettingsError
from verdict.reasons import Reason
from verdict.tiers import Tier
from verdict.verdicts import QuestionType
from verdict_calibration.scaling import scale_probabilities

Probability = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class NoulThresholds(BaseModel):
    """Separate thresholds for a yes and a no: a false one of each costs differently."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    true: Probability | None
    false: Probability | None


class Calibration(BaseModel):
    """How one tier's probabilities for one question type are corrected and judged.

    Attributes:
        temperature: the logits are divided by it.
        threshold: the p_top from which the tier settles; null where nothing could be promised.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: Annotated[float, Field(ge=0.001, le=1000, allow_inf_nan=False)] = 1.0
    threshold: NoulThresholds | Probability | None = None

    def threshold_for(self, label: str) -> float | None:
        """The threshold in force when `label` is the top option."""
        if isinstance(self.threshold, NoulThresholds):
            return self.threshold.true if label == "true" else self.threshold.false
        return self.threshold


class _ProfileFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    bound_to: dict[str, str]
    tiers: dict[str, dict[QuestionType, Calibration]]

    @model_validator(mode="after")
    def _two_sides_for_nouls_alone(self) -> Self:
        for name, calibrations in self.tiers.items():
            for question_type, calibration in calibrations.items():
                if question_type != "noul" and isinstance(calibration.threshold, NoulThresholds):
                    raise ValueError(
                        f"tiers.{name}.{question_type}.threshold: true and false are a noul's"
                    )
        return self


@dataclass(frozen=True, slots=True)
class Profile:
    """What makes a tier's distribution comparable, and from where on it settles.

    Without one (the default), only a tier whose probability holds by itself settles; every other
    tier passes with `uncalibrated`, its distribution kept.

    Attributes:
        calibrations: tier name to question type to calibration.
        bound_to: `<tier>_sha256` to the fingerprint that the tier had when it was measured.
        sha256: of the file it was read from.
    """

    calibrations: Mapping[str, Mapping[QuestionType, Calibration]] = field(default_factory=dict)
    bound_to: Mapping[str, str] = field(default_factory=dict)
    sha256: str | None = None

    @classmethod
    def load(cls, path: Path) -> "Profile":
        """Read a profile file.

        Raises:
            SettingsError: it cannot be read, or is not a profile.
        """
        try:
            content = path.read_bytes()
            file = _ProfileFile.model_validate_json(content)
        except OSError as error:
            raise SettingsError(f"profile {path}: {error.strerror}") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            raise SettingsError(f"profile {path}: {where}: {first['msg']}") from error
        except ValueError as error:
            raise SettingsError(f"profile {str(path)!r}: {error}") from error
        return cls(file.tiers, file.bound_to, sha256(content).hexdigest())

    def check_bound_to(self, tiers: Iterable[Tier]) -> None:
        """Make sure that it was measured on these tiers.

        Raises:
            SettingsError: a tier that it names is another one now, or is not in force.
        """
        in_force = list(tiers)
        strangers = self.calibrations.keys() - {tier.name for tier in in_force}
        if strangers:
            raise SettingsError(f"profile: tiers.{min(strangers)} is no tier in force")
        for tier in in_force:
            key = f"{tier.name}_sha256"
            bound = self.bound_to.get(key)
            if bound is None and tier.name not in self.calibrations:
                continue
            if bound != tier.fingerprint:
                raise SettingsError(
                    f"profile: bound_to.{key} is {bound or 'absent'}, the {tier.name} tier in "
                    f"force has {tier.fingerprint}: calibrate again, or take the profile out"
                )

    def judge(
        self, tier: Tier, question_type: QuestionType, distribution: Distribution
    ) -> tuple[Distribution, Reason | None]:
        """Calibrate a tier's distribution; the reason is None where it settles the question."""
        calibration = self.calibrations.get(tier.name, {}).get(question_type)
        if calibration is None:
            return distribution, None if tier.trusted else "uncalibrated"
        labels = list(distribution)
        scaled = scale_probabilities([distribution[x] for x in labels], calibration.temperature)
        calibrated = Distribution(labels, [float(p) for p in scaled])
        threshold = calibration.threshold_for(calibrated.top)
        settles = threshold is not None and calibrated.p_top >= threshold
        return calibrated, None if settles else "below_threshold"
