"""The adverbs and times of the sample: `german = english[/synonym]`."""

from rectrix.sample.table import alternatives, entries

Row = tuple[str, tuple[str, ...]]  # German, and the English ways to say it
Rows = tuple[Row, ...]


def rows(text: str) -> Rows:
    """The rows of a table whose entries stand between semicolons."""
    pairs = (entry.split(" = ") for entry in entries(text))
    return tuple((german, alternatives(english)) for german, english in pairs)


DEGREES = rows(
    "sehr = very; zu = too; ziemlich = quite/rather; besonders = particularly/especially; nicht = not"
)
MANNERS = {
    "c": rows("vorsichtig = carefully; sorgfältig = carefully/thoroughly; geduldig = patiently"),
    "q": rows("schnell = quickly/fast; langsam = slowly; sofort = immediately/at once; plötzlich = suddenly"),
    "l": rows("laut = loudly; leise = quietly; lange = for a long time"),
    "g": rows("allein = alone; zusammen = together; begeistert = enthusiastically"),
}
FREQUENCIES = rows("""
oft = often/frequently; immer = always; manchmal = sometimes; selten = rarely/seldom; nie = never;
meistens = usually/mostly; normalerweise = normally/usually; noch immer = still""")
# With the perfect these ask for the English present perfect.
PERFECT_ADVERBS = rows("schon = already; gerade = just; noch nie = never; endlich = finally")
SENTENCE_ADVERBS = rows("""
leider = unfortunately/sadly; vielleicht = maybe/perhaps; wahrscheinlich = probably;
natürlich = of course/naturally; hoffentlich = hopefully; zum Glück = fortunately/luckily;
offenbar = apparently; trotzdem = nevertheless/still; deshalb = therefore/so""")
PARTICLES = ("ja", "doch", "wohl", "eben", "halt")  # modal particles, which English leaves out

_DAYS = rows("""
Montag = Monday; Dienstag = Tuesday; Mittwoch = Wednesday; Donnerstag = Thursday; Freitag = Friday;
Samstag = Saturday; Sonntag = Sunday""")
_MONTHS = rows("""
Januar = January; Februar = February; März = March; April = April; Mai = May; Juni = June; Juli = July;
August = August; September = September; Oktober = October; November = November; Dezember = December""")
_PARTS = rows("abend = evening; morgen = morning; nachmittag = afternoon")
_NUMBERS = rows("""
zwei = two; drei = three; vier = four; fünf = five; sechs = six; sieben = seven; acht = eight;
neun = nine; zehn = ten; elf = eleven; zwölf = twelve; zwanzig = twenty""")
_SPANS = rows("""
Tagen = days; Wochen = weeks; Monaten = months; Jahren = years; Stunden = hours; Minuten = minutes""")

_PAST = rows("""
gestern = yesterday; gestern Abend = last night/yesterday evening; letzte Woche = last week;
letztes Jahr = last year; vorgestern = the day before yesterday; im letzten Sommer = last summer;
heute Morgen = this morning; damals = at that time/back then; früher = in the past/earlier;
letzten Monat = last month; vor kurzem = recently/a short time ago""")
_FUTURE = rows("""
morgen = tomorrow; nächste Woche = next week; bald = soon; nächstes Jahr = next year;
heute Abend = tonight/this evening; morgen früh = tomorrow morning; übermorgen = the day after tomorrow;
nächsten Monat = next month; später = later""")
_HABIT = rows("""
jeden Tag = every day; jeden Morgen = every morning; jede Woche = every week; jedes Jahr = every year;
im Winter = in winter/in the winter; im Sommer = in summer/in the summer; am Abend = in the evening;
am Wochenende = on weekends/on the weekend; in der Nacht = at night/in the night;
jeden Abend = every evening; dreimal im Jahr = three times a year; einmal in der Woche = once a week""")


def _fill(german: str, english: str, *tables: Rows) -> Rows:
    """All combinations of the tables' first translations in two patterns: `am {}`, `on {}`."""
    filled: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((), ())]
    for table in tables:
        filled = [((*de, word), (*en, words[0])) for de, en in filled for word, words in table]
    return tuple((german.format(*de), (english.format(*en),)) for de, en in filled)


def _years(german: str, english: str, years: range) -> Rows:
    return tuple((german.format(year), (english.format(year),)) for year in years)


# By the tenses that they go with; frequent expressions are repeated.
TIMES: dict[str, Rows] = {
    "past": _PAST * 6
    + _fill("vor {} {}", "{} {} ago", _NUMBERS, _SPANS)
    + _fill("am letzten {}", "last {}", _DAYS) * 2
    + _years("im Jahr {}", "in {}", range(1961, 2025)),
    "future": _FUTURE * 6
    + _fill("in {} {}", "in {} {}", _NUMBERS, _SPANS)
    + _fill("am nächsten {}", "next {}", _DAYS) * 2,
    "any": _fill("am {}", "on {}", _DAYS) * 3
    + _fill("am {}{}", "on {} {}", _DAYS, _PARTS)
    + _fill("im {}", "in {}", _MONTHS) * 2
    + _fill("um {} Uhr", "at {} o'clock", _NUMBERS[:-1]) * 2
    + rows("heute = today") * 12,
    "habit": _HABIT + _fill("jeden {}", "every {}", _DAYS),
    "since": _fill("seit {} {}", "for {} {}", _NUMBERS, _SPANS[:4])
    + _years("seit {}", "since {}", range(1980, 2025, 3)),
    "now": rows("jetzt = now; gerade = right now/at the moment; im Moment = at the moment/right now"),
}
