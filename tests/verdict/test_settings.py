from pathlib import Path

import pytest

from verdict import SettingsError
from verdict.settings import Settings, read_settings, unknown_variables


def write(folder: Path, text: str) -> Path:
    path = folder / "verdict.toml"
    path.write_text(text)
    return path


def test_everything_has_a_default() -> None:
    """No file is needed."""
    assert read_settings() == Settings()


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each key by itself: what the environment does not say stays as in the file."""
    path = write(tmp_path, 'timeout_ms = 100\ntiers = ["rules"]\n[model]\nqueue = 3\nworkers = 2\n')
    monkeypatch.setenv("VERDICT_RULES__PACKS", "packs")
    monkeypatch.setenv("VERDICT_TIMEOUT_MS", "200")
    monkeypatch.setenv("VERDICT_MODEL__QUEUE", "5")
    monkeypatch.setenv("VERDICT_TIER_TIMEOUT_MS__MODEL", "70")
    settings = read_settings(path)
    assert (settings.timeout_ms, settings.tiers) == (200, ("rules",))
    assert (settings.model.queue, settings.model.workers) == (5, 2)
    assert settings.tier_timeout_ms == {"model": 70}
    assert settings.rules.packs == Path("packs")


def test_the_environment_may_name_the_file_and_list_tiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """VERDICT_CONFIG names the file; a list is separated by commas."""
    monkeypatch.setenv("VERDICT_CONFIG", str(write(tmp_path, "timeout_ms = 100\n")))
    monkeypatch.setenv("VERDICT_TIERS", "model, rules")
    settings = read_settings()
    assert (settings.timeout_ms, settings.tiers) == (100, ("model", "rules"))


def test_paths_in_the_file_start_from_its_folder(tmp_path: Path) -> None:
    """A configuration and what it names can be moved together."""
    text = 'profile = "profile.json"\n[rules]\npacks = "packs"\n[model]\nbundle = "bundle"\n'
    settings = read_settings(write(tmp_path, text))
    assert (settings.profile, settings.rules.packs, settings.model.bundle) == (
        tmp_path / "profile.json",
        tmp_path / "packs",
        tmp_path / "bundle",
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("timeoutms = 5\n", "timeoutms: unknown key"),
        ("[model]\nbundles = 'x'\n", "model.bundles: unknown key"),
        ("[rules]\npack = 'x'\n", "rules.pack: unknown key"),
        ("timeout_ms = 0\n", "timeout_ms"),
        ("timeout_ms = true\n", "a number is meant"),
        ("Timeout_ms = 1\n", "Timeout_ms: unknown key"),
        ('_env_prefix = "FOO_"\n', "_env_prefix: unknown key"),
        ("_cli_parse_args = true\n", "_cli_parse_args: unknown key"),
        ("a = " + "[" * 5000, "not a TOML file"),
        ("a = " + "9" * 5000, "not a TOML file"),
        ("timeout_ms = 'soon'\n", "timeout_ms"),
        ("tiers = []\n", "tiers"),
        ("timeout_ms =\n", "not a TOML file"),
    ],
)
def test_a_wrong_file_stops_the_start_and_is_named(tmp_path: Path, text: str, named: str) -> None:
    """The message has the file and the key."""
    with pytest.raises(SettingsError) as raised:
        read_settings(write(tmp_path, text))
    assert named in str(raised.value)
    assert "verdict.toml" in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A configuration that was asked for and is not there is an error."""
    with pytest.raises(SettingsError, match=r"nowhere\.toml: No such file"):
        read_settings(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("name", "value"), [("VERDICT_TIMEOUT_MS", "soon"), ("VERDICT_TIER_TIMEOUT_MS", "{not json")]
)
def test_a_wrong_variable_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """A value that cannot be read is refused, not ignored."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=r"(?i)timeout_ms"):
        read_settings()


def test_variables_that_are_no_setting_are_told() -> None:
    """A misspelt variable is not silently without effect."""
    assert unknown_variables({"VERDICT_PORT": "1", "VERDICT_MODEL__QUEUE": "1", "PATH": ""}) == [
        "VERDICT_PORT"
    ]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("VERDICT_API_KEY", "VERDICT_API_KEYS"),
        ("verdict_apikeys", "VERDICT_API_KEYS"),
        ("VERDICT_TIMEOUT", "VERDICT_TIMEOUT_MS"),
        ("VERDICT_MODELS__QUEUE", "VERDICT_MODEL"),
    ],
)
def test_a_variable_that_is_nearly_a_setting_stops_the_start(name: str, meant: str) -> None:
    """Somebody relies on it: a service is not left open because of one letter."""
    with pytest.raises(SettingsError, match=f"did you mean {meant}"):
        unknown_variables({name: "x"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys]\nname = 'a'", "write \\[\\[keys\\]\\], a table for each key"),
        ("[[keys]]\nname = 'a'\nkey = 'k'", "a key is not written here: say key_env or key_file"),
        ("[[keys]]\nname = 'a'", "say key_env or key_file, one of the two"),
        ("rate = 60", 'rate: say it as "1200/minute"'),
    ],
)
def test_what_is_typically_wrong_about_keys_is_told(tmp_path: Path, text: str, said: str) -> None:
    """In the words of the file, and what to write instead."""
    (tmp_path / "verdict.toml").write_text(text)
    with pytest.raises(SettingsError, match=said):
        read_settings(tmp_path / "verdict.toml")
