"""Pairs of a card and a clue, made for these tests: ``WORD:clue``, one card with several clues as ``WORD:a,b``.

``FRESH`` lists were written after the rule was chosen and changed nothing; the others were looked at on the way.
"""

from __future__ import annotations


def pairs(text: str) -> list[tuple[str, str]]:
    """(word on the card, clue) for every clue."""
    split = (entry.split(":") for entry in text.split())
    return [(word, clue) for word, clues in split for clue in clues.split(",")]


FORMS = {
    "eng": """BREAK:broken,breaks,breaking,breakage,breakable MOUSE:mice FOOT:feet GOOSE:geese TOOTH:teeth
        RUN:ran,running WALK:walked FIREMAN:firemen CHURCH:churches BERRY:berries KNIFE:knives
        SING:sung,sang FLY:flew STRIKE:struck HORSE:horses,unhorsed CARE:careless,careful DARK:darkness
        CHILD:children,childhood BROKEN:break ICE:iced TEACH:taught THIEF:thieves MICE:mouse SWIM:swam
        CATCH:caught DRAW:drew DRIVE:drove,driven""",
    "deu": """HAUS:häuser,hauses BAUM:bäume GEHEN:gegangen,ging MAUS:mäuse KIND:kinder FUSS:füße,fuß BUCH:bücher
        LAUFEN:lief SINGEN:gesungen APFEL:äpfel HUND:hunde STADT:städte""",
    "fra": "CHEVAL:chevaux OEIL:yeux MANGER:mangeait MAISON:maisons JOURNAL:journaux VENIR:viendra",
    "spa": "LUZ:luces HACER:hecho CASA:casas PEZ:peces DORMIR:duermo",
    "ita": "UOMO:uomini CASA:case ANDARE:vado DITO:dita",
    "rus": "ДОМ:дома,домов КНИГА:книги ИДТИ:шёл,шел ОКНО:окна",
    "pol": "DOM:domy,domu PIES:psy KOT:koty RĘKA:ręce",
    "ces": "DŮM:domy PES:psi RUKA:ruce STROM:stromy",
    "swe": "HUS:husen MUS:möss GÅ:gick FOT:fötter BOK:böcker",
    "fin": "TALO:talon,taloissa KOIRA:koiran VESI:vettä KÄSI:käden",
}
STRANGERS = {
    "eng": """CORN:corner MAST:master SHOW:shower BUTT:butter NUMB:number MESS:message GARB:garbage BAND:bandage
        HOST:hostage WIT:witness HAR:harness UNION:ion TABLE:able LETTER:let WONDER:won TOWER:tow
        FLOWER:flow PLANT:plan POST:poster BOARD:bored KNIGHT:night SEA:see FORT:fortune MOUSE:moose
        HOUSE:horse GRATE:grateful""",
    "deu": "HAUS:haut BAUM:bau REISE:reis KUH:kuchen TASSE:tasche BLATT:platte HAND:handel RATTE:rat",
}
TUNED_COMPOUNDS = {
    "eng": """HORSESHOE:horse,shoe,snowshoe SNOWSHOE:snow SNOWMAN:snow FOOTBALL:foot,ball TOOTHBRUSH:brush
        RAINBOW:rain SUNFLOWER:sun COWBOY:cow NIGHTMARE:night BUTTERFLY:butter FIREPLACE:fire
        AIRPORT:air BEDROOM:bed BATHTUB:bath BOOKSHELF:book BLACKBOARD:board CUPCAKE:cake
        DRAGONFLY:dragon EARRING:ear EYEBROW:eye FIREMAN:fire GRASSHOPPER:grass GREENHOUSE:house
        HANDBAG:bag JELLYFISH:jelly KEYBOARD:key LADYBUG:bug MOONLIGHT:moon NOTEBOOK:book PANCAKE:pan
        PASSPORT:pass SEASHELL:sea SHIPWRECK:ship SKYSCRAPER:sky STARFISH:star TEASPOON:tea
        WATERMELON:water WINDMILL:wind BREAK:breakdown SNOWBALL:ball DOORBELL:door LIGHTHOUSE:light""",
}
TUNED_TRAPS = {
    "eng": """CARPET:car,pet BARGAIN:bar,gain FORGET:get PARROT:rot SPARROW:row ROW:sparrow ENGLAND:land,island,gland
        ISLAND:land CAPITAL:cap MANAGER:man HEARING:ring PUMPKIN:pump LEGEND:leg,end PALACE:pal
        WARDEN:war,den SEASON:sea,son DAMAGE:dam,age HAMLET:ham TARGET:tar BUDGET:bud DONKEY:key
        COTTON:cot CARTON:car KITTEN:kit SCARLET:scar WEDDING:wed RAMPAGE:ram,page BANDAGE:band
        TANGENT:tang OFFICE:ice NOTICE:ice JUSTICE:just,ice CATERPILLAR:pillar MASSACRE:mass,acre
        PLEASURE:plea SHAMROCK:rock HAMMOCK:ham CARNATION:car,nation STAGNATION:stag EARNEST:ear,nest
        NAPKIN:nap MUSHROOM:room STUDENT:stud PLATFORM:form SUBSTANCE:sub PORTABLE:able PANTHER:pan
        HOSTAGE:host MESSAGE:mess GARBAGE:garb CURRENT:rent PIGEON:pig ANTHEM:ant,hem MANSION:man
        PENGUIN:pen PIRATE:rate""",
}
FRESH_COMPOUNDS = {
    "eng": """ARMCHAIR:arm,chair BLUEBERRY:blue BUTTERCUP:cup CANDLESTICK:candle CHEESECAKE:cheese CROSSWORD:word
        DAYDREAM:dream DISHWASHER:dish DOWNTOWN:town EARTHQUAKE:earth EYELASH:eye FINGERPRINT:finger
        FIREFLY:fire GOLDFISH:fish HAIRCUT:hair HEADLINE:head HOMEWORK:home HONEYMOON:moon LIFEBOAT:boat
        LIPSTICK:lip MAILBOX:box MASTERPIECE:master NECKLACE:neck OATMEAL:oat PAINTBRUSH:paint
        PINEAPPLE:apple PLAYGROUND:play POPCORN:corn RAILROAD:road RAINCOAT:rain SANDCASTLE:castle
        SCARECROW:crow SEAHORSE:horse SHOELACE:shoe SPACESHIP:space SUNLIGHT:sun THUNDERSTORM:storm
        TOMBSTONE:stone WHEELCHAIR:wheel WORKSHOP:shop""",
    "deu": """APFELSAFT:apfel AUTOBAHN:auto BAUMHAUS:baum BLEISTIFT:stift BRIEFMARKE:brief DACHBODEN:dach
        ERDBEERE:beere FEUERWERK:feuer FLASCHENPOST:flasche GARTENZAUN:zaun GOLDFISCH:gold
        HANDTASCHE:tasche HONIGBIENE:honig KAFFEETASSE:tasse KIRCHTURM:turm LANDKARTE:karte
        MONDLICHT:mond NACHTTISCH:nacht OHRRING:ohr PAPIERKORB:korb POSTKARTE:post RITTERBURG:ritter
        SANDBURG:sand SCHATZKARTE:schatz SEESTERN:stern SONNENBRILLE:sonne TINTENFISCH:tinte
        WOLKENKRATZER:wolke ZIRKUSZELT:zirkus ARBEITSTAG:arbeit""",
    "swe": """BARNBARN:barn BORDTENNIS:bord DAMMSUGARE:damm HUNDKOJA:hund JORDGUBBE:jord KAFFEKOPP:kaffe LANDSVÄG:land
        MÅNLJUS:ljus NATTLAMPA:natt POSTKONTOR:post SKOLBARN:barn SNÖBOLL:snö STJÄRNFALL:fall
        TÅGSTATION:tåg VINTERDÄCK:vinter""",
    "fin": """AAMUPALA:aamu HIEKKALINNA:linna JOULUPUKKI:joulu KALAKEITTO:kala KIRJAKAUPPA:kirja KULTAKALA:kulta
        LENTOKONE:kone MAITOLASI:maito METSÄMIES:metsä MUNAKAS:muna NAHKATAKKI:nahka POSTIKORTTI:kortti
        RUOKAPÖYTÄ:ruoka TALVITAKKI:talvi VALOKUVA:kuva""",
}
FRESH_TRAPS = {
    "eng": """ABUNDANCE:dance ASSASSIN:sin BADGER:bad BALLET:ball BATTERY:bat BEETLE:bee BROTHER:broth BULLET:bull
        BUTTON:butt CABBAGE:cab CANDLE:can CAPTAIN:cap CATALOG:cat,log CATHEDRAL:cat CHOCOLATE:late
        COMPASS:pass CORNER:corn DRAGON:drag EARTH:ear ELEPHANT:ant FORTUNE:tune FORTRESS:fort
        HARMONY:harm HATCHET:hatch HEATHEN:heath IMPALA:pal KIDNEY:kid LETTUCE:let MARKET:mark
        MASSAGE:sage,mass MUSTARD:must ORCHARD:hard PADDOCK:dock PANDA:pan PANTRY:try PARTRIDGE:ridge
        PEASANT:ant PENCIL:pen PILGRIM:grim PLANET:plan,net PRESIDENT:resident RESTAURANT:rest
        ROMANCE:roman SATURN:turn SCARF:scar SHADOW:shad TEMPEST:pest TICKET:tick TOILET:oil
        TROMBONE:bone TRUMPET:pet UNICORN:corn VILLAGE:age WALLET:wall WINTER:win WITNESS:wit
        SERGEANT:ant FRIENDSHIP:ship MUSTANG:tang PIRANHA:ran""",
    "deu": """PARADIES:rad ROHR:ohr REISE:eis FARM:arm BALLADE:ball,lade MOTOR:tor BARON:bar WALZER:wal ENGEL:gel
        NAGEL:gel PINSEL:insel ETAGE:tag FLAMME:lamm SCHLAMM:lamm DECKE:ecke SCHNECKE:ecke NADEL:adel
        HERDE:erde OPERATION:oper TASCHE:asche FLASCHE:asche BROCKEN:rock BUSSARD:bus MINISTER:mini
        SCHOKOLADE:lade KAMERAD:rad KARTOFFEL:kar VERSTAND:tand GEWINNER:inner MARMELADE:lade
        SPARGEL:gel FREUNDSCHAFT:schaft BETTLER:bett KAPELLE:elle""",
    "swe": """BANAN:ban KANON:kan TOMAT:mat POTATIS:is SKELETT:lett ELEFANT:ant GRANAT:gran SOLDAT:sol KAMRAT:kam,rat
        KARTA:art MARDRÖM:mar FASAN:fas ROSETT:ros PISTOL:stol LÄRARINNA:rinna VULKAN:kan KASTANJ:kast""",
    "fin": """BANAANI:ani MINISTERI:mini TOMAATTI:maa PERUNA:runa PISTOOLI:tooli TIMANTTI:manti SUKLAA:suku
        KARTTA:arta SAMMAKKO:makko KIRKKO:irk PARTIO:arti MELONI:meloa KANIINI:kani""",
}
