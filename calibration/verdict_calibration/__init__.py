"""How far an answer can be trusted: metrics and fits over plain arrays.

PYTEST_DONT_REWRITE: pytest, which has a plugin here, would warn where this is loaded before it.
"""

from verdict_calibration.metrics import expected_calibration_error
from verdict_calibration.paired import exact_mcnemar
from verdict_calibration.scaling import scale_probabilities
from verdict_calibration.temperature import fit_temperature

__all__ = [
    "exact_mcnemar",
    "expected_calibration_error",
    "fit_temperature",
    "scale_probabilities",
]
