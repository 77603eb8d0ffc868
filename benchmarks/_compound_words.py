"""German words of Europarl, drawn at random and cut into their parts by hand; a filler stands in brackets."""

WORDS = """
abwandern abwicklung anbetracht anbieten anliegens anschauung(s)beispiel ansprüchen anstiege
arbeit(s)gesetze arbeit(s)plätze arbeit(s)umfeld arroganz aufgeschlossenheit aufschieben ausblick
ausführung(s)plan auto+lobby balkan+region banken+insolvenzen bank+geschäften beihilfe+regelung beitritt
bekenntnisses berechnung(s)weise bergsteigern beschneidungen betrieb(s)rates bezirken bildung(s)minister
bildung(s)stufen binnen+markt+regeln bonus+leistungen bus+dienste consulting+gesellschaften deutschland
diebstähle duft+stoffe durchgang(s)station dürre+perioden ebensowenig effizienz+kriterien einfuhr+mengen
einkommens einschließlich einstimmigkeit einzel+wagen+ladung(s)transports elektrizität(s)sektor empfehlung
energie+steuern entlassungen ergebnissen erinnerung erwägung(s)gründe eskalationen ethik+gruppe
etikettierung(s)bestimmungen europa+kolleg fahrgast+sicherheit fall+gruben familien+foto fantasten
faust+recht fehler+niveau flugzeug+besitzer folter+knechte forschung(s)rats fremd+kosten+posten fremd+wörter
fälschung(s)mächte garantie gas+blockade gedenk+tage gegen+stimmen gegenwert gemeinschaft(s)institutionen
gesamt+ansatz gesamt+konsums geschichte gesetzgebung(s)vorhaben gesundheit(s)strategie
gleichbehandlung(s)richtlinie gleichstellung(s)behörde grenz+ziehung großteil grundsatz
grundsatz+erklärungen haft+prüfung(s)termins halb+wüste handel(s)defizit handel(s)systeme handel(s)vorteilen
haupt+diskussion(s)punkte haupt+städte haushalts haushalt(s)sicht haus+mülls heiligen hemmnissen hierdurch
hilfs+leistungen hochschul+welt information(s)inhalten info+stellen intentionen jahres+bericht keulungen
klarheit klein+familien klima+wechsel+abgabe klär+anlagen kollegin kontroll+berichte konvention
krebs+patienten kultur+programm kühl+wasser+kreislauf lade+dichte land+schutz+strategien lebensmittel+schutz
legitimität leser+brief+seite lissabon management+bereich markt+gesetzgebung milch+paket militär+stellungen
mineral+öl minister+sitzungen missverständnis mitglieder+statut mord+kommandos näherrückens optionen
parallele parlament patent+lösung pauschal+satzes pflanzen+vielfalt polizei+einsatzes preis+steigerungen
presse+berichten primär+energie+einsparungen problem+bereich psychologe qualität(s)überprüfungen
quecksilber+strategie raum+gestaltung rebellen+truppen recht(s)lücke recht(s)widrigkeit reform+anstrengungen
regierungen reis+feldern relativierung reproduktive republik rindfleisch+importen rohstoff+bedarfs
ruf+nummer russisch rückschritt schadstoff+mengen scherflein schiff(s)abwrackung schilderungen
schnell+start+liste schnell+tests schottische schul+systeme schutz+klausel schweigen sechs+jahres+planes
selbst+kosten+preis selbst+versorgung(s)fähigkeit solvenz+krise sonder+erlaubnis sowjet+blocks
sozial+klausel spediteure sperr+gebiete sport+modell start+abbruch statistischer strahlen+folgen
super+krediten system+kosten tabak+verbot terror+attacken tod(es)falls tomaten+produzent unruhe+herden
unterbewertungen urheber+recht(s)gesetzgebung ursprung verarbeiter verbal+attacken verdächtige
verfassung(s)referenden verfälschung verfügbarmachung vergütung(s)systems verhaltens+kodex
verkehr(s)knoten+punkt verkehr(s)tote verordnung(s)vorschlags verwehrung vier+jahres+kontingente
visum+gebühr visum(s)politik volk(s)partei vor+beitritt(s)instrumenten vorbildern wahl+kampagnen wahrheit
waisen+kind waren+austausch weich+obst+sektors wein+markts zahlen+werken zahlung(s)verfahren zehnfaches
zeit+arbeiter zeit+nischen+zuweisung zins+zuschüssen zwei+stufen+plan abgedroschenen abverlangte akzeptiert
alternde anerkannt angeklagt angelegtes angesammeltem angeschlagen anmaßend anschlagen anspruch(s)volleres
anstellen anzugehen aufgerührt aufnötigen aufrütteln ausbezahlt ausdenken ausführliche ausgetauscht
ausgleicht begrabene belaufen belebtesten berechnen bereitgefunden beschließenden betreffende beurteilt
bevölkerung(s)politische britischen dabeizusein derselbe durchsetzbare einleiten einzigartiges einzugestehen
entgegensteht entwickeltes erarbeitende ergiebigeren ergreift erlassen erwachten explodierende festgelegt
finanziellen fischerei+wissenschaftlichen fleißige flüssiger freundlicherweise geachteter gebiet(s)ansässige
gedachten gefahrlos gehalten geografischen gerichtlicher geringes geräusch+ärmerer gewissenhaften
gewohnheit(s)mäßigen gewünschte großspurig größerem haushalt(s)neutral hingenommen hinsichtlich
holz+erzeugenden inhalt(s)reiche innovation(s)orientierte irischer kompromiss+freudigen konsensuelle
kostspieliger kundgetan kümmerliche mangelnde markt+radikaler markt+wirtschaftliches mittelfristiger
nachhaltigeren nirgendwohin notwendig nuklear+waffen+freie oberflächliche obligatorischen partizipative
promoviert prägnanter pädagogische recht(s)extremistischer russische rückläufigen schwebende schwerwiegender
schwächer seh+behinderten spaltbarem starkmachen streitet umwelt+freundliches umwelt+schonende
unaussprechliche unendliches unparteiisch unterhaltsame vehementer verallgemeinerten verarmen verbliebene
verdeckten versammeln verspürte verstieß verzweifelten vorangebracht vorliegen wesentlichen wettbewerbs
wettbewerb(s)fähigen wiedererkennt wärmeren zerschellen zufriedener zukünftig östlichen überalterung
übereinstimmung übergang(s)präsident überzeugung überdauert überdimensionale überlebt überseeischen
"""


def references() -> dict[str, list[str]]:
    """Each word with its parts."""
    found = {}
    for entry in WORDS.split():
        parts = entry.replace("(", "+(").replace(")", ")+").split("+")
        word = "".join(part.strip("()") for part in parts)
        found[word] = [part for part in parts if not part.startswith("(")]
    return found
