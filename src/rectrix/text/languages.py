"""Language codes: two letters of ISO 639-1, or three of ISO 639-3 for languages that have no two.

Three letters of a language that has two mean the same (deu and ger are de), and so do codes that were
withdrawn (iw is he).
"""

from rectrix.base.errors import UsageError

_CODES = (
    "aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara as:asm av:ava ay:aym az:aze ba:bak be:bel "
    "bg:bul bi:bis bm:bam bn:ben bo:bod br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre cs:ces cu:chu "
    "cv:chv cy:cym da:dan de:deu dv:div dz:dzo ee:ewe el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas "
    "ff:ful fi:fin fj:fij fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg gn:grn gu:guj gv:glv ha:hau he:heb "
    "hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:hye hz:her ia:ina id:ind ie:ile ig:ibo ii:iii ik:ipk io:ido "
    "is:isl it:ita iu:iku ja:jpn jv:jav ka:kat kg:kon ki:kik kj:kua kk:kaz kl:kal km:khm kn:kan ko:kor "
    "kr:kau ks:kas ku:kur kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin lo:lao lt:lit lu:lub "
    "lv:lav mg:mlg mh:mah mi:mri mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya na:nau nb:nob nd:nde "
    "ne:nep ng:ndo nl:nld nn:nno no:nor nr:nbl nv:nav ny:nya oc:oci oj:oji om:orm or:ori os:oss pa:pan "
    "pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:ron ru:rus rw:kin sa:san sc:srd sd:snd se:sme "
    "sg:sag sh:hbs si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp ss:ssw st:sot su:sun sv:swe "
    "sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn to:ton tr:tur ts:tso tt:tat tw:twi "
    "ty:tah ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln wo:wol xh:xho yi:yid yo:yor za:zha "
    "zh:zho zu:zul "
    # Those of ISO 639-2 for bibliographies.
    "bo:tib cs:cze cy:wel de:ger el:gre eu:baq fa:per fr:fre hy:arm is:ice ka:geo mi:mao mk:mac ms:may "
    "my:bur nl:dut ro:rum sk:slo sq:alb zh:chi "
    # Withdrawn ones.
    "he:iw id:in jv:jw ro:mo yi:ji "
)
_SHORT = {long: short for short, long in (pair.split(":") for pair in _CODES.split())}
KNOWN = tuple(sorted(set(_SHORT.values())))


def canonical(code: str) -> str:
    """A code in its shortest form; two letters that no language has are an error."""
    found = short(code)
    if len(found) == 2 and found not in KNOWN:
        raise UsageError(
            f"{code!r} is no language: two letters are codes of ISO 639-1, such as de, sw or zh; a language "
            "without one has three (ISO 639-3), such as quc, and und stands for any other"
        )
    return found


def short(code: str) -> str:
    """A code in two letters if its language has them."""
    return _SHORT.get(code, code)
