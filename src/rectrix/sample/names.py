"""The names of the sample, as `German/English` where they differ."""

from rectrix.sample.table import words

MALE = words("""
Peter Thomas Max Paul Lukas Jan Felix Karl Martin Stefan Jonas Simon David Leon Otto Hans Emil Anton Ben Tim
""")
FEMALE = words("""
Anna Maria Julia Laura Lena Sophie Emma Clara Eva Lisa Sarah Nina Hannah Marta Petra Ingrid Paula Greta Ida
""")
PLACES = words("""
Berlin Hamburg München/Munich Köln/Cologne Wien/Vienna Zürich/Zurich Dresden Leipzig Paris London Rom/Rome
Prag/Prague Warschau/Warsaw Moskau/Moscow Brüssel/Brussels Bremen Frankfurt Stuttgart Nürnberg/Nuremberg
Genf/Geneva Madrid Lissabon/Lisbon Athen/Athens Mailand/Milan Kopenhagen/Copenhagen Deutschland/Germany
Frankreich/France Italien/Italy Spanien/Spain Österreich/Austria Polen/Poland England Schweden/Sweden
Norwegen/Norway Griechenland/Greece Ungarn/Hungary Russland/Russia China Japan Indien/India
Brasilien/Brazil Kanada/Canada Mexiko/Mexico
""")
