"""The nouns of the sample: one table per selectional class, as `gender singular plural english[/synonym]`.

Gender is m, f, n, or w for masculines of the weak declension (der Junge, den Jungen). A plural may be
an ending (-en), `-` for no ending, or `0` for a noun that is not counted. Frequent nouns come first.
An English plural that the rules do not give is in `english.PLURALS`.
"""

NOUNS = {
    "person": """
m Mann Männer man; f Frau -en woman; n Kind -er child/kid; m Arzt Ärzte doctor/physician;
f Ärztin -nen doctor;
m Lehrer - teacher; f Lehrerin -nen teacher; w Student -en student; f Studentin -nen student; w Junge -n boy;
n Mädchen - girl; m Vater Väter father; m Bruder Brüder brother; f Schwester -n sister; m Freund -e friend;
f Freundin -nen friend; w Nachbar -n neighbor; f Nachbarin -nen neighbor; m Sohn Söhne son;
f Tochter Töchter daughter; w Kollege -n colleague/coworker; f Kollegin -nen colleague/coworker;
m Chef -s boss;
w Kunde -n customer/client; f Kundin -nen customer/client; m Schüler - pupil/student;
w Polizist -en policeman;
m Richter - judge; w Journalist -en journalist/reporter; m Ingenieur -e engineer; m Künstler - artist;
f Künstlerin -nen artist; m Bäcker - baker; m Koch Köche cook/chef; m Gärtner - gardener; w Bauer -n farmer;
m Fahrer - driver; m Besucher - visitor; w Tourist -en tourist; m Gast Gäste guest; m Onkel - uncle;
f Tante -n aunt;
m Großvater Großväter grandfather; f Großmutter Großmütter grandmother; w Präsident -en president;
m Minister - minister; f Ministerin -nen minister; m Schauspieler - actor; f Schauspielerin -nen actress;
m Sänger - singer; f Sängerin -nen singer; m Schriftsteller - writer/author; m Professor -en professor;
m Verkäufer - salesman; f Verkäuferin -nen saleswoman; m Handwerker - craftsman; w Patient -en patient;
f Krankenschwester -n nurse; w Zeuge -n witness; m Anwalt Anwälte lawyer; f Anwältin -nen lawyer;
w Soldat -en soldier; m Dieb -e thief; m König -e king; f Königin -nen queen;
w Prinz -en prince; m Mechaniker - mechanic; m Elektriker - electrician; m Pfarrer - priest;
w Pilot -en pilot;
m Kellner - waiter; f Kellnerin -nen waitress; m Schneider - tailor; m Fischer - fisherman; m Jäger - hunter;
m Trainer - coach; m Spieler - player; m Bürgermeister - mayor; m Forscher - researcher;
f Forscherin -nen researcher; m Übersetzer - translator; f Übersetzerin -nen translator; m Maler - painter;
m Vermieter - landlord; m Mieter - tenant; m Zahnarzt Zahnärzte dentist; m Direktor -en director""",
    "kin": """
f Mutter Mütter mother; m Vater Väter father; m Bruder Brüder brother; f Schwester -n sister;
m Sohn Söhne son;
f Tochter Töchter daughter; m Onkel - uncle; f Tante -n aunt; m Großvater Großväter grandfather;
f Großmutter Großmütter grandmother; w Neffe -n nephew; f Nichte -n niece; m Cousin -s cousin""",
    "group": """
f Firma Firmen company/firm; f Regierung -en government; f Polizei 0 police@p; f Schule -n school;
n Unternehmen - company/business; f Universität -en university; f Zeitung -en newspaper; f Partei -en party;
m Verein -e club; f Stadt Städte city; n Ministerium Ministerien ministry; f Familie -n family;
f Gemeinde -n community; f Mannschaft -en team; f Gewerkschaft -en union; f Behörde -n authority""",
    "animal": """
m Hund -e dog; f Katze -n cat; n Pferd -e horse; m Vogel Vögel bird; f Kuh Kühe cow; n Schaf -e sheep;
f Maus Mäuse mouse;
m Wolf Wölfe wolf; w Bär -en bear; m Fuchs Füchse fox; w Affe -n monkey; w Elefant -en elephant;
n Huhn Hühner chicken;
f Ziege -n goat; m Esel - donkey; n Kaninchen - rabbit""",
    "food": """
n Brot 0 bread; m Kuchen - cake; m Apfel Äpfel apple; f Suppe -n soup; m Käse 0 cheese; n Ei -er egg;
m Fisch -e fish;
n Fleisch 0 meat; f Kartoffel -n potato; f Tomate -n tomato; m Reis 0 rice; f Torte -n cake;
f Wurst Würste sausage;
m Salat -e salad; n Gemüse 0 vegetables@p; n Obst 0 fruit; f Kirsche -n cherry; f Orange -n orange;
f Nudel -n noodle;
f Schokolade 0 chocolate; m Honig 0 honey; f Erdbeere -n strawberry; f Pflaume -n plum; n Eis 0 ice cream;
n Brötchen - roll; f Nuss Nüsse nut; f Pizza -s pizza""",
    "drink": """
n Wasser 0 water; m Kaffee 0 coffee; m Tee 0 tea; f Milch 0 milk; m Wein 0 wine; n Bier 0 beer;
m Saft 0 juice;
f Limonade 0 lemonade""",
    "document": """
n Buch Bücher book; m Brief -e letter; m Bericht -e report; m Vertrag Verträge contract/agreement;
m Artikel - article;
n Gedicht -e poem; m Roman -e novel; f Rechnung -en bill/invoice; f Nachricht -en message;
f Geschichte -n story;
n Formular -e form; m Text -e text; n Protokoll -e record; m Antrag Anträge application; f Liste -n list;
f Anleitung -en manual/instructions@p; n Tagebuch Tagebücher diary; f Rede -n speech;
f Zeitschrift -en magazine""",
    "clothing": """
m Mantel Mäntel coat; n Kleid -er dress; f Jacke -n jacket; n Hemd -en shirt; m Hut Hüte hat; m Schuh -e shoe;
m Pullover - sweater/pullover; m Rock Röcke skirt; f Hose -n pants@p/trousers@p; f Mütze -n cap;
m Handschuh -e glove;
m Schal -s scarf; m Anzug Anzüge suit; m Stiefel - boot""",
    "vehicle": """
n Auto -s car; n Fahrrad Fahrräder bicycle/bike; m Bus -se bus; n Schiff -e ship; m Lastwagen - truck;
n Flugzeug -e plane/airplane; f Straßenbahn -en tram; n Boot -e boat; n Motorrad Motorräder motorcycle;
n Taxi -s taxi/cab; m Traktor -en tractor""",
    "device": """
m Computer - computer; n Telefon -e telephone/phone; f Maschine -n machine; f Uhr -en clock; n Radio -s radio;
f Lampe -n lamp; f Kamera -s camera; m Fernseher - television; m Kühlschrank Kühlschränke refrigerator/fridge;
f Waschmaschine -n washing machine; f Heizung -en heater; m Motor -en engine; m Drucker - printer;
m Ofen Öfen oven""",
    "furniture": """
m Tisch -e table; m Stuhl Stühle chair; n Bett -en bed; m Schrank Schränke cupboard; n Sofa -s sofa/couch;
n Regal -e shelf; m Sessel - armchair; m Spiegel - mirror; m Teppich -e carpet/rug; m Schreibtisch -e desk""",
    "seat": """
m Stuhl Stühle chair; n Sofa -s sofa/couch; m Sessel - armchair; n Bett -en bed; f Treppe -n stairs@p;
m Hocker - stool""",
    "container": """
f Tasche -n bag; m Koffer - suitcase; f Kiste -n box/crate; f Flasche -n bottle; n Glas Gläser glass;
f Tasse -n cup;
m Korb Körbe basket; m Topf Töpfe pot; f Schachtel -n box; m Eimer - bucket; f Dose -n can/tin;
n Paket -e parcel/package""",
    "portable": """
m Schlüssel - key; n Messer - knife; n Bild -er picture; n Geschenk -e gift/present; f Blume -n flower;
m Regenschirm -e umbrella;
f Brille -n glasses@p; f Kerze -n candle; n Spielzeug -e toy; n Werkzeug -e tool;
f Zeitung -en newspaper; n Handtuch Handtücher towel;
n Foto -s photo/photograph; n Heft -e notebook; m Ring -e ring; f Puppe -n doll;
n Kissen - pillow/cushion; n Seil -e rope;
m Stift -e pen; m Teller - plate; m Löffel - spoon; f Gabel -n fork""",
    "tool": """
m Hammer Hämmer hammer; n Messer - knife; f Säge -n saw; f Schaufel -n shovel; f Zange -n pliers@p;
f Schere -n scissors@p;
m Pinsel - brush; n Werkzeug -e tool""",
    "opening": """
f Tür -en door; n Fenster - window; f Kiste -n box/crate; m Koffer - suitcase; f Flasche -n bottle;
n Geschäft -e shop/store;
m Schrank Schränke cupboard; f Schublade -n drawer; m Brief -e letter""",
    "building": """
n Haus Häuser house; f Kirche -n church; f Brücke -n bridge; n Hotel -s hotel; m Turm Türme tower;
n Museum Museen museum;
n Krankenhaus Krankenhäuser hospital; f Fabrik -en factory; n Theater - theater;
n Rathaus Rathäuser town hall;
m Stall Ställe stable; n Denkmal Denkmäler monument; f Mauer -n wall; n Dach Dächer roof;
m Zaun Zäune fence""",
    "inplace": """
f Stadt Städte city; m Park -s park; m Garten Gärten garden; f Küche -n kitchen; n Büro -s office;
n Dorf Dörfer village;
m Wald Wälder forest/woods@p; n Museum Museen museum; n Restaurant -s restaurant; f Bibliothek -en library;
n Krankenhaus Krankenhäuser hospital; n Zimmer - room; m Keller - cellar/basement; n Hotel -s hotel;
f Kirche -n church;
f Fabrik -en factory; m Hof Höfe yard; f Werkstatt Werkstätten workshop; n Café -s café;
f Wohnung -en apartment/flat;
n Theater - theater; f Altstadt 0 old town; n Labor -s laboratory/lab; n Tal Täler valley;
m Laden Läden shop/store;
n Gefängnis -se prison/jail; n Stadion Stadien stadium; f Wüste -n desert; m Saal Säle hall""",
    "atplace": """
m Bahnhof Bahnhöfe station; m Flughafen Flughäfen airport; m See -n lake; m Fluss Flüsse river;
m Hafen Häfen harbor/port;
f Grenze -n border; f Haltestelle -n stop; f Universität -en university; m Eingang Eingänge entrance;
f Ampel -n traffic light;
f Kreuzung -en intersection/crossroads; m Strand Strände beach""",
    "onplace": """
m Markt Märkte market; f Straße -n street/road; f Insel -n island; m Platz Plätze square;
m Bauernhof Bauernhöfe farm;
m Berg -e mountain; f Brücke -n bridge; f Wiese -n meadow; m Friedhof Friedhöfe cemetery; m Balkon -e balcony;
f Terrasse -n terrace; f Baustelle -n construction site; m Spielplatz Spielplätze playground;
f Bühne -n stage""",
    "event": """
n Konzert -e concert; f Sitzung -en meeting; n Fest -e party/celebration; f Prüfung -en exam/test;
n Spiel -e game/match;
f Hochzeit -en wedding; f Reise -n trip/journey; f Ausstellung -en exhibition; f Konferenz -en conference;
m Unterricht 0 class; f Vorlesung -en lecture; m Krieg -e war; f Wahl -en election;
m Ausflug Ausflüge outing/excursion""",
    "topic": """
n Problem -e problem; f Frage -n question; m Plan Pläne plan; f Idee -n idea; f Lösung -en solution;
n Gesetz -e law;
f Entscheidung -en decision; m Vorschlag Vorschläge proposal/suggestion; n Projekt -e project;
f Zukunft 0 future;
f Wahrheit 0 truth; n Ergebnis -se result; m Fehler - mistake/error; f Arbeit 0 work;
f Politik 0 politics; f Kunst 0 art;
m Unfall Unfälle accident; n Thema Themen topic/subject; f Antwort -en answer/reply; m Traum Träume dream;
m Preis -e price; f Gefahr -en danger; f Situation -en situation; m Streit 0 dispute; f Ursache -n cause;
n Recht -e right; f Aufgabe -n task; m Grund Gründe reason; m Erfolg -e success; n Wetter 0 weather;
f Gesundheit 0 health; f Freiheit 0 freedom; f Sprache -n language; f Umwelt 0 environment;
f Meinung -en opinion""",
    "music": """
n Lied -er song; f Oper -n opera; f Musik 0 music; n Klavier -e piano; f Geige -n violin;
f Gitarre -n guitar; f Flöte -n flute""",
    "instrument": """
n Klavier -e piano; f Geige -n violin; f Gitarre -n guitar; f Flöte -n flute; f Trompete -n trumpet;
f Trommel -n drum""",
    "plant": """
m Baum Bäume tree; f Blume -n flower; f Rose -n rose; n Gras 0 grass; f Pflanze -n plant;
f Tulpe -n tulip; m Busch Büsche bush""",
    "language": """
n Deutsch 0 German; n Englisch 0 English; n Französisch 0 French; n Spanisch 0 Spanish;
n Italienisch 0 Italian; n Russisch 0 Russian""",
    "intolanguage": """
n Deutsche 0 German; n Englische 0 English; n Französische 0 French; n Spanische 0 Spanish;
n Italienische 0 Italian""",
    "money": """
n Geld 0 money; f Miete -n rent; f Rechnung -en bill; f Steuer -n tax; f Strafe -n fine;
m Eintritt 0 admission""",
    "surface": """
m Tisch -e table; n Regal -e shelf; m Boden Böden floor; m Stuhl Stühle chair; m Schrank Schränke cupboard""",
    # Words whose translation depends on their neighbors stand in classes of their own, which only
    # the frames in `verbs.py` name that hold the deciding word.
    "bench": "f Bank Bänke bench",
    "bank": "f Bank Banken bank",
    "castle": "n Schloss Schlösser castle/palace",
    "lock": "n Schloss Schlösser lock",
    "head": "m Leiter - head",
    "ladder": "f Leiter -n ladder",
    "train": "m Zug Züge train",
    "move": "m Zug Züge move",
    "pear": "f Birne -n pear",
    "bulb": "f Birne -n light bulb/bulb",
    "goal": "n Tor -e goal",
    "gate": "n Tor -e gate",
    "dish": "n Gericht -e dish",
    "court": "n Gericht -e court",
    "nutpart": "f Mutter Muttern nut",
    "band": "f Band -s band",
    "ribbon": "n Band Bänder ribbon",
    "ceiling": "f Decke -n ceiling",
    "blanket": "f Decke -n blanket",
    "counter": "m Schalter - counter",
    "switch": "m Schalter - switch",
    "map": "f Karte -n map",
    "ticket": "f Karte -n ticket",
    "voice": "f Stimme -n voice",
    "vote": "f Stimme -n vote",
    "tap": "m Hahn Hähne tap/faucet",
    "rooster": "m Hahn Hähne rooster",
    "leaf": "n Blatt Blätter leaf",
    "sheet": "n Blatt Blätter sheet",
    # Nouns that only make sense with one verb, or that decide an ambiguous one.
    "loan": "m Kredit -e loan",
    "screw": "f Schraube -n screw",
    "hope": """
f Hoffnung -en hope; m Plan Pläne plan; m Traum Träume dream; m Widerstand 0 resistance;
m Kampf Kämpfe fight""",
    "mail": """
n Paket -e parcel/package; m Brief -e letter; n Päckchen - small package; m Eilbrief -e express letter""",
    "ban": "n Verbot -e ban; n Gesetz -e law; f Sperre -n block; f Strafe -n penalty",
    "studies": """
n Studium 0 studies@p; f Ausbildung 0 training; n Projekt -e project; f Untersuchung -en investigation""",
    "deal": "m Vertrag Verträge contract/agreement; f Versicherung -en insurance policy; n Abkommen - treaty",
    "rule": """
f Regel -n rule; n Problem -e problem; m Stau -s traffic jam; n Gesetz -e law; f Kontrolle -n check;
n Hindernis -se obstacle""",
    "handled": """
n Geld 0 money; n Werkzeug -e tool; f Kritik 0 criticism; m Stress 0 stress; f Maschine -n machine;
w Kunde -n customer""",
    "attracted": "w Tourist -en tourist; m Besucher - visitor; m Investor -en investor; m Käufer - buyer",
    "attraction": """
f Ausstellung -en exhibition; f Stadt Städte city; n Fest -e festival; f Insel -n island;
m Strand Strände beach""",
    "production": """
f Produktion 0 production; m Betrieb 0 operations@p; f Suche 0 search; f Zahlung -en payment""",
    "material": """
n Holz 0 wood; n Metall 0 metal; m Stein 0 stone; n Glas 0 glass; n Plastik 0 plastic; n Papier 0 paper""",
    "made": """
f Brücke -n bridge; m Turm Türme tower; m Tisch -e table; f Mauer -n wall; n Boot -e boat;
f Kiste -n box""",
    "demand": """
f Antwort -en answer; n Recht -e right; f Entschuldigung -en apology; f Lösung -en solution;
f Zahlung -en payment""",
    "wall": "f Wand Wände wall; m Baum Bäume tree; f Mauer -n wall; n Dach Dächer roof",
    "paper": "n Papier 0 paper",
    "tournament": """
n Spiel -e game/match; f Meisterschaft -en championship; n Turnier -e tournament; m Preis -e prize/award""",
    "weatherthing": "m Regen 0 rain; m Schnee 0 snow; m Wind 0 wind; m Sturm Stürme storm; m Nebel 0 fog",
    "illness": "m Husten 0 cough; n Fieber 0 fever; f Grippe 0 flu; f Krankheit -en illness/disease",
    "disaster": "n Feuer - fire; f Flut -en flood; m Sturm Stürme storm; n Erdbeben - earthquake",
    "crime": "m Diebstahl Diebstähle theft; m Mord -e murder; m Betrug 0 fraud; m Überfall Überfälle robbery",
}

# Small classes made of nouns that stand in the tables above.
SUBSETS = {
    "geschichte": "Geschichte Wahrheit",
    "erfindung": "Maschine Computer Geschichte Lösung",
    "faltbar": "Hemd Kleid Hose Pullover Handtuch",
    "home": "Stadt Dorf Wohnung Hotel Altstadt Tal Insel",
    "firma": "Firma Unternehmen Zeitung Fabrik Verein",
    "reise": "Reise Zukunft Hochzeit Ausflug",
    "bild": "Bild Foto Spiegel",
    "kind": "Kind Junge Mädchen Schüler",
    "lied": "Lied Oper",
    "zimmer": "Zimmer Küche Keller Wohnung Büro Werkstatt",
    "stadt": "Stadt Dorf Wohnung Haus",
    "bus": "Bus Auto Straßenbahn Flugzeug Taxi Boot",
    "vehicleby": "Bus Auto Fahrrad Taxi Schiff Straßenbahn Zug",
    "vogel": "Vogel Flugzeug",
    "wald": "Wald Stadt See Fluss",
    "onberg": "Berg",
    "fluss": "Fluss See",
    "geld": "Geld",
    "problem": "Problem Streit Aufgabe",
    "antrag": "Antrag",
    "plan": "Plan Vorschlag Gesetz Projekt Entscheidung Idee",
    "frage": "Frage",
    "rede": "Rede Vorlesung",
    "mannschaft": "Mannschaft Verein",
    "fahrer": "Fahrer Tourist Pilot",
    "hund": "Hund Katze Affe Esel",
    "polizei": "Polizei Polizist",
    "dieb": "Dieb Soldat Fahrer",
    "arzt": "Arzt Ärztin",
    "stress": "Stress Kritik Krankheit Fieber",
    "fehler": "Fehler Unfall",
    "erfolg": "Erfolg Hochzeit",
    "insel": "Insel Stadt Altstadt",
    "rechte": "Recht Freiheit Umwelt Zukunft",
    "entscheidung": "Entscheidung",
    "pruefung": "Prüfung Mathematikprüfung Deutschprüfung Physikprüfung Abschlussprüfung",
    "worker": "Ingenieur Fahrer Koch Verkäuferin Mechaniker Übersetzer Anwältin",
    "boden": "Boden",
    "wohnung": "Wohnung Haus Zimmer",
    "hut": "Hut Brille Mütze",
    "pinsel": "Pinsel",
    "tourist": "Tourist Besucher Gast Schüler Familie",
    "koenig": "König Königin Prinz",
    "tuer": "Tür Kellertür Garagentür Küchentür",
    "spieler": "Spieler Mannschaft Junge Trainer",
    "apfel": "Apfel Kartoffel Orange",
    "messer": "Messer",
    "lampe": "Lampe",
    "soldat": "Soldat Polizist Hund",
    "koch": "Koch Bäcker Großmutter Gast",
    "kellner": "Kellner Kellnerin Koch",
    "demandright": "Recht Vertrag Antrag",
    "zeuge": "Zeuge Polizist Patient Journalist",
    "mechaniker": "Mechaniker Handwerker Fahrer",
    "zange": "Zange Werkzeug",
    "saenger": "Sänger Sängerin Schauspieler Lehrerin",
    "geschenk": "Geschenk Paket Schachtel Kiste",
    "maler": "Maler Mieter Vermieter Handwerker",
    "kunde": "Kunde Kundin Tourist Gast",
    "elektriker": "Elektriker Handwerker Mieter",
    "waehler": "Frau Mann Student Minister Bürgermeister",
    "hof": "Hof Bauernhof",
    "bad": "Küche Keller",
    "post": "Bahnhof Flughafen Hotel",
    "bauer": "Bauer Koch",
    "huhn": "Huhn Schaf Kuh",
    "baum": "Baum Dach",
    "inplaceplain": "Stadt Zimmer Büro Haus Restaurant Dorf Hotel Saal",
}
