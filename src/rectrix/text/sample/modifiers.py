"""Adjectives, adverbs, times and names of the sample."""

# `german[:comparative] english[/synonym]`, under the noun classes that they fit.
ADJECTIVES = {
    "person kin": """
alt:älter old; jung:jünger young; freundlich friendly; klug:klüger clever/smart; müde tired; krank:kränker ill/sick; reich rich/wealthy;
arm:ärmer poor; nett nice; höflich polite; berühmt famous; glücklich happy; traurig sad; fleißig hard-working/diligent;
faul lazy; geduldig patient; mutig brave/courageous; ehrlich honest; nervös nervous; stark:stärker strong; bekannt well-known;
hungrig hungry; streng strict; neugierig curious; zufrieden satisfied/content; vorsichtig cautious/careful; ruhig calm; erfahren experienced""",
    "animal": """
klein small/little; groß:größer big/large; wild wild; schwarz black; weiß white; hungrig hungry; müde tired; schnell fast; gefährlich dangerous;
alt:älter old; braun brown; stark:stärker strong""",
    "food": "frisch fresh; süß sweet; lecker delicious/tasty; warm:wärmer warm; kalt:kälter cold; salzig salty; teuer:teurer expensive; reif ripe; billig cheap",
    "drink": "kalt:kälter cold; warm:wärmer warm; frisch fresh; süß sweet; heiß hot; stark:stärker strong; bitter bitter",
    "document": """
lang:länger long; kurz:kürzer short/brief; neu new; wichtig important; interessant interesting; langweilig boring; alt:älter old; geheim secret;
berühmt famous; schwierig difficult/hard; ausführlich detailed; letzt last; lustig funny""",
    "clothing bag": """
neu new; rot:röter red; blau blue; warm:wärmer warm; teuer:teurer expensive; schön beautiful/pretty; alt:älter old; schwarz black; grün green;
schmutzig dirty; weiß white; elegant elegant; billig cheap; sauber clean; grau gray""",
    "vehicle train": """
schnell fast; neu new; alt:älter old; rot:röter red; teuer:teurer expensive; langsam slow; blau blue; groß:größer big/large; klein small/little; kaputt broken;
schmutzig dirty; leer empty; voll full; modern modern; gelb yellow""",
    "device tool furniture seat container portable surface": """
neu new; alt:älter old; klein small/little; groß:größer big/large; kaputt broken; teuer:teurer expensive; schwer heavy; leicht light;
schön beautiful/pretty; billig cheap; rot:röter red; weiß white; modern modern; nützlich useful; sauber clean; schmutzig dirty; braun brown; praktisch practical""",
    "opening": "klein small/little; groß:größer big/large; alt:älter old; neu new; schwer heavy; grün green; kaputt broken; leer empty",
    "building inplace onplace atplace castle gate": """
alt:älter old; groß:größer big/large; klein small/little; neu new; schön beautiful/pretty; berühmt famous; modern modern; leer empty; ruhig quiet;
hässlich ugly; historisch historic; dunkel:dunkler dark; voll crowded; nah:näher near@; bekannt well-known; fremd strange""",
    "event": """
lang:länger long; wichtig important; groß:größer big/large; kurz:kürzer short/brief; schön beautiful/nice; langweilig boring; interessant interesting;
letzt last; international international; schwierig difficult/hard; öffentlich public""",
    "topic hope rule demand studies ban deal": """
neu new; wichtig important; groß:größer big/great; schwierig difficult/hard; gut:besser good; schlecht bad; einfach simple/easy; interessant interesting;
politisch political; klar clear; falsch wrong; gefährlich dangerous; ernst serious; wirtschaftlich economic; möglich possible; gemeinsam common/joint;
richtig right/correct; überraschend surprising; alt:älter old""",
    "music instrument": "schön beautiful/lovely; neu new; alt:älter old; laut loud; bekannt well-known; modern modern; klassisch classical; traurig sad",
    "plant leaf": "schön beautiful/pretty; groß:größer big/large; alt:älter old; rot:röter red; grün green; klein small/little; hoch:höher tall; gelb yellow",
    "group bank court band": """
groß:größer big/large; neu new; klein small/little; deutsch German; international international; bekannt well-known; französisch French;
reich rich/wealthy; lokal local; alt:älter old; staatlich state-owned""",
    "bench ladder lock": "alt:älter old; neu new; lang:länger long; kaputt broken; grün green; stabil sturdy; schwer heavy",
    "weatherthing": "stark:stärker strong; kalt:kälter cold",
    "head": "neu new; erfahren experienced; jung:jünger young; beliebt popular",
    "pear": "reif ripe; süß sweet; grün green; saftig juicy",
    "dish": "lecker delicious/tasty; warm:wärmer warm; einfach simple; italienisch Italian; scharf:schärfer spicy",
    "blanket ribbon": "warm:wärmer warm; rot:röter red; weich soft; blau blue; bunt colorful",
    "goal move": "schön beautiful; wichtig important; letzt last; klug:klüger clever",
    "ticket map": "teuer:teurer expensive; billig cheap; neu new; genau detailed",
    "illness disaster": "schwer serious; gefährlich dangerous; schlimm terrible/bad",
}
DEGREES = (
    ("sehr", "very"),
    ("zu", "too"),
    ("ziemlich", "quite/rather"),
    ("besonders", "particularly/especially"),
    ("nicht", "not"),
)

MANNERS = {
    "c": (("vorsichtig", "carefully"), ("sorgfältig", "carefully/thoroughly"), ("geduldig", "patiently")),
    "q": (
        ("schnell", "quickly/fast"),
        ("langsam", "slowly"),
        ("sofort", "immediately/at once"),
        ("plötzlich", "suddenly"),
    ),
    "l": (("laut", "loudly"), ("leise", "quietly"), ("lange", "for a long time")),
    "g": (("allein", "alone"), ("zusammen", "together"), ("begeistert", "enthusiastically")),
}

FREQUENCIES = (
    ("oft", "often/frequently"), ("immer", "always"), ("manchmal", "sometimes"), ("selten", "rarely/seldom"), ("nie", "never"),
    ("meistens", "usually/mostly"), ("normalerweise", "normally/usually"), ("noch immer", "still"),
)  # fmt: skip
# With the perfect these ask for the English present perfect.
PERFECT_ADVERBS = (("schon", "already"), ("gerade", "just"), ("noch nie", "never"), ("endlich", "finally"))
SENTENCE_ADVERBS = (
    ("leider", "unfortunately/sadly"), ("vielleicht", "maybe/perhaps"), ("wahrscheinlich", "probably"), ("natürlich", "of course/naturally"),
    ("hoffentlich", "hopefully"), ("zum Glück", "fortunately/luckily"), ("offenbar", "apparently"), ("trotzdem", "nevertheless/still"),
    ("deshalb", "therefore/so"),
)  # fmt: skip
PARTICLES = ("ja", "doch", "wohl", "eben", "halt")  # modal particles, which English leaves out

_DAYS = tuple(zip("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(),
                  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(), strict=True))  # fmt: skip
_MONTHS = tuple(zip("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
                    "January February March April May June July August September October November December".split(),
                    strict=True))  # fmt: skip
_SPANS = (
    ("Tagen", "Tage", "days"), ("Wochen", "Wochen", "weeks"), ("Monaten", "Monate", "months"), ("Jahren", "Jahre", "years"),
    ("Stunden", "Stunden", "hours"), ("Minuten", "Minuten", "minutes"),
)  # fmt: skip
_NUMBERS = tuple(zip("zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig".split(),
                     "two three four five six seven eight nine ten twelve twenty".split(), strict=True))  # fmt: skip

Times = tuple[tuple[str, str], ...]


def _past() -> Times:
    fixed = (
        ("gestern", "yesterday"), ("gestern Abend", "last night/yesterday evening"), ("letzte Woche", "last week"), ("vorgestern", "the day before yesterday"),
        ("letztes Jahr", "last year"), ("im letzten Sommer", "last summer"), ("heute Morgen", "this morning"), ("damals", "at that time/back then"),
        ("früher", "in the past/earlier"), ("letzten Monat", "last month"), ("vor kurzem", "recently/a short time ago"),
    )  # fmt: skip
    ago = tuple((f"vor {de} {span[0]}", f"{en} {span[2]} ago") for de, en in _NUMBERS for span in _SPANS)
    days = tuple((f"am letzten {de}", f"last {en}") for de, en in _DAYS)
    years = tuple((f"im Jahr {year}", f"in {year}") for year in range(1961, 2025))
    return fixed * 6 + ago + days * 2 + years


def _future() -> Times:
    fixed = (
        ("morgen", "tomorrow"), ("nächste Woche", "next week"), ("bald", "soon"), ("nächstes Jahr", "next year"), ("heute Abend", "tonight/this evening"),
        ("morgen früh", "tomorrow morning"), ("übermorgen", "the day after tomorrow"), ("nächsten Monat", "next month"), ("später", "later"),
    )  # fmt: skip
    ahead = tuple((f"in {de} {span[0]}", f"in {en} {span[2]}") for de, en in _NUMBERS for span in _SPANS)
    days = tuple((f"am nächsten {de}", f"next {en}") for de, en in _DAYS)
    return fixed * 6 + ahead + days * 2


def _any() -> Times:
    days = tuple((f"am {de}", f"on {en}") for de, en in _DAYS)
    evenings = tuple((f"am {de}{part}", f"on {en} {english}") for de, en in _DAYS
                     for part, english in (("abend", "evening"), ("morgen", "morning"), ("nachmittag", "afternoon")))  # fmt: skip
    months = tuple((f"im {de}", f"in {en}") for de, en in _MONTHS)
    hours = tuple((f"um {de} Uhr", f"at {en} o'clock") for de, en in _NUMBERS[:-1])
    return days * 3 + evenings + months * 2 + hours * 2 + (("heute", "today"),) * 12


def _habit() -> Times:
    fixed = (
        ("jeden Tag", "every day"), ("jeden Morgen", "every morning"), ("jede Woche", "every week"), ("jedes Jahr", "every year"), ("im Winter", "in winter/in the winter"),
        ("im Sommer", "in summer/in the summer"), ("am Abend", "in the evening"), ("am Wochenende", "on weekends/on the weekend"), ("in der Nacht", "at night/in the night"),
        ("jeden Abend", "every evening"), ("dreimal im Jahr", "three times a year"), ("einmal in der Woche", "once a week"),
    )  # fmt: skip
    return fixed + tuple((f"jeden {de}", f"every {en}") for de, en in _DAYS)


def _since() -> Times:
    spans = tuple(
        (f"seit {de} {span[0]}", f"for {en} {span[2]}") for de, en in _NUMBERS for span in _SPANS[:4]
    )
    return spans + tuple((f"seit {year}", f"since {year}") for year in range(1980, 2025, 3))


NOW = (("jetzt", "now"), ("gerade", "right now/at the moment"), ("im Moment", "at the moment/right now"))
TIMES: dict[str, Times] = {
    "past": _past(),
    "future": _future(),
    "any": _any(),
    "habit": _habit(),
    "since": _since(),
    "now": NOW,
}

MALE_NAMES = "Peter Thomas Max Paul Lukas Jan Felix Karl Martin Stefan Jonas Simon David Leon Otto Hans Emil Anton Ben Tim".split()
FEMALE_NAMES = "Anna Maria Julia Laura Lena Sophie Emma Clara Eva Lisa Sarah Nina Hannah Marta Petra Ingrid Paula Greta Ida Karin".split()
CITIES = (
    "Berlin Hamburg/Hamburg München/Munich Köln/Cologne Wien/Vienna Zürich/Zurich Dresden Leipzig Paris London Rom/Rome Prag/Prague Warschau/Warsaw "
    "Moskau/Moscow Brüssel/Brussels Bremen Frankfurt Stuttgart Nürnberg/Nuremberg Genf/Geneva Madrid Lissabon/Lisbon Athen/Athens Mailand/Milan Kopenhagen/Copenhagen"
).split()
COUNTRIES = (
    "Deutschland/Germany Frankreich/France Italien/Italy Spanien/Spain Österreich/Austria Polen/Poland England Schweden/Sweden Norwegen/Norway "
    "Griechenland/Greece Ungarn/Hungary Russland/Russia China Japan Indien/India Brasilien/Brazil Kanada/Canada Mexiko/Mexico"
).split()
