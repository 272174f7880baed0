"""The format of a language pack: every entry, and what each class of phrase means.

A pack is a folder named after its language: TOML files that together hold the lists of `LISTS` and
`BEGINNINGS`, the tables of `TABLES`, the flags of `FLAGS`, and three grammars, each a table from
class to patterns in the notation of `phrases.py`: `[reply]`, `[prompt]` and `[ask]`. Lists, tables
and flags may be left out, and are empty or false then. The classes are closed sets.
"""

from collections.abc import Mapping

LISTS: Mapping[str, str] = {
    "marks": "words that show that a prompt of three words or more is in this language",
    "light": (
        "words that point at a thing ('the'): a reply that repeats the prompt's proposal "
        "may add them or leave them out"
    ),
    "indefinite": "words that name one of many ('a'): the same, but alone they may mean another",
    "links": (
        "words that join two groups of a proposal ('for', 'at'), and say nothing by themselves"
    ),
    "pronouns": "words that may stand for the thing proposed",
    "pointing": "more words that may stand for it, where the reply says yes or no besides",
    "support": "verbs that only carry a noun ('make a reservation')",
    "things": "nouns for what a service of `services` brings",
    "acquiring": "more verbs that a refusal may name ('I don't want to buy it')",
    "quantifiers": "words ('all') with which a part of a proposal says more than the whole",
    "coordinators": "words that make a proposal one that must be repeated whole",
    "weak": "words of which two show that a prompt is in this language",
    "abbreviations": "words after which a full stop ends no sentence",
    "askers": "words that, at the head of a sentence, make it a question",
    "openers": "more words that, at the head of a sentence, show that it is no bare proposal",
    "doing": "verbs of proposals to do something, after which 'continue' and 'stop' are clear",
    "acting": "more verbs with which a bare proposal begins ('Mute it?')",
    "removing": "those of `doing` and `acting` that take away, and so are nothing to stop",
    "shipping": "verbs after which 'ship it' is a yes",
    "times": "words that say when; after them 'now' changes what was proposed",
    "preambles": "words of no weight before an offer",
    "persons": "pronouns of persons: what names one cannot be repeated from another's mouth",
    "copulas": "verbs of a sentence that only describes",
    "auxiliaries": "verbs with which a short answer repeats the question ('I do')",
    "subjects": "pronouns of the two who speak, as subjects",
    "reasons": "words with which the reason of a proposal begins",
    "permitting": "verbs with which a question begins that asks whether something may be done",
    "supporting": "auxiliary verbs that stand for any verb ('I did')",
    "adverbs": "words that may follow what is repeated, and add nothing",
    "perfect": "auxiliary verbs of what is past or done, whose verbs may be inflected in a reply",
    "many": "pronouns for several things",
    "conjunctions": "words with which the fact begins that a question asks to confirm ('that')",
    "letters": "letters beyond ASCII that words of this language have",
    "dated": "words before which a full stop after a number ends no sentence ('3. Mai')",
    "prefixes": (
        "beginnings of verbs that part from them, and stand last then ('abschicken': 'schick ab')"
    ),
    "softeners": "words that soften an order of verbs that stand last, wherever they are in it",
    "addressed": "pronouns after an infinitive for the ones who are to do it ('senden Sie')",
    "negators": "words that, last or just before the last word of an order, make it a refusal",
}
BEGINNINGS: Mapping[str, str] = {
    "endings": "endings that do not matter when the words of a repetition are compared",
    "turning": "beginnings of words that may turn a question round",
    "approving": "beginnings of words by which a question asks for a yes to something",
    "plural": "endings of nouns for several things",
    "verbal": (
        "endings of verbs that stand last, of which their orders have another or none; all but the "
        "last are those of infinitives"
    ),
    "inflections": "endings in which two forms of a word differ, where facts are compared",
}
"""Lists of which each item is a part of a word, not a word."""

TABLES: Mapping[str, str] = {
    "synonyms": "rows of words that count as the first of the row in a repeated proposal",
    "services": "rows of verbs that say much the same of a service, beside a yes",
    "swaps": "rows of a word and what it may be from the other's mouth ('my', 'your')",
    "announcing": "a verb's form that tells what is being done, and the verb ('booking' is 'book')",
    "rewrites": "a token and the words it stands for",
    "groups": "patterns by name, for use in other patterns",
}
FLAGS: Mapping[str, str] = {
    "verbs_last": "whether the verb of a proposal stands last ('den Eintrag erstellen')",
}
GRAMMARS = ("reply", "prompt", "ask")
REPLY_CLASSES: Mapping[str, str] = {
    "yes": "says yes by itself, whatever was asked",
    "ok": "assents, to an offer or a check",
    "goes": "asks for what is proposed to be done",
    "welcomes": "would welcome it: a yes to an offer, and to most else",
    "suits": "accepts what is proposed",
    "accepts": "finds that it suits: a yes to most prompts that put something forward",
    "tolerates": "has nothing against it: a yes to what was announced, no harm beside a no",
    "delights": "is glad of it: the same, less often",
    "approves": "approves: a yes where the prompt proposes something",
    "proceeds": "says to go on, or confirms: a yes beside a yes",
    "ships": "says to let it out: a yes where the prompt proposes to",
    "needs": "says that it is wanted: beside a yes",
    "wants": "says yes to an offer and may carry the prompt's proposal",
    "carries": "introduces the prompt's proposal, and says nothing without it",
    "right": "says that what was put forward is right",
    "credits": "says that the other is right: a yes to a check",
    "holds": "says that a thing is right: a yes to a check",
    "praise": "praises what was put forward",
    "fits": "finds that a thing suits: a yes to a check",
    "pleased": "is content with things as they are: a yes to a check, a no to a change",
    "fine": "yes beside a yes or to a check; to an offer it may be a no",
    "short_answer": "repeats the question's auxiliary verb: yes beside a yes or to a check",
    "no": "says no by itself, whatever was asked",
    "not_now": "says no by itself; after a yes it postpones",
    "denies": "says that a thing is wrong or not wanted: a no to a check or beside a no",
    "wrong": "says that what was put forward is wrong",
    "minds": "says that it is not welcome, where that was asked",
    "short_no": "repeats the question's auxiliary verb, with not",
    "rejects": "says no to an offer and may carry the prompt's proposal",
    "refuses": "refuses in the first person: a no even after a yes",
    "halts": "tells the other not to, or to stop: a no where the prompt proposes to do something",
    "vetoes": "refuses what was proposed: a no where the prompt proposes something",
    "ends": "the same as halts, and may be meant for something else",
    "unneeded": "says that it is not needed: a no to an offer",
    "puts_off": "puts it off, if at all: a no to an offer",
    "later": "postpones: a no stays a no, a yes becomes conditional",
    "done": "asks for nothing more: a no to an offer of more, neutral beside a no",
    "set": "is content without it: a no to an offer of more",
    "nothing": "wants nothing: a no to an offer of more, and never beside a yes",
    "closes": "takes leave: neutral beside a plain yes or no, not beside a weaker assent",
    "regrets": "regrets: neutral beside a no, and never beside a yes",
    "please": "asks politely: alone a yes to an offer",
    "signs": "ends a letter; a name may follow",
    "spares": "says to leave a thing: a no to taking it away",
    "polite": "politeness, never an answer",
    "exclaims": "exclaims, which may be irony: neutral beside a plain yes or no",
    "greets": "greets, never an answer",
    "favour": "says for whom, beside an answer",
    "fillers": "fills, never an answer; after a yes it hesitates",
    "now": "asks for no delay, beside a yes",
    "meanwhile": "speaks of the time being: a yes becomes conditional",
    "joins": "joins two phrases",
    "contrasts": "sets two phrases against each other",
    "neutral": "makes light of it; neither yes nor no",
    "hedged": "passes the reply on as hedged",
    "conditional": "passes the reply on as conditional",
    "asks_back": "passes the reply on as a question back",
    "off_target": "passes the reply on as approving of something else",
    "mixed": "passes the reply on as both yes and no",
}
PROMPT_CLASSES: Mapping[str, str] = {
    "pair": "names the two answers, yes and no, and asks nothing",
    "either_or": "offers two or more things",
    "answers": "says what to answer, in words that need not mean what they mean elsewhere",
    "negative": "is put in the negative, so that yes and no are ambiguous",
    "reversed": "asks for an objection, so that no may be the approval",
    "finished": "asks whether all is done",
    "more": "asks whether more is wanted",
    "open": "asks for a value, not for yes or no",
    "halting": "proposes to stop, to refuse or to leave things as they are",
    "suggests": "puts a suggestion in the form of an open question",
    "offer": "introduces what the asker would do, which is the rest of the sentence",
    "leave": "the same, and asks leave for it",
    "wish": "the same, and asks whether the one who replies would like it",
    "announces": "the same, and asks nothing",
    "going": "asks only whether to go on",
    "could": "the same, as one of several things",
    "minding": "the same, and asks for an objection to it",
    "tag": "asks at the end of a statement whether it is right",
    "desired": "introduces what the one who replies wants, as it was understood",
    "elided": "asks only whether to do what the sentence before says",
    "suits": "asks whether something suits",
    "versus": "sets two things against each other, unless they are names",
    "yours": "introduces what the one who replies would do or have",
    "check": "asks whether something is right",
    "aside": "is none of the above, although it holds words that are",
}
ASK_CLASSES: Mapping[str, str] = {
    "confirms": "asks whether the judged text says yes",
    "refuses": "asks whether the judged text says no",
    "approves": "asks whether somebody approves, or something is approved",
    "declines": "asks whether somebody declines, or something is declined",
    "picks": "asks which of several things somebody picks, or the judged text does",
    "rates": "asks which level or rating somebody gives, or the judged text does",
    "framing": "says who asked and who answered",
    "reply": "a noun for the judged text, as a phrase of its own",
}
