"""Made decisions about what software and people hand over: records, requests, rules, replies.

Every kind builds a state in which one claim holds and a like one does not, and asks for either with
equal odds, in a positive or a negative wording; so neither state nor question tells the answer.
"""

import json
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
WORDS: dict[str, list[str]] = {
    name: text.split("|") if "|" in text else text.split() for name, text in DATA["words"].items()
}
VERB = ("base", "past", "part", "ing")
ACT = (*VERB, *(f"{key}only" for key in VERB), "obj")
Words = dict[str, str]
Forms = dict[str, Any]
Claim = tuple[Forms, Words]
Drawn = tuple[str, str, bool]
Kind = Callable[[random.Random], Drawn]
Record = dict[str, str]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _word(draw: random.Random, name: str) -> str:
    return draw.choice(WORDS[name])


def _said(draw: random.Random, patterns: Sequence[str], words: Words) -> str:
    """Fill one of the patterns; a slot with a capital letter gets its word capitalised."""
    found = draw.choice(patterns)
    for slot in set(re.findall(r"{(\w+)}", found)):
        value = words[slot] if slot in words else words[slot[0].lower() + slot[1:]]
        found = found.replace(f"{{{slot}}}", value if slot in words else _upper(value))
    return found


def _claim(name: str, **words: str) -> Claim:
    return DATA["claims"][name], words


def _wording(draw: random.Random, claim: Claim, *, positive: bool) -> str:
    """Return a claim, or its denial, as a question or a statement."""
    forms, words = claim
    side = "yes" if positive else "no"
    words = _other_words(words) if draw.random() < 0.15 else words
    clause = _said(draw, forms[side], words)
    if not clause.endswith("?"):
        noun = draw.choice(forms.get("noun", "text|message").split("|"))
        frame = draw.choice(DATA["frames"][side])
        clause = frame.replace("{noun}", noun).replace("{S}", _upper(clause)).replace("{s}", clause)
    return _upper(clause)


def _other_words(words: Words) -> Words:
    """Return the words with synonyms where there are any, wherever they stand in a verb phrase."""
    found = dict(words)
    for key in ("base", "obj", "x"):
        for word, same in DATA["same"].items():
            found[key] = re.sub(rf"\b{word}$|^{word}(?= the )", same, found.get(key, ""))
    return found


def _typed(draw: random.Random, text: str) -> str:
    chance = draw.random()
    if chance < 0.06:
        return text.lower()
    return text.rstrip("?.") if chance < 0.1 else text


def _asked(draw: random.Random, state: str, true: Claim, false: Claim) -> Drawn:
    """Ask for the true or the false claim, affirmed or denied."""
    answer, positive = draw.random() < 0.5, draw.random() < 0.68
    question = _wording(draw, true if answer == positive else false, positive=positive)
    if draw.random() < 0.06:
        state = state.lower()
    elif state.endswith(".") and draw.random() < 0.08:
        state = state[:-1]
    return state, _typed(draw, question), answer


def _verb(draw: random.Random, name: str) -> list[str]:
    entry = _word(draw, name)
    found = entry.split(",") if "," in entry else entry.split(" ")
    if len(found) == 4:
        return found
    base = found[0]
    past = re.sub(r"([^aeiou])y$", r"\1i", base).removesuffix("e") + "ed"
    return [base, past, past, base.removesuffix("e") + "ing"]


def _act(verb: list[str], noun: str) -> Words:
    forms = dict(zip(VERB, verb, strict=True))
    only = {f"{key}only": word for key, word in forms.items()}
    full = {key: f"{word} the {noun}" for key, word in forms.items()}
    return full | only | {"obj": f"the {noun}"}


def _acts(draw: random.Random, count: int, mishap: float = 0) -> list[Words]:
    """Return things to do, of which some may share the verb or the object."""
    found: list[Words] = []
    while len(found) < count:
        kind = draw.choice(("things", "things", "papers"))
        verbs = "verbs_mishap" if draw.random() < mishap else f"verbs_{kind}"
        act = _act(_verb(draw, verbs), _word(draw, kind)) | {"kind": kind}
        like = draw.choice(found) if found and draw.random() < 0.35 else act
        if like["kind"] == kind and like is not act:
            if draw.random() < 0.5:
                act = _act(_verb(draw, verbs), like["obj"][4:]) | {"kind": kind}
            else:
                act = _act([like[f"{key}only"] for key in VERB], act["obj"][4:]) | {"kind": kind}
        if all(act["base"] != other["base"] for other in found):
            found.append(act)
    return found


def _rows(draw: random.Random, mishap: float = 0) -> list[Words]:
    """Return four sets of words for one state; no column has the same word twice."""
    rows = _acts(draw, 4, mishap)
    times, numbers = draw.sample(range(84, 252), 4), draw.sample(range(2, 60), 4)
    for row, time, number in zip(rows, times, numbers, strict=True):
        row["t"], row["k"] = f"{time // 12:02}:{time % 12 * 5:02}", str(number)
    for key, pool in DATA["columns"].items():
        for row, word in zip(rows, draw.sample(WORDS[pool], 4), strict=True):
            row[key] = word
    for key, pool in DATA["shared"].items():
        word = _word(draw, pool)
        for row in rows:
            row[key] = word
    for row in rows:
        row["v"], row["u"] = draw.sample(row["adjective"].split("/"), 2)
        row["dd"], row["word"] = row["day"][:3], re.sub(r"\W", "", row["x"])
        row["w"], row["do"] = (_said(draw, [row[key]], row) for key in ("works", "asks"))
        age = draw.randint(10, 60)
        row["age"], row["hi"] = str(age), str(age + draw.randint(0, 9))
        row["lo"] = str(age - draw.randint(1, 6))
        row["mishap"] = _act(_verb(draw, "verbs_mishap"), row["thing"])["past"]
    return [
        row | {f"{key}2": value for key, value in after.items()}
        for row, after in zip(rows, [*rows[1:], rows[0]], strict=True)
    ]


def _part(draw: random.Random, rows: list[Words], spec: str) -> tuple[str, Words]:
    """Return the name and the words of "name|name:row,key=row of that key"."""
    name, rest = spec.split(":")
    row, *changes = rest.split(",")
    words = dict(rows[int(row) - 1])
    for change in changes:
        for key in ACT if change.startswith("act=") else (change.split("=")[0],):
            words[key] = rows[int(change[-1]) - 1][key]
    return draw.choice(name.split("|")), words


def _scene(name: str) -> Kind:
    """Return the kind whose states and claims are told by the scenes of that name."""

    def one(draw: random.Random) -> Drawn:
        scene = draw.choice(DATA["scenes"][name])
        rows = _rows(draw, 0.3 if name == "log_lines" else 0)
        specs = scene["lines"].split()
        specs += [more for more in scene["more"].split() if draw.random() < 0.4]
        if not scene["ordered"]:
            draw.shuffle(specs)
            specs.sort(key=lambda spec: spec.startswith("close") - spec.startswith("open"))
        lines = []
        for spec in specs:
            text, words = _part(draw, rows, spec)
            lines.append(_said(draw, DATA["texts"][text], words))
        true, false = draw.choice(scene["ask"]).split(" / ")
        join = draw.choice(scene["join"].split("|"))
        state = join.join(line for line in lines if line)
        parts = (_part(draw, rows, spec) for spec in (true, false))
        return _asked(draw, state, *((DATA["claims"][form], words) for form, words in parts))

    return one


def _records(draw: random.Random, count: int, least: int = 3) -> tuple[list[str], list[Record]]:
    """Return the names of records and the records; no field has the same value twice."""
    domain = draw.choice(list(DATA["domains"]))
    fields = dict(item.split("=") for item in DATA["domains"][domain].split("; "))
    ids = [
        f"{domain} {draw.choice('ABCDEFGHKLMNPRSTUVWXZ')}{number}"
        for number in draw.sample(range(10, 100), count)
    ]
    found: list[Record] = [{} for _ in ids]
    for key in draw.sample(list(fields), draw.randint(least, len(fields))):
        pool, span = fields[key][1:], fields[key][1:].split("-")
        number = fields[key].startswith("#")
        words = [str(n) for n in range(int(span[0]), int(span[1]) + 1)] if number else WORDS[pool]
        for record, value in zip(found, draw.sample(words, count), strict=True):
            record[key] = value
    return ids, found


def _key(key: str, style: int) -> str:
    """Return the name of a field as programmers or people write it."""
    if style == 0:
        return re.sub("[ -]", "_", key)
    if style == 1:
        return re.sub(r"[ -](\w)", lambda hit: hit[1].upper(), key)
    return _upper(key) if style == 2 else key


def _shown(draw: random.Random, ids: Sequence[str], records: list[Record]) -> str:
    """Write records down as lines, JSON, CSV, a table or a form."""
    style, form = draw.randrange(4), draw.randrange(5)
    label = draw.choice(("id", "no", "record", ids[0].split(" ", maxsplit=1)[0]))
    rows = [
        {label: name.split(" ")[1]} | {_key(key, style): value for key, value in record.items()}
        for name, record in zip(ids, records, strict=True)
    ]
    if form == 0:
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    if form == 1:
        return json.dumps(rows if len(rows) > 1 else rows[0], indent=1, ensure_ascii=False)
    if form == 2:
        mark = draw.choice((",", ";", " | ", "\t"))
        return "\n".join(mark.join(line) for line in [list(rows[0]), *(r.values() for r in rows)])
    join, mid = draw.choice((("\n", ": "), ("; ", "="), (", ", ": "), ("\n", " = ")))
    lines = [join.join(f"{key}{mid}{value}" for key, value in row.items()) for row in rows]
    return ("\n\n" if join == "\n" else "\n").join(lines)


def record_value(draw: random.Random) -> Drawn:
    """What a field of one of several records holds."""
    ids, found = _records(draw, draw.randint(2, 4))
    mine, other = draw.sample(range(len(ids)), 2)
    field = draw.choice(list(found[0]))
    pair = (_claim("value", f=field, r=ids[mine], v=found[at][field]) for at in (mine, other))
    return _asked(draw, _shown(draw, ids, found), *pair)


def record_field(draw: random.Random) -> Drawn:
    """What the only record holds in a field, of which another may be filled alike."""
    ids, found = _records(draw, 2)
    field = draw.choice(list(found[0]))
    pair = (_claim("one_value", f=field, v=record[field]) for record in found)
    return _asked(draw, _shown(draw, ids[:1], found[:1]), *pair)


def record_missing(draw: random.Random) -> Drawn:
    """Whether a field is filled; another is empty or not there at all."""
    ids, found = _records(draw, 1, 4)
    filled, absent = draw.sample(list(found[0]), 2)
    pair = (_claim("filled", f=field) for field in (filled, absent))
    if draw.random() < 0.35:
        del found[0][absent]
    else:
        found[0][absent] = _word(draw, "empty")
    return _asked(draw, _shown(draw, ids, found), *pair)


def record_larger(draw: random.Random) -> Drawn:
    """Which of two numbers is larger."""
    numeric: list[str] = []
    while not numeric:
        ids, found = _records(draw, draw.randint(2, 4))
        numeric = [key for key, value in found[0].items() if value.isdigit()]
    field = draw.choice(numeric)
    high, low = draw.sample(range(len(ids)), 2)
    if int(found[high][field]) < int(found[low][field]):
        high, low = low, high
    pair = (_claim("larger", f=field, a=ids[a], b=ids[b]) for a, b in ((high, low), (low, high)))
    return _asked(draw, _shown(draw, ids, found), *pair)


def record_equal(draw: random.Random) -> Drawn:
    """Whether two of several records agree in a field."""
    ids, found = _records(draw, draw.randint(3, 4))
    field = draw.choice(list(found[0]))
    one, two, three = draw.sample(range(len(ids)), 3)
    found[two][field] = found[one][field]
    pairs = (draw.sample([ids[one], ids[other]], 2) for other in (two, three))
    claims = (_claim("equal", f=field, a=a, b=b) for a, b in pairs)
    return _asked(draw, _shown(draw, ids, found), *claims)


def record_nested(draw: random.Random) -> Drawn:
    """What a field holds that stands under one of two headings."""
    found, heads = _records(draw, 2)[1], _word(draw, "heads").split(" ")
    style = draw.randrange(4)
    sides = [{_key(key, style): value for key, value in record.items()} for record in found]
    name = draw.choice(("details", "request", "payload", "data", "form"))
    tree = {name: dict(zip(heads, sides, strict=True)), "version": draw.randint(1, 9)}
    state = json.dumps(tree, indent=draw.choice((None, 1, 2)), ensure_ascii=False)
    if draw.random() < 0.4:
        state = re.sub(r'["{},]', "", json.dumps(tree, indent=2, ensure_ascii=False))
        state = re.sub(r"\n\s*(?=\n|$)", "", state).strip("\n")
    field, at = draw.choice(list(found[0])), draw.randrange(2)
    record = f"the {heads[at]} part"
    pair = (_claim("value", f=field, r=record, v=found[which][field]) for which in (at, 1 - at))
    return _asked(draw, state, *pair)


def _listed(draw: random.Random, entries: Sequence[str], title: str) -> str:
    mark = draw.choice(("- ", "* ", "", "• ", "[item] "))
    if draw.random() < 0.35:
        return f"{_upper(title)}: {', '.join(entries)}"
    return "\n".join([f"{_upper(title)}:", *(mark + entry for entry in entries)])


def record_count(draw: random.Random) -> Drawn:
    """How many entries of a sort there are, exactly or at least."""
    many, few = sorted(draw.sample(range(2, 7), 2), reverse=True)
    sorts = draw.sample(WORDS["colours"], 2)
    things = draw.sample(WORDS["things"], many + few)
    lines = [f"{thing} ({sorts[at >= many]})" for at, thing in enumerate(things)]
    draw.shuffle(lines)
    state = _listed(draw, lines, _word(draw, "lists"))
    if draw.random() < 0.5:
        bar = WORDS["numbers"][draw.randint(few + 1, many)]
        return _asked(draw, state, *(_claim("enough", k=bar, n=f"{sort} things") for sort in sorts))
    asked = draw.choice(((many, few), (few, many)))
    noun = f"{sorts[asked[0] == few]} things"
    return _asked(draw, state, *(_claim("count", k=WORDS["numbers"][n], n=noun) for n in asked))


def record_member(draw: random.Random) -> Drawn:
    """Whether something is on the list, or on which of two lists."""
    things, split = draw.sample(WORDS["things"], draw.randint(6, 10)), draw.randint(2, 5)
    titles = draw.sample(WORDS["lists"], 2)
    lists = [_listed(draw, things[:split], titles[0]), _listed(draw, things[split:], titles[1])]
    state = "\n\n".join(draw.choice((lists, lists[::-1], lists[:1])))
    sides = things[:split], things[split:]
    return _asked(draw, state, *(_claim("member", x=draw.choice(s), l=titles[0]) for s in sides))


def _sort(name: str) -> Kind:
    """Return the kind that tells sorts of text apart, as far as one sort excludes the other."""
    table = DATA["identity"][name]

    def one(draw: random.Random) -> Drawn:
        rows = _rows(draw)
        while True:
            sort, other = draw.sample(list(table), 2)
            avoided = (*table[sort].get("avoid", ()), *table[other].get("avoid", ()))
            if sort not in avoided and other not in avoided:
                break
        lines = [_said(draw, table[sort]["state"], rows[0])]
        if name == "reply":
            first, second = draw.choice(WORDS["tags"]).split(" ")
            lines = [
                f"{first} {_said(draw, DATA['texts']['ask'], rows[0])}",
                f"{second} {lines[0]}",
            ]
        elif name == "work":
            sorts = (other, draw.choice(list(table)))[: draw.randint(0, 2)]
            for row, more in zip(rows[1:], sorts, strict=False):
                lines.append(_said(draw, table[more]["state"], row))
            draw.shuffle(lines)
        claims = ((table[which], rows[0]) for which in (sort, other))
        return _asked(draw, "\n".join(lines), *claims)

    return one


def features(draw: random.Random) -> Drawn:
    """What sort of thing occurs in a text."""
    names = draw.sample(list(DATA["features"]), draw.choice((2, 4, 6)))
    half = len(names) // 2
    lines = [_said(draw, DATA["features"][name], draw.choice(_rows(draw))) for name in names[:half]]
    if draw.random() < 0.4:
        lines.append(draw.choice(DATA["texts"]["neutral"]))
    draw.shuffle(lines)
    sides = names[:half], names[half:]
    pair = ((DATA["feature_claim"], {"f": draw.choice(side)}) for side in sides)
    return " ".join(lines), *_asked(draw, "", *pair)[1:]


def language(draw: random.Random) -> Drawn:
    """In which language a text is written, if in any."""
    both = draw.sample(list(DATA["languages"]), 2)
    parts = [draw.choice(part.split("|")) for part in DATA["languages"][both[0]]]
    state = _said(draw, [" ".join(parts) + "."], _rows(draw)[0])
    if both[0] == "gibberish":
        letters = draw.choice(("abcdefghijklmnopqrstuvwxyz", "qwrtzpsdfghjklxcvbnm", "asdfghjkl"))
        lengths = [draw.randint(3, 9) for _ in range(draw.randint(2, 7))]
        state = " ".join("".join(draw.choices(letters, k=length)) for length in lengths)
    forms = [DATA["gibberish_claim" if f == "gibberish" else "language_claim"] for f in both]
    return _asked(draw, state, *((form, {"f": f}) for form, f in zip(forms, both, strict=True)))


_RECORDS = (record_value, record_field, record_missing, record_larger, record_equal)
_OTHERS = (record_nested, record_count, record_member, features, language)
KINDS: dict[str, Kind] = {
    **{kind.__name__: kind for kind in (*_RECORDS, *_OTHERS)},
    **{f"{name}_sort": _sort(name) for name in DATA["identity"]},
    **{name: _scene(name) for name in DATA["scenes"]},
}
