"""Languages by their codes: ISO 639-1, ISO 639-3, and English names for people."""

_TABLE = """
af afr Afrikaans|am amh Amharic|ar ara Arabic|as asm Assamese|az aze Azerbaijani|be bel Belarusian
bg bul Bulgarian|bn ben Bengali|br bre Breton|bs bos Bosnian|ca cat Catalan|cs ces Czech|cy cym Welsh
da dan Danish|de deu German|el ell Greek|en eng English|eo epo Esperanto|es spa Spanish|et est Estonian
eu eus Basque|fa fas Persian|fi fin Finnish|fo fao Faroese|fr fra French|fy fry West Frisian|ga gle Irish
gl glg Galician|gn grn Guarani|gu guj Gujarati|ha hau Hausa|he heb Hebrew|hi hin Hindi|hr hrv Croatian
ht hat Haitian Creole|hu hun Hungarian|hy hye Armenian|id ind Indonesian|ig ibo Igbo|is isl Icelandic
it ita Italian|ja jpn Japanese|jv jav Javanese|ka kat Georgian|kk kaz Kazakh|km khm Khmer|kn kan Kannada
ko kor Korean|ku kur Kurdish|ky kir Kyrgyz|la lat Latin|lb ltz Luxembourgish|lo lao Lao|lt lit Lithuanian
lv lav Latvian|mg mlg Malagasy|mi mri Maori|mk mkd Macedonian|ml mal Malayalam|mn mon Mongolian
mr mar Marathi|ms msa Malay|mt mlt Maltese|my mya Burmese|nb nob Norwegian Bokmål|ne nep Nepali
nl nld Dutch|nn nno Norwegian Nynorsk|no nor Norwegian|ny nya Chichewa|oc oci Occitan|om orm Oromo
or ori Odia|pa pan Punjabi|pl pol Polish|ps pus Pashto|pt por Portuguese|qu que Quechua|ro ron Romanian
ru rus Russian|rw kin Kinyarwanda|sd snd Sindhi|se sme Northern Sami|si sin Sinhala|sk slk Slovak
sl slv Slovenian|sn sna Shona|so som Somali|sq sqi Albanian|sr srp Serbian|st sot Southern Sotho
su sun Sundanese|sv swe Swedish|sw swa Swahili|ta tam Tamil|te tel Telugu|tg tgk Tajik|th tha Thai
ti tir Tigrinya|tk tuk Turkmen|tl tgl Tagalog|tn tsn Tswana|tr tur Turkish|ts tso Tsonga|tt tat Tatar
ug uig Uyghur|uk ukr Ukrainian|ur urd Urdu|uz uzb Uzbek|vi vie Vietnamese|wo wol Wolof|xh xho Xhosa
yi yid Yiddish|yo yor Yoruba|zh zho Chinese|zu zul Zulu
"""
_ROWS = [row.split(" ", 2) for line in _TABLE.strip().splitlines() for row in line.split("|")]
_NAMES = {short: name for short, _, name in _ROWS}
_LONG = {short: long for short, long, _ in _ROWS}
_SHORT = {long: short for short, long, _ in _ROWS}


def name_of(code: str) -> str:
    """German for de; pt-BR is Portuguese (BR)."""
    base, _, rest = code.partition("-")
    name = _NAMES.get(_SHORT.get(base, base), base)
    return f"{name} ({rest})" if rest else name


def long_code(code: str) -> str:
    """deu for de, as Apertium has it; what has none stays as it is."""
    base, dash, rest = code.partition("-")
    return f"{_LONG.get(base, base)}{'_' if dash else ''}{rest}"


def same(asked: str, own: str) -> int:
    """How well a code fits a model's: 2 exactly, 1 the same language (en-US, eng, en), 0 not at all."""
    ours, theirs = _normal(own), _normal(asked)
    return 2 if ours == theirs else int(ours.partition("-")[0] == theirs.partition("-")[0])


def _normal(code: str) -> str:
    base, dash, rest = code.strip().replace("_", "-").lower().partition("-")
    return f"{_SHORT.get(base, base)}{dash}{rest}"
