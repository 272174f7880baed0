"""Small files that a person writes in TOML."""

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from verdict.errors import SettingsError
from verdict.files import check_readable
from verdict.rendering import visible

Schema = TypeVar("Schema", bound=BaseModel)


def load_toml(path: Path, schema: type[Schema]) -> Schema:
    """Read a file and check it.

    Raises:
        SettingsError: it cannot be read, or says something else; the key is named.
    """
    check_readable(path)
    try:
        return schema.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        said = "no such key" if first["type"] == "extra_forbidden" else first["msg"]
        raise SettingsError(visible(f"{path}: {where}: {said}")) from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(visible(f"{path}: not a TOML file: {error}")) from error
