"""The ONNX decision model: typed questions about a text, answered on one core without a network.

PYTEST_DONT_REWRITE: pytest, which has a plugin here, would warn where this is loaded before it.
"""

from verdict_models.answers import Answered, Option, TooLong
from verdict_models.decision_model import DecisionModel
from verdict_models.errors import BundleError, Cancelled

__all__ = ["Answered", "BundleError", "Cancelled", "DecisionModel", "Option", "TooLong"]
