"""Who may ask: keys with a name each, and how often each of them may."""

import hashlib
import hmac
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from secrets import token_bytes
from typing import Self

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from verdict.errors import SettingsError
from verdict.service.refusals import RefusedError
from verdict.settings import Settings

# Digests under a secret of the process: their comparison tells nothing about a key, not even
# its length.
_PEPPER = token_bytes(32)
_CHALLENGE = {"www-authenticate": "Bearer"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key that is taken.

    Attributes:
        name: what the log and the metrics call it; None where there are no keys.
        digest: of the key itself.
        rate: how often it may ask; None for as often as it likes.
    """

    name: str | None
    digest: bytes
    rate: RateLimitItem | None


class Keys:
    """The keys that the service takes; without any, everyone may ask.

    Args:
        keys: those that are taken.
        open_rate: how often everyone together may ask where there are none.
    """

    def __init__(self, keys: list[Key], open_rate: RateLimitItem | None) -> None:
        self._keys = keys
        self._everyone = Key(None, b"", open_rate)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    @classmethod
    def load(cls, settings: Settings) -> Self:
        """Read the keys from where the settings say they are.

        Raises:
            SettingsError: one is missing, empty, no bearer token, or stands there twice.
        """
        keys: list[Key] = []
        rates = [_rate(settings.rate, "rate")]
        for where, name, key, rate in _given(settings):
            if not key.isascii() or not key.isprintable() or " " in key or not key:
                raise SettingsError(f"{where}: a key is visible ASCII characters without spaces")
            digest = _digest(key.encode())
            twin = next((each.name for each in keys if each.digest == digest), None)
            if twin is not None:
                raise SettingsError(f"{where}: the key is that of {twin!r}: give each its own")
            added = Key(name, digest, rates[0] if rate is None else _rate(rate, where))
            # One name may have several keys, while one takes the other's place; they share a rate.
            if any(each.name == name and each.rate != added.rate for each in keys):
                raise SettingsError(f"{where}: its keys have different rates: give them one")
            keys.append(added)
        return cls(keys, rates[0])

    def __bool__(self) -> bool:
        return bool(self._keys)

    @property
    def names(self) -> list[str]:
        """What the keys are called, each name once."""
        return sorted({key.name for key in self._keys if key.name})

    def find(self, authorization: bytes | None) -> Key:
        """The key that a request was sent with; without keys, one that everyone has.

        Raises:
            RefusedError: 401 where it has none, or a wrong one.
        """
        if not self._keys:
            return self._everyone
        scheme, _, token = (authorization or b"").partition(b" ")
        if scheme.lower() != b"bearer" or not token.strip():
            raise RefusedError(
                401,
                "Must supply an API key! Send it as `Authorization: Bearer KEY`.",
                error_type="authentication_error",
                headers=_CHALLENGE,
            )
        digest = _digest(token.strip())
        found: Key | None = None
        for key in self._keys:  # all of them, so that the time does not tell which it was
            if hmac.compare_digest(key.digest, digest):
                found = key
        if found is None:
            raise RefusedError(
                401,
                "Cannot authenticate with the server. The API key is wrong.",
                error_type="authentication_error",
                code="invalid_api_key",
                headers=_CHALLENGE,
            )
        return found

    def check_rate(self, key: Key) -> None:
        """Count a request of the key's.

        Raises:
            RefusedError: 429 where it asks too often.
        """
        rate = key.rate
        if rate is None or self._limiter.hit(rate, key.name or ""):
            return
        reset = self._limiter.get_window_stats(rate, key.name or "").reset_time
        wait = max(0.001, reset - time.time())
        unit = rate.GRANULARITY.name + ("s" if rate.multiples > 1 else "")
        raise RefusedError(
            429,
            f"more than {rate.amount} requests within {rate.multiples} {unit}: wait {wait:.1f} s",
            error_type="rate_limit_error",
            code="rate_limit_exceeded",
            headers={
                "retry-after": str(math.ceil(wait)),
                "retry-after-ms": str(math.ceil(wait * 1000)),
            },
        )


def _given(settings: Settings) -> Iterator[tuple[str, str, str, str | None]]:
    """Where each key stands, its name, the key, and its own rate."""
    for number, secret in enumerate(settings.api_keys or (), 1):
        yield f"VERDICT_API_KEYS, number {number}", f"key-{number}", secret.get_secret_value(), None
    for key in settings.keys:
        yield f"keys, {key.name!r}", key.name, key.read(), key.rate


def _rate(text: str | None, where: str) -> RateLimitItem | None:
    if text is None:
        return None
    try:
        rates = parse_many(text)
    except ValueError as error:
        raise SettingsError(f"{where}: {text!r} is no rate: say it as 1200/minute") from error
    if len(rates) != 1 or rates[0].amount < 1:
        raise SettingsError(f"{where}: {text!r} is not one rate above zero: say it as 1200/minute")
    return rates[0]


def _digest(key: bytes) -> bytes:
    return hashlib.blake2b(key, key=_PEPPER, digest_size=32).digest()
