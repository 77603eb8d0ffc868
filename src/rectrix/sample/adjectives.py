"""The adjectives of the sample: `german[:comparative] english[/synonym]`, under the noun classes they fit."""

ADJECTIVES = {
    "person kin": """
alt:älter old; jung:jünger young; freundlich friendly; klug:klüger clever/smart; müde tired;
krank:kränker ill/sick; reich rich/wealthy;
arm:ärmer poor; nett nice; höflich polite; berühmt famous; glücklich happy; traurig sad;
fleißig hard-working/diligent;
faul lazy; geduldig patient; mutig brave/courageous; ehrlich honest; nervös nervous;
stark:stärker strong; bekannt well-known;
hungrig hungry; streng strict; neugierig curious; zufrieden satisfied/content;
vorsichtig cautious/careful; ruhig calm; erfahren experienced""",
    "animal": """
klein small/little; groß:größer big/large; wild wild; schwarz black; weiß white; hungrig hungry;
müde tired; schnell fast; gefährlich dangerous;
alt:älter old; braun brown; stark:stärker strong""",
    "food": """
frisch fresh; süß sweet; lecker delicious/tasty; warm:wärmer warm; kalt:kälter cold; salzig salty;
teuer:teurer expensive; reif ripe; billig cheap""",
    "drink": """
kalt:kälter cold; warm:wärmer warm; frisch fresh; süß sweet; heiß hot; stark:stärker strong;
bitter bitter""",
    "document": """
lang:länger long; kurz:kürzer short/brief; neu new; wichtig important; interessant interesting;
langweilig boring; alt:älter old; geheim secret;
berühmt famous; schwierig difficult/hard; ausführlich detailed; letzt last; lustig funny""",
    "clothing bag": """
neu new; rot:röter red; blau blue; warm:wärmer warm; teuer:teurer expensive; schön beautiful/pretty;
alt:älter old; schwarz black; grün green;
schmutzig dirty; weiß white; elegant elegant; billig cheap; sauber clean; grau gray""",
    "vehicle train": """
schnell fast; neu new; alt:älter old; rot:röter red; teuer:teurer expensive; langsam slow; blau blue;
groß:größer big/large; klein small/little; kaputt broken;
schmutzig dirty; leer empty; voll full; modern modern; gelb yellow""",
    "device tool furniture seat container portable surface": """
neu new; alt:älter old; klein small/little; groß:größer big/large; kaputt broken;
teuer:teurer expensive; schwer heavy; leicht light;
schön beautiful/pretty; billig cheap; rot:röter red; weiß white; modern modern; nützlich useful;
sauber clean; schmutzig dirty; braun brown; praktisch practical""",
    "opening": """
klein small/little; groß:größer big/large; alt:älter old; neu new; schwer heavy; grün green;
kaputt broken; leer empty""",
    "building inplace onplace atplace castle gate": """
alt:älter old; groß:größer big/large; klein small/little; neu new; schön beautiful/pretty;
berühmt famous; modern modern; leer empty; ruhig quiet;
hässlich ugly; historisch historic; dunkel:dunkler dark; voll crowded; nah:näher nearby;
bekannt well-known; fremd strange""",
    "event": """
lang:länger long; wichtig important; groß:größer big/large; kurz:kürzer short/brief;
schön beautiful/nice; langweilig boring; interessant interesting;
letzt last; international international; schwierig difficult/hard; öffentlich public""",
    "topic hope rule demand studies ban deal": """
neu new; wichtig important; groß:größer big/great; schwierig difficult/hard; gut:besser good;
schlecht bad; einfach simple/easy; interessant interesting;
politisch political; klar clear; falsch wrong; gefährlich dangerous; ernst serious;
wirtschaftlich economic; möglich possible; gemeinsam common/joint;
richtig right/correct; überraschend surprising; alt:älter old""",
    "music instrument": """
schön beautiful/lovely; neu new; alt:älter old; laut loud; bekannt well-known; modern modern;
klassisch classical; traurig sad""",
    "plant leaf": """
schön beautiful/pretty; groß:größer big/large; alt:älter old; rot:röter red; grün green;
klein small/little; hoch:höher tall; gelb yellow""",
    "group bank court band": """
groß:größer big/large; neu new; klein small/little; deutsch German; international international;
bekannt well-known; französisch French;
reich rich/wealthy; lokal local; alt:älter old; staatlich state-owned""",
    "bench ladder lock": """
alt:älter old; neu new; lang:länger long; kaputt broken; grün green; stabil sturdy; schwer heavy""",
    "weatherthing": "stark:stärker strong; kalt:kälter cold",
    "head": "neu new; erfahren experienced; jung:jünger young; beliebt popular",
    "pear": "reif ripe; süß sweet; grün green; saftig juicy",
    "dish": """
lecker delicious/tasty; warm:wärmer warm; einfach simple; italienisch Italian; scharf:schärfer spicy""",
    "blanket ribbon": "warm:wärmer warm; rot:röter red; weich soft; blau blue; bunt colorful",
    "goal move": "schön beautiful; wichtig important; letzt last; klug:klüger clever",
    "ticket map": "teuer:teurer expensive; billig cheap; neu new; genau detailed",
    "illness disaster": "schwer serious; gefährlich dangerous; schlimm terrible/bad",
}
