"""Words that tell names of people, places and organisations, dates and numbers apart."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HONORIFICS = _words(
    "Mr Mr. Mrs Mrs. Ms Ms. Miss Dr Dr. Prof Prof. Professor Sir Lady Lord Dame President Senator "
    "Sen. Rep. Gov. Governor Mayor Chancellor Minister Queen King Prince Princess Pope Saint St. "
    "Judge Justice General Gen. Colonel Col. Captain Capt. Sergeant Sgt. Lieutenant Lt. Officer "
    "Detective Coach Father Sister Brother Rev. Reverend Bishop Cardinal Rabbi Imam Sheikh"
)
ORGANISATIONS = _words(
    "Inc Inc. Corp Corp. Corporation Company Co. Ltd Ltd. LLC Group Bank University College School "
    "Institute Academy Museum Hospital Committee Commission Council Ministry Department Agency "
    "Association Federation Union League Party Congress Parliament Senate Court Church Foundation "
    "Society Club United Airlines Police Army Navy Service Services Office Bureau Times Post NASA "
    "NATO UN EU FBI CIA BBC CNN WHO UNESCO UNICEF FIFA NBA NFL"
)
PLACES = _words(
    "River Lake Sea Ocean Bay Gulf Island Islands Mount Mountain Mountains Valley Desert Forest "
    "Park Street Avenue Road Square Bridge Airport City County Province Kingdom Republic Peninsula"
)
# Words that may be joined by `of`: University of California, Gulf of Mexico.
OF_WORDS = ORGANISATIONS | PLACES | _words("House State States Isle Duke Earl Bay Cape Strait")
PARTICLES = _words("de del della van von der den bin ibn al el la le du dos da di")

# Countries, continents and large cities, one word each; longer ones are joined below.
_ONE_WORD_PLACES = _words(
    "Afghanistan Albania Algeria Andorra Angola Argentina Armenia Australia Austria Azerbaijan "
    "Bahamas Bahrain Bangladesh Barbados Belarus Belgium Belize Benin Bhutan Bolivia Botswana "
    "Brazil Brunei Bulgaria Burundi Cambodia Cameroon Canada Chad Chile China Colombia Comoros "
    "Congo Croatia Cuba Cyprus Denmark Djibouti Dominica Ecuador Egypt Eritrea Estonia Eswatini "
    "Ethiopia Fiji Finland France Gabon Gambia Georgia Germany Ghana Greece Grenada Guatemala "
    "Guinea Guyana Haiti Honduras Hungary Iceland India Indonesia Iran Iraq Ireland Israel Italy "
    "Jamaica Japan Jordan Kazakhstan Kenya Kiribati Kosovo Kuwait Kyrgyzstan Laos Latvia Lebanon "
    "Lesotho Liberia Libya Liechtenstein Lithuania Luxembourg Madagascar Malawi Malaysia Maldives "
    "Mali Malta Mauritania Mauritius Mexico Micronesia Moldova Monaco Mongolia Montenegro Morocco "
    "Mozambique Myanmar Namibia Nauru Nepal Netherlands Nicaragua Niger Nigeria Norway Oman "
    "Pakistan Palau Palestine Panama Paraguay Peru Philippines Poland Portugal Qatar Romania "
    "Russia Rwanda Samoa Senegal Serbia Seychelles Singapore Slovakia Slovenia Somalia Spain Sudan "
    "Suriname Sweden Switzerland Syria Taiwan Tajikistan Tanzania Thailand Togo Tonga Tunisia "
    "Turkey Turkmenistan Tuvalu Uganda Ukraine Uruguay Uzbekistan Vanuatu Venezuela Vietnam Yemen "
    "Zambia Zimbabwe Africa Asia Europe Antarctica America England Scotland Wales Britain Alabama "
    "Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho "
    "Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania "
    "Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming London Paris Berlin Rome Madrid "
    "Lisbon Vienna Moscow Beijing Shanghai Tokyo Delhi Mumbai Cairo Lagos Nairobi Sydney Melbourne "
    "Toronto Chicago Boston Seattle Houston Detroit Baghdad Kabul Tehran Istanbul Athens Dublin "
    "Edinburgh Amsterdam Brussels Stockholm Oslo Copenhagen Helsinki Warsaw Prague Budapest Kyiv "
    "UK US USA U.K. U.S. U.S.A. Somaliland Greenland Tibet Crimea Gaza Jerusalem Hollywood"
)
_LONGER_PLACES = (
    "United States|United Kingdom|United Arab Emirates|New Zealand|South Africa|South Korea|"
    "North Korea|Saudi Arabia|Sri Lanka|Costa Rica|El Salvador|Sierra Leone|Burkina Faso|"
    "Ivory Coast|Cape Verde|East Timor|San Marino|South Sudan|Papua New Guinea|Puerto Rico|"
    "Hong Kong|New York|New York City|New Jersey|New Mexico|New Hampshire|New Orleans|"
    "North Carolina|South Carolina|North Dakota|South Dakota|West Virginia|Rhode Island|"
    "Los Angeles|San Francisco|San Diego|Las Vegas|Rio de Janeiro|São Paulo|Buenos Aires|"
    "Mexico City|Cape Town|Tel Aviv|South America|North America|Latin America|Central America|"
    "Middle East|Czech Republic|Dominican Republic|Washington|Washington D.C.|Northern Ireland"
)
PLACE_NAMES = frozenset(
    tuple(name.split()) for name in (*_ONE_WORD_PLACES, *_LONGER_PLACES.split("|"))
)

MONTHS = _words(
    "January February March April May June July August September October November December "
    "Jan. Feb. Mar. Apr. Aug. Sept. Sep. Oct. Nov. Dec."
)
WEEKDAYS = _words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
NUMBER_WORDS = _words(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
MAGNITUDES = _words("hundred thousand million billion trillion dozen")

# Words that open sentences; their capital says nothing.
OPENERS = _words(
    "a about according after again all also although always among an and another any are around as "
    "at back because been before both but by can could despite did do does during each early "
    "either even every few finally first following for former from further had has have he her "
    "here his how however i if in indeed instead into is it its just last later least less like "
    "many may maybe meanwhile more moreover most much my nearly neither never nevertheless next no "
    "nobody none nor not nothing now of often on once one only or other others our out over "
    "perhaps recently second several she should similarly since so some something sometimes soon "
    "still such than that the their them then there therefore these they this those though through "
    "thus to today together tomorrow too two under unlike until up upon us very was we well were "
    "what whatever when where whether which while who whose why will with within without would yes "
    "yesterday yet you your"
)
