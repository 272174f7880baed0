"""A running service, asked over HTTP."""

import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Annotated, Any, NoReturn, TypeVar

import httpx2
import msgspec
import tenacity
from pydantic_core import to_json

from verdict.errors import VerdictError
from verdict.rendering import JsonValue, clip
from verdict.version import __version__

KEY_OPTION = "--key-env"
_CONNECT_SECONDS = 10.0
_LAST_PORT = 65535
_MAX_TOLD = 300
# A proxy is another machine, which cannot reach this one's own addresses.
_OWN_ADDRESSES = ("all://localhost", "all://127.0.0.1", "all://[::1]")


class ServiceError(VerdictError):
    """The service cannot be asked; the message names its address and what to do."""


class RequestRefusedError(VerdictError):
    """The service takes other requests but not this one; the message says why, in its words."""


class _TemporaryError(ServiceError):
    """The same request may be answered a little later."""

    def __init__(self, message: str, remedy: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a service is waited for, in seconds.

    Attributes:
        answer: for one answer, before the request is sent again.
        first_pause: before a request is sent again; each pause is twice the one before.
        longest_pause: what the pauses grow to.
        longest_asked: the longest pause that the service may ask for.
        in_all: for a service that has answered before.
        unreached: for one that has not: its address may be wrong.
    """

    answer: float = 60.0
    first_pause: float = 0.5
    longest_pause: float = 15.0
    longest_asked: float = 60.0
    in_all: float = 60.0
    unreached: float = 10.0


_PATIENCE = Patience()
_P = Annotated[float, msgspec.Meta(ge=0, le=1)]


class _Problem(msgspec.Struct):
    detail: str


class _Identity(msgspec.Struct):
    version: str
    code_sha256: str
    tiers: dict[str, str]
    profile_sha256: str | None
    runtime: dict[str, str]


class _Step(msgspec.Struct):
    tier: str
    outcome: str
    reason: str | None
    detail: str
    ms: float
    distribution: dict[str, _P] = {}
    notes: dict[str, float] = {}


class _Verdict(msgspec.Struct):
    type: str
    p_top: _P
    distribution: dict[str, _P]
    tier: str | None
    settled: bool
    reason: str | None
    trace: list[_Step]


class _Listing(msgspec.Struct):
    x_verdict: _Identity


class _Answers(msgspec.Struct):
    q: _Verdict


class _Answer(msgspec.Struct):
    verdicts: tuple[_Answers]


_Form = TypeVar("_Form", bound=msgspec.Struct)


class ServiceClient:
    """Asks a service; may be shared by threads.

    Args:
        url: its base address, with the path of a reverse proxy if there is one.
        key: for a service that has keys; None for none.
        patience: how long it is waited for.

    Raises:
        ServiceError: the address or the key can be none, or a proxy that the environment names.
    """

    def __init__(self, url: str, key: str | None, patience: Patience = _PATIENCE) -> None:
        self.url = _checked(url)
        self._has_key = key is not None
        self._patience = patience
        self._reached = False
        self._interrupted = threading.Event()
        self._backoff = tenacity.wait_exponential(
            multiplier=patience.first_pause, max=patience.longest_pause
        ) + tenacity.wait_random(0, patience.first_pause)
        self._retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(_TemporaryError),
            wait=self._pause,
            stop=self._is_over,
            sleep=tenacity.sleep_using_event(self._interrupted),
            retry_error_callback=_give_up,
        )
        headers = {"content-type": "application/json", "user-agent": f"verdict/{__version__}"}
        if key is not None:
            if not key or not key.isascii() or not key.isprintable() or " " in key:
                raise ServiceError(
                    f"what {KEY_OPTION} names holds no key: visible ASCII characters, no spaces"
                )
            headers["authorization"] = f"Bearer {key}"
        try:
            self._http = httpx2.Client(
                base_url=self.url,
                headers=headers,
                timeout=httpx2.Timeout(patience.answer, connect=_CONNECT_SECONDS),
                limits=httpx2.Limits(),
                mounts=dict.fromkeys(_OWN_ADDRESSES),
            )
        except (ValueError, ImportError, httpx2.InvalidURL) as error:
            raise ServiceError(
                f"{self.url}: a proxy that the environment names (HTTP_PROXY and the like) "
                f"cannot be used: {error}"
            ) from error

    def identity(self) -> dict[str, Any]:
        """What could change the service's answers; see `verdict.identity`.

        Raises:
            ServiceError: it does not tell.
        """
        document = self._ask("GET", "/v1/models")
        self._read(document, _Listing, "/v1/models")
        identity: dict[str, Any] = document["x_verdict"]
        return identity

    def decide(self, state: JsonValue, question: JsonValue) -> dict[str, Any]:
        """The verdict on one question about a state, as `verdict_document` writes it.

        Raises:
            RequestRefusedError: the service does not take this state or this question.
            ServiceError: it cannot be asked.
        """
        body = to_json({"state": state, "questions": {"q": question}})
        document = self._ask("POST", "/v1/verdicts", body)
        self._read(document, _Answer, "/v1/verdicts")
        verdict: dict[str, Any] = document["verdicts"][0]["q"]
        return verdict

    def interrupt(self) -> None:
        """End every pause; nothing more is asked."""
        self._interrupted.set()

    def close(self) -> None:
        """Let the connections go."""
        self.interrupt()
        self._http.close()

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:  # noqa: ANN401  # JSON
        response = self._retrying(self._attempt, method, path, body)
        try:
            return msgspec.json.decode(response.content)
        except (msgspec.MsgspecError, RecursionError) as error:
            media_type = clip(response.headers.get("content-type", "something"))
            raise ServiceError(
                f"{self.url}{path}: it answered {media_type} that is no JSON: give the "
                "address of a Verdict service"
            ) from error

    def _read(self, document: object, form: type[_Form], path: str) -> None:
        """Make sure that a document has the form that the service's answers have."""
        try:
            msgspec.convert(document, form)
        except msgspec.MsgspecError as error:
            raise ServiceError(
                f"{self.url}{path}: its answer is not of the form that verdict {__version__} "
                f"reads: {error}: is it a Verdict service, and as new as this one?"
            ) from error

    def _attempt(self, method: str, path: str, body: bytes | None) -> httpx2.Response:
        url = f"{self.url}{path}"
        if self._interrupted.is_set():
            raise ServiceError(f"{url}: not asked any more")
        try:
            response = self._http.request(method, path, content=body)
        except httpx2.ReadTimeout as error:
            seconds = f"{self._patience.answer:g} s"
            raise _TemporaryError(
                f"{url}: no answer within {seconds}", "see in its log what keeps it"
            ) from error
        except httpx2.RequestError as error:
            why = str(error) or type(error).__name__
            raise _TemporaryError(
                f"{url}: the request failed ({why})",
                "start the service with `verdict serve`, or correct the address",
            ) from error
        self._reached = True
        if response.status_code != HTTPStatus.OK:
            self._refuse(response, url, one_of_many=body is not None)
        return response

    def _refuse(self, response: httpx2.Response, url: str, *, one_of_many: bool) -> NoReturn:
        status = response.status_code
        answered = f"{url}: it answered {status}"
        match status:
            case 413 | 422 if one_of_many:
                raise RequestRefusedError(f"the service refuses it ({status}): {_told(response)}")
            case 429:
                remedy = "ask less at once, or give the key a higher rate"
                raise _TemporaryError(f"{answered} (too many requests)", remedy, _asked(response))
            case 408 | 502 | 503 | 504:
                remedy = "see in its log whether it is stopping, or ask less at once"
                raise _TemporaryError(f"{answered} ({_told(response)})", remedy, _asked(response))
            case 401 | 403 if self._has_key:
                message = f"{answered}: it does not take the key: check what {KEY_OPTION} names"
            case 401 | 403:
                message = f"{answered}: it wants a key: give it with {KEY_OPTION}"
            case 404 | 405:
                message = (
                    f"{answered}: no Verdict service is there: give the address without /v1, "
                    "and with the path under which a reverse proxy serves it"
                )
            case _ if response.has_redirect_location:
                target = clip(response.headers["location"], _MAX_TOLD)
                message = f"{answered}, which leads to {target}: give the address of the service"
            case _:
                message = f"{answered} ({_told(response)}): see its log"
        raise ServiceError(message)

    def _pause(self, state: tenacity.RetryCallState) -> float:
        asked = _error(state).retry_after
        if asked is None:
            return self._backoff(state)
        return max(self._patience.first_pause, min(asked, self._patience.longest_asked))

    def _is_over(self, state: tenacity.RetryCallState) -> bool:
        limit = self._patience.in_all if self._reached else self._patience.unreached
        return (state.seconds_since_start or 0) + state.upcoming_sleep >= limit


def _checked(url: str) -> str:
    """The base address, without a slash at its end."""
    if any(mark in url for mark in "@?#"):
        # Not repeated: it may hold a password.
        raise ServiceError(
            "the address of the service has no name and password, and no ? or #: a key is given "
            f"with {KEY_OPTION}"
        )
    try:
        parsed = httpx2.URL(url)
    except httpx2.InvalidURL as error:
        raise ServiceError(f"{url!r} is no address of a service: {error}") from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ServiceError(
            f"{url!r} is no address of a service: it begins with http:// or https://, "
            "as in http://127.0.0.1:8080"
        )
    if parsed.port is not None and not 0 < parsed.port <= _LAST_PORT:
        raise ServiceError(f"{url!r} is no address of a service: there is no port {parsed.port}")
    return str(parsed).rstrip("/")


def _error(state: tenacity.RetryCallState) -> _TemporaryError:
    error = state.outcome and state.outcome.exception()
    assert isinstance(error, _TemporaryError)
    return error


def _give_up(state: tenacity.RetryCallState) -> NoReturn:
    error = _error(state)
    times = "once" if state.attempt_number == 1 else f"{state.attempt_number} times"
    seconds = f"{state.seconds_since_start or 0:.0f} s"
    raise ServiceError(f"{error}, asked {times} within {seconds}: {error.remedy}") from error


def _told(response: httpx2.Response) -> str:
    """What the service says is wrong; of another server, what the status means."""
    try:
        return clip(msgspec.json.decode(response.content, type=_Problem).detail, _MAX_TOLD)
    except (msgspec.MsgspecError, RecursionError):
        return response.reason_phrase or "no reason given"


def _asked(response: httpx2.Response) -> float | None:
    """The seconds after which to come back, from a number or a date; None where it says none."""
    value = response.headers.get("retry-after", "")
    if value.isdecimal():
        return float(value)
    try:
        return (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return None
