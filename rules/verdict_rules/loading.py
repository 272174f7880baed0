"""The language packs in force: those that are shipped, and those of a user's folder."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from verdict_rules.errors import PackError
from verdict_rules.pack import Pack, load_pack


def load_packs(folder: Path | None = None) -> tuple[Pack, ...]:
    """Return the shipped packs and those in `folder`, in the order of their languages' names.

    A pack is a sub-folder named after its language, with TOML files in it; one named like a shipped
    language replaces it.

    Raises PackError, naming the folder, the file or the entry, when `folder` cannot be read, has no
    pack in it, or has one that breaks the format.
    """
    if folder is None:
        return _shipped()
    try:
        own = _read_folder(folder)
    except PackError as error:
        raise PackError(f"the folder of packs {folder}: {error}") from error
    except (OSError, ValueError) as error:  # a ValueError for a name that no file can have
        raise PackError(f"the folder of packs {folder} cannot be read: {error}") from error
    if not own:
        raise PackError(
            f"the folder of packs {folder} has no pack in it: give each language a folder there, "
            "with TOML files in it"
        )
    by_language = {pack.language: pack for pack in (*_shipped(), *own)}
    return tuple(by_language[language] for language in sorted(by_language))


def in_force(packs: Sequence[Pack] | None) -> Sequence[Pack]:
    """Return `packs`, or the shipped ones for None."""
    return _shipped() if packs is None else packs


def in_order(packs: Iterable[Pack]) -> list[Pack]:
    """Return the packs in the order in which one is named for what several read the same ("ok").

    English, of which most such words are, comes first, and the others follow by name.
    """
    return sorted(packs, key=lambda pack: (pack.language != "en", pack.language, pack.sha256))


def hash_packs(version: str, packs: Iterable[Pack]) -> str:
    """Return the SHA-256, in hexadecimal, over `version` and the files of `packs`."""
    digest = hashlib.sha256(version.encode())
    for pack in sorted(packs, key=lambda pack: (pack.language, pack.sha256)):
        digest.update(f"\0{pack.language}\0{pack.sha256}".encode())
    return digest.hexdigest()


@cache
def _shipped() -> tuple[Pack, ...]:
    return _read_folder(resources.files("verdict_rules") / "packs")


def _read_folder(folder: Traversable) -> tuple[Pack, ...]:
    found = sorted((entry for entry in folder.iterdir() if entry.is_dir()), key=lambda e: e.name)
    read = {entry.name: _read_files(entry) for entry in found}
    return tuple(load_pack(language, files) for language, files in read.items() if files)


def _read_files(folder: Traversable) -> dict[str, str]:
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    texts = {}
    for name in names:
        try:
            texts[name] = (folder / name).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise PackError(
                f"the file {name} of the pack {folder.name!r} is not UTF-8: {error}"
            ) from error
    return texts
