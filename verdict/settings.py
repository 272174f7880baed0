"""One settings object, read once at start from a file and the environment and passed down."""

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings import (
    SettingsError as SourceError,
)

from verdict.errors import SettingsError
from verdict.files import check_readable


def _no_flag(value: object) -> object:
    """Refuse `true` where a number is meant; it would be read as 1."""
    if isinstance(value, bool):
        raise ValueError("a number is meant, not true or false")  # noqa: TRY004  # pydantic's way
    return value


Number = Annotated[int, BeforeValidator(_no_flag)]
Count = Annotated[Number, Field(gt=0)]
MAX_TIMEOUT_MS = 600_000
_CLOSE = 0.9  # of names: a letter more or less, and none that another program would set
Milliseconds = Annotated[Number, Field(gt=0, le=MAX_TIMEOUT_MS)]


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError('say it as "1200/minute"')  # noqa: TRY004  # pydantic's way
    return value


def _tables(value: object) -> object:
    if isinstance(value, dict):
        raise ValueError("write [[keys]], a table for each key")  # noqa: TRY004  # pydantic's way
    return value


Rate = Annotated[str, BeforeValidator(_text)]


class ModelSettings(BaseModel):
    """The model tier.

    Attributes:
        bundle: the folder of the decision model; None for the shipped one.
        workers: how many texts are read at once, each on one core.
        queue: how many requests may wait for a worker; beyond it the tier passes `unavailable`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    bundle: Path | None = None
    workers: Annotated[Number, Field(ge=1, le=64)] = 1
    queue: Annotated[Number, Field(ge=0)] = 64


class RulesSettings(BaseModel):
    """The rules tier.

    Attributes:
        packs: a folder of language packs that are read beside the shipped ones; None for no more.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    packs: Path | None = None


class KeySettings(BaseModel):
    """A key that the service takes; it stands in the environment or in a file of its own.

    Attributes:
        name: what the log and the metrics call whoever has it.
        key_env: the environment variable that holds it.
        key_file: the file that holds it.
        rate: how many requests it may send, as "1200/minute"; None for the `rate` of all.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=100)]
    key_env: Annotated[str, Field(min_length=1)] | None = None
    key_file: Path | None = None
    rate: Rate | None = None

    @model_validator(mode="before")
    @classmethod
    def _not_here(cls, values: object) -> object:
        if isinstance(values, dict) and "key" in values:
            raise ValueError("a key is not written here: say key_env or key_file")
        return values

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.key_env is None) == (self.key_file is None):
            raise ValueError(f"key {self.name!r}: say key_env or key_file, one of the two")
        return self

    def read(self) -> str:
        """The key itself, from where it stands.

        Raises:
            SettingsError: it is not there, or empty.
        """
        where = f"keys, {self.name!r}"
        if self.key_file is None:
            key = os.environ.get(self.key_env or "", "").strip()
            if not key:
                missing = f"the environment has no {self.key_env}, or an empty one"
                raise SettingsError(f"{where}: {missing}")
            return key
        try:
            key = self.key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{where}: {self.key_file} cannot be read: {error}") from error
        if not key:
            raise SettingsError(f"{where}: {self.key_file} is empty")
        return key


class Settings(BaseModel):
    """Everything that can be configured; every key has a default.

    Attributes:
        profile: the profile file; None for the cautious defaults.
        timeout_ms: a request's deadline.
        max_timeout_ms: the longest that a request may ask for: it may hold a tier that long.
        tier_timeout_ms: tier name to a shorter deadline of its own.
        tiers: the tiers, in the order they are asked.
        max_decisions: how many states times questions one request may ask.
        max_body_bytes: the largest request that is read.
        max_answer_bytes: the largest answer that is sent, as estimated from what is asked.
        drain_ms: how long a stopping service keeps answering while its readiness says no.
        stop_ms: how long it then waits for what is in flight.
        read_timeout_ms: how long a request's body may take to arrive.
        max_concurrent: how many requests are worked on at once; more are told to come back.
        rate: how many requests each key may send, as "1200/minute"; None for any number.
        api_keys: keys without a name of their own, beside `keys`; for the environment.
        keys: the keys that the service takes; without any it is open.
        x_verdict: whether System One answers tell the tier and whether they are settled.
        log_format: "json" or "console"; None for what suits where the log goes.
        log_requests: whether each request is a line in the log.
        log_content: whether that line holds what was asked.
        rules: the rules tier.
        model: the model tier.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    profile: Path | None = None
    timeout_ms: Milliseconds = 2000
    max_timeout_ms: Milliseconds = 10_000
    tier_timeout_ms: dict[str, Milliseconds] = Field(default_factory=dict)
    tiers: Annotated[tuple[str, ...], NoDecode, Field(min_length=1)] = ("rules", "model")
    max_decisions: Count = 4096
    max_body_bytes: Count = 1024 * 1024
    max_answer_bytes: Count = 16 * 1024 * 1024
    drain_ms: Annotated[Number, Field(ge=0, le=MAX_TIMEOUT_MS)] = 1000
    stop_ms: Milliseconds = 10_000
    read_timeout_ms: Milliseconds = 10_000
    max_concurrent: Count = 64
    rate: Rate | None = None
    api_keys: Annotated[tuple[SecretStr, ...] | None, NoDecode] = None
    keys: Annotated[tuple[KeySettings, ...], BeforeValidator(_tables)] = ()
    x_verdict: bool = True
    log_format: Literal["json", "console"] | None = None
    log_requests: bool = True
    log_content: bool = False
    rules: RulesSettings = Field(default_factory=RulesSettings)
    model: ModelSettings = Field(default_factory=ModelSettings)

    @field_validator("tiers", mode="before")
    @classmethod
    def _split_commas(cls, value: object) -> object:
        """Let the environment say `rules,model`."""
        return [part.strip() for part in value.split(",")] if isinstance(value, str) else value

    @field_validator("api_keys", mode="before")
    @classmethod
    def _split_keys(cls, value: object) -> object:
        """Let the environment say `one,another`; a variable that is set but empty opens nothing."""
        if not isinstance(value, str):
            return value
        keys = [part.strip() for part in value.split(",") if part.strip()]
        if not keys:
            raise ValueError("it is set and holds no key: unset it, or give it one")
        return keys

    def without_time_limits(self) -> Self:
        """The same for whoever waits as long as it takes: a busy machine must change no answer."""
        return self.model_copy(update={"timeout_ms": MAX_TIMEOUT_MS, "tier_timeout_ms": {}})


class _FromEnvironment(BaseSettings, Settings):
    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_prefix="VERDICT_", env_nested_delimiter="__"
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  # the signature is the library's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings


def read_settings(path: Path | None = None) -> Settings:
    """Read the settings: the file at `path` or `VERDICT_CONFIG`, then `VERDICT_...` over it.

    Relative paths in the file start from the file's folder.

    Raises:
        SettingsError: the file cannot be read, a key is unknown or a value is wrong; it is named.
    """
    named = os.environ.get("VERDICT_CONFIG")
    if path is None and named:
        path = Path(named)
    from_file = {} if path is None else _read_file(path)
    try:
        return Settings.model_validate(_FromEnvironment(**from_file).model_dump())
    except ValidationError as error:
        raise SettingsError(_describe(error, path)) from error
    except (SourceError, RecursionError) as error:
        raise SettingsError(f"environment: {error}: {error.__cause__}") from error


def unknown_variables(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Names in the environment that begin with `VERDICT_` but are no setting.

    Raises:
        SettingsError: one is nearly a setting, so that somebody relies on it.
    """
    known = ["VERDICT_CONFIG", *(f"VERDICT_{name.upper()}" for name in Settings.model_fields)]
    unknown = sorted(
        name
        for name in environ
        if name.upper().startswith("VERDICT_") and name.upper().partition("__")[0] not in known
    )
    for name in unknown:
        meant = get_close_matches(name.upper().partition("__")[0], known, 1, _CLOSE)
        if meant:
            raise SettingsError(f"environment: {name} is no setting: did you mean {meant[0]}?")
    return unknown


def _read_file(path: Path) -> dict[str, Any]:
    check_readable(path)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: not a TOML file: {error}") from error
    # Names that the settings library would understand are no keys of the file.
    unknown = sorted(values.keys() - Settings.model_fields.keys())
    if unknown:
        faults = "; ".join(f"{name}: unknown key" for name in unknown)
        raise SettingsError(f"configuration ({path}): {faults}")
    keys = values.get("keys")
    paths = [(values, "profile"), (values.get("rules"), "packs"), (values.get("model"), "bundle")]
    paths += [(table, "key_file") for table in keys] if isinstance(keys, list) else []
    for table, key in paths:
        if isinstance(table, dict) and isinstance(table.get(key), str):
            table[key] = path.parent / table[key]
    return values


def _describe(error: ValidationError, path: Path | None) -> str:
    source = f"{path} and the environment" if path else "the environment"
    faults = (
        f"{'.'.join(str(part) for part in fault['loc'])}: "
        + (
            "unknown key"
            if fault["type"] == "extra_forbidden"
            else fault["msg"].removeprefix("Value error, ")
        )
        for fault in error.errors()
    )
    return f"configuration ({source}): " + "; ".join(faults)
