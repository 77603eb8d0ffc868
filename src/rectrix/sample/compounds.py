"""Compounds that are put together freely: modifiers with their linking elements (Schul-, Museums-) and heads.

Each family is (class, modifiers `Modifier english`, heads `gender head plural english`).
"""

COMPOUNDS = (
    (
        "food",
        """
Apfel apple; Kirsch cherry; Schokoladen chocolate; Nuss nut; Erdbeer strawberry; Pflaumen plum;
Zitronen lemon; Honig honey; Quark curd""",
        "m -kuchen - cake; f -torte -n cake; n -eis 0 ice cream; n -brötchen - roll",
    ),
    (
        "food",
        """
Tomaten tomato; Kartoffel potato; Gemüse vegetable; Fisch fish; Zwiebel onion; Linsen lentil;
Nudel noodle; Hühner chicken; Bohnen bean; Kürbis pumpkin""",
        "f -suppe -n soup; m -salat -e salad; m -eintopf -eintöpfe stew; m -auflauf -aufläufe casserole",
    ),
    (
        "opening",
        """
Haus front; Küchen kitchen; Keller cellar; Garagen garage; Büro office; Auto car; Kirchen church;
Schul school; Schlafzimmer bedroom; Wohnungs apartment; Hotel hotel; Bahnhofs station; Museums museum;
Werkstatt workshop""",
        "f -tür -en door; n -fenster - window",
    ),
    (
        "portable",
        """
Küchen kitchen; Keller cellar; Garagen garage; Büro office; Auto car; Kirchen church; Zimmer room;
Wohnungs apartment; Museums museum; Werkstatt workshop; Boots boat""",
        "m -schlüssel - key",
    ),
    (
        "furniture",
        """
Holz wooden; Metall metal; Glas glass; Plastik plastic; Stein stone; Küchen kitchen; Garten garden;
Büro office; Kinder children 's""",
        "m -tisch -e table; m -stuhl -stühle chair; n -regal -e shelf; m -schrank -schränke cupboard",
    ),
    (
        "person",
        """
Schul school; Krankenhaus hospital; Hotel hotel; Museums museum; Bank bank; Gefängnis prison;
Zirkus circus; Theater theater""",
        "m -direktor -en director; f -direktorin -nen director; m -mitarbeiter - employee",
    ),
    (
        "person",
        """
Deutsch German; Geschichts history; Mathematik math; Musik music; Sport sports; Kunst art;
Physik physics; Chemie chemistry; Englisch English; Tanz dance""",
        "m -lehrer - teacher; f -lehrerin -nen teacher; w -student -en student",
    ),
    (
        "document",
        """
Koch cooking; Kinder children 's; Geschichts history; Mathematik math; Lieder song; Märchen fairytale;
Sach reference; Reise travel; Gäste guest""",
        "n -buch -bücher book",
    ),
    (
        "event",
        """
Deutsch German; Geschichts history; Mathematik math; Physik physics; Chemie chemistry; Fahr driving;
Abschluss final; Sprach language; Aufnahme entrance""",
        "f -prüfung -en exam/test",
    ),
    (
        "clothing",
        """
Sommer summer; Winter winter; Regen rain; Leder leather; Woll wool; Arbeits work; Sport sports;
Kinder children 's""",
        """
m -mantel -mäntel coat; f -jacke -n jacket; m -schuh -e shoe; n -hemd -en shirt; n -kleid -er dress;
f -mütze -n cap""",
    ),
    (
        "topic",
        """
Friedens peace; Steuer tax; Klima climate; Umwelt environmental; Gesundheits health; Verkehrs traffic;
Sicherheits security; Energie energy; Wirtschafts economic; Forschungs research; Bildungs education;
Handels trade; Arbeits labor; Finanz financial; Wohnungs housing""",
        """
n -gesetz -e law; n -problem -e problem; m -plan -pläne plan; f -politik 0 policy; f -reform -en reform;
f -frage -n question; n -projekt -e project; f -krise -n crisis""",
    ),
    (
        "person",
        """
Umwelt environment; Gesundheits health; Verkehrs transport; Sicherheits security; Energie energy;
Wirtschafts economics; Bildungs education; Handels trade; Arbeits labor; Finanz finance; Kultur culture""",
        "m -minister - minister; f -ministerin -nen minister; w -experte -n expert; f -expertin -nen expert",
    ),
    (
        "event",
        """
Friedens peace; Klima climate; Sicherheits security; Wirtschafts economic; Partei party; Presse press;
Energie energy; Welt world""",
        "f -konferenz -en conference; m -gipfel - summit",
    ),
    (
        "building",
        """
Wohn residential; Büro office; Schul school; Hotel hotel; Museums museum; Fabrik factory;
Krankenhaus hospital; Universitäts university""",
        "n -gebäude - building",
    ),
    (
        "device",
        "Bahnhofs station; Kirchturm church tower; Küchen kitchen; Wand wall",
        "f -uhr -en clock",
    ),
)
