"""A board of everyday words for each language: every letter with a mark that it has, short and long, phrases, signs."""

from __future__ import annotations

from tests.vision.drawn import Drawn, Look, draw, kivy_font

_WORDS = {
    "eng": "OX|TV|T-SHIRT|O'CLOCK|BREAD 'N' BUTTER|ST. ANDREW|HOT AIR BALLOON|MERRY-GO-ROUND|WALTZ|QUAY|JIGSAW|"
    "FOX|VINEGAR|KITCHEN|BLACK PUDDING|MUD|PUZZLE|LILY|ILLUSION|BARLEY|OCEAN LINER|GRAVY|HEDGE|SQUIRREL|"
    "CZAR",
    "deu": "ÖL|EI|BÄR|BAR|ÜBUNG|ÄPFEL|KÖNIGIN|FÜR|GRÜSSE|STRASSE|MASSE|SCHNEE-EULE|ST. PAULI|O'HARA|"
    "SAURE GURKEN ZEIT|FRÜHSTÜCK|MÖWE|JÄGER|ZWÖLF|QUARK|WÄSCHE|ÄHRE|LÖFFEL|GRÜN|XYLOFON",
    "fra": "OR|OÙ|ÉCOLE|PÈRE|FORÊT|NOËL|ÎLE|MAÏS|HÔTEL|CŒUR|ŒUF|BÛCHE|ÂNE|CAPHARNAÜM|GARÇON|À PIED|L'AIR|"
    "ARC-EN-CIEL|POMME DE TERRE|ST. TROPEZ|MÛR|MUR|AIGUË|REÇU|KIWI",
    "spa": "TÉ|OSO|NIÑO|PIÑA|ÁRBOL|LEÓN|PINGÜINO|SOFÁ|ÉPOCA|ÍNDICE|BAÚL|RÍO|LÁPIZ|CORAZÓN|ÓRGANO|ÚTIL|AÑO|AJO|"
    "PUNTO Y COMA|SAN MARTÍN|D. TOMÁS|D'ORO|CORTA-CÉSPED|QUESO|YUGO",
    "ita": "RE|TÈ|CITTÀ|CAFFÈ|PERCHÉ|LUNEDÌ|PERÒ|TRIBÙ|L'ORO|PAN DI SPAGNA|S. MARCO|VA-E-VIENI|GIOVENTÙ|FALÒ|"
    "PAPÀ|OGGI|UVA|ZUCCA|QUADRO|FARFALLA|GHIACCIO|SCIARPA|ÀNCORA|È NOTTE|BIRRA",
    "ces": "ÚL|KŮŇ|ŘEKA|ŽÁBA|DĚTI|ČAJ|ŠKOLA|SÍŤ|LOĎ|ÓDA|KÝBL|PÍSEK|ÉTER|ĎÁBEL|SKŘÍŇ|ÚŘAD|SV. VÁCLAV|DŮM|DUM|"
    "VČELÍ ÚL|MEZI NÁMI DĚVČATY|O'NEIL|ČERNO-BÍLÝ|TŘEŠEŇ|ŤUHÝK",
    "pol": "ŁÓDŹ|ŻABA|ŚNIEG|ĆMA|KOŃ|GĘŚ|DĄB|ŻÓŁW|MĄKA|ŁOŚ|LOS|SŁOŃ|ŹREBAK|ÓSMY|OS|BŁĘDNY RYCERZ|ŚW. MIKOŁAJ|"
    "O'HARA|BIAŁO-CZERWONY|PIES I KOT|ŻOŁĄDŹ|CZEŚĆ|WĄŻ|ŁZA|PŁOT",
    "swe": "Ö|ÅL|AL|ÄPPLE|ÖGA|SJÖ|VÄST|VAST|BÅT|HÄST|KÖK|IDÉ|T-TRÖJA|ST. ERIK|O'HARA|HUS VID SJÖ|GRÖN ÄNG|RÅTTA|"
    "MÅNE|FJÄRIL|LÖNN|DÖRR|KNÄ|TÅG|SKÄGG",
    "fin": "YÖ|JÄÄ|ÄITI|SÄÄ|SAA|HÄÄYÖ|PÖLLÖ|ÖLJY|LÄÄKE|MÄÄRÄ|TYTTÖ|ÅBO|ŠAKKI|DŽONKKI|VÄRI|VARI|LINJA-AUTO|"
    "ST. MORITZ|O'HARA|HYVÄÄ YÖTÄ ÄITI|KYNTTILÄ|VETTÄ|KÄRPÄNEN|ÄYRI|MUSTA LEIPÄ",
    "rus": "ЁЛКА|ЁЖ|ЙОД|ЧАЙ|ЩУКА|ЦИРК|ОБЪЕКТ|МЫШЬ|ЭХО|ЮЛА|ЯК|ЖУК|ФЕН|НЬЮ-ЙОРК|Д'АРТАНЬЯН|СВ. НИКОЛАЙ|ДЕД МОРОЗ|"
    "ХЛЕБ|КОТ В МЕШКЕ|ПУТЬ|ГОЛУБЬ|ШКОЛА|ЗИМА|УЖ|СЪЁМКА",
    "ell": "ΓΗ|ΦΩΣ|ΆΛΟΓΟ|ΈΝΑ|ΉΛΙΟΣ|ΊΣΩΣ|ΌΝΕΙΡΟ|ΎΠΝΟΣ|ΏΡΑ|ΜΑΪΜΟΥ|ΠΡΟΫΠΟΘΕΣΗ|ΘΑΛΑΣΣΑ|ΨΩΜΙ|ΞΥΛΟ|ΧΑΡΤΗΣ|ΝΕΑ ΓΗ|"
    "ΚΑΡΑΒΙ|ΑΓ. ΝΙΚΟΛΑΟΣ|ΜΗΛΟ ΚΑΙ ΨΩΜΙ|ΑΠ' ΤΟ ΔΑΣΟΣ|ΑΣΠΡΟ-ΜΑΥΡΟ|ΒΙΒΛΙΟ|ΔΕΝΤΡΟ|ΓΑΤΑ|ΖΩΗ",
    "heb": "יד|דג|שלום|ארון|כף|עץ|מלך|פיל|בית-קפה|ג'ירפה|צ'ק|תל אביב|יום הולדת שמח|אריה|שולחן|ספר|כלב|חתול|ענן|"
    "כוכב|אוזן|קיץ|דרך|גשם|טלפון",
}  # fmt: skip

_HARD = {
    "deu": "STRAẞE|GRÖẞE|FUẞ|SPAẞ|MAẞ|GROẞ|WEIẞ|SÜẞ|FLEIẞ|SOẞE|FUẞBALL|EẞLÖFFEL|ẞ|STRAUẞ|SCHLOẞ|KLOẞ|RUẞ|NUẞ|BIẞ|STOẞ|"
    "GRUẞ|PREUẞEN|MEIẞEL|DREIẞIG|HEIẞ",
    "fin": "KÄÄRÄ|KÄÄPIÖ|HÄÄT|RÄÄSY|SÄÄTÖ|LÄÄVÄ|JÄÄTEE|KÄSKY|KÖYSI|ÄLY|ÖRKKI|YÖKKÖ|TÄÄLLÄ|PÄÄSKY|VÄYLÄ|KÄÄRME|PÖYTÄ|"
    "NÄKÖ|SÄKKI|LÄMPÖ|KÄKI|TÖLKKI|HÄÄKELLO|KÄÄNNE|RÄKÄ",
    "ell": "ΝΕΑ ΥΟΡΚΗ|Σ' ΑΓΑΠΩ|ΚΑΦΈΣ|ΠΟΤΉΡΙ|ΣΚΎΛΟΣ|ΘΆΛΑΣΣΑ|ΨΩΜΊ|ΠΑΙΔΊ|ΒΟΥΝΌ|ΛΌΓΟΣ|ΔΈΝΤΡΟ|ΓΆΤΑ|ΖΩΉ|ΦΩΤΙΆ|ΧΈΡΙ|ΜΆΤΙ|"
    "ΚΌΣΜΟΣ|ΝΕΡΌ|ΤΡΈΝΟ|ΣΠΊΤΙ|ΒΙΒΛΊΟ|ΨΆΡΙ|ΞΎΛΟ|ΔΡΌΜΟΣ|ΝΎΧΤΑ",
}  # fmt: skip
"""What the models of these languages fail at: a capital ß, letters before two dots twice, accents inside words."""

LANGUAGES: tuple[str, ...] = tuple(_WORDS)
HARD_LANGUAGES: tuple[str, ...] = tuple(_HARD)
RIGHT_TO_LEFT = ("heb",)
FONTS = {
    "Roboto": (kivy_font("Roboto-Bold.ttf"), kivy_font("Roboto-Italic.ttf")),
    "Arimo": ("Arimo-Bold.ttf", "Arimo-Italic.ttf"),
    "DejaVu": ("DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf"),
}
"""Kivy brings the first, Debian's packages fonts-croscore and fonts-dejavu-core the others."""


def words_of(language: str) -> tuple[str, ...]:
    """The 25 words of a language's board, A1 to E5, as they are read."""
    return tuple(_WORDS[language].split("|"))


def hard_words_of(language: str) -> tuple[str, ...]:
    """25 words of a language that are hard to read."""
    return tuple(_HARD[language].split("|"))


def as_drawn(words: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The signs in the order in which they stand from left to right."""
    return tuple(word[::-1] for word in words) if language in RIGHT_TO_LEFT else words


def language_board(language: str, font: str, seed: int = 0, words: tuple[str, ...] | None = None) -> Drawn:
    """A board of one language in a kitchen's good light, from a little aslant."""
    bold, italic = FONTS[font]
    look = Look(size=(1600, 1200), tilt=5.0, crooked=2.5, bold=bold, italic=italic, table=("wood", "green")[seed % 2])
    return draw(as_drawn(words or words_of(language), language), look, seed)
