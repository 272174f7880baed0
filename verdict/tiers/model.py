"""The second tier: the ONNX decision model, which has a distribution for any question."""

from verdict.deadlines import Deadline
from verdict.errors import SettingsError
from verdict.questions import Choice, Noul, Question
from verdict.rendering import Content, is_blank, render
from verdict.settings import Settings
from verdict.states import State
from verdict.tiers import Answer, Pass
from verdict_models import Answered, BundleError, DecisionModel, Option, TooLong


class ModelTier:
    """Compares the state with the question's options; off the event loop, one text a core."""

    name = "model"
    trusted = False

    def __init__(self, model: DecisionModel, workers: int) -> None:
        self.workers = workers
        self.fingerprint = model.sha256
        self._model = model

    def answer(self, question: Question, state: State, deadline: Deadline) -> Answer | Pass:
        """Let the model read the whole state; see `verdict.tiers.Tier`."""
        if is_blank(state.text):
            return Pass("empty", "there is nothing to read")
        result = self._read(question, state.text, deadline)
        if isinstance(result, TooLong):
            most = f"at most {result.limit} are read"
            return Pass("too_long", f"{result.tokens} tokens or more, {most}")
        windows = "1 window" if result.windows == 1 else f"{result.windows} windows"
        detail, notes = f"{result.tokens} tokens in {windows}", {}
        if result.options_read is not None:
            detail += f"; {result.options_read} of {len(result.probabilities)} options read"
            notes["options_read"] = result.options_read
        return Answer(result.probabilities, detail, input_tokens=result.tokens, notes=notes)

    def _read(self, question: Question, text: str, deadline: Deadline) -> Answered | TooLong:
        instructions = _text(question.instructions)
        if isinstance(question, Noul):
            true, false = _text(question.true), _text(question.false)
            return self._model.judge(text, instructions, true, false, deadline.over)
        if isinstance(question, Choice):
            options = [Option(label, _text(text)) for label, text in question.options.items()]
            return self._model.choose(text, instructions, options, deadline.over)
        levels = list(question.texts)
        return self._model.grade(text, instructions, levels, deadline.over)


def build(settings: Settings) -> ModelTier:
    """Load the bundle that the settings name, or the shipped one.

    Raises:
        SettingsError: the bundle cannot be used.
    """
    try:
        model = DecisionModel.load(settings.model.bundle)
    except BundleError as error:
        raise SettingsError(f"model.bundle: {error}") from error
    return ModelTier(model, settings.model.workers)


def _text(content: Content | None) -> str | None:
    return None if content is None else render(content)
