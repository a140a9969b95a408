"""What a name or noun stands for – he, she or it – where a word of it tells; None elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from seqlab.editing.words import word_set
from seqlab.syntax import lemma

_MEN = word_set(
    "aaron abraham adam adolf adrian akira alan albert alberto alejandro aleksandr alessandro "
    "alex alexander alexandre alexei alfonso alfred ali allan allen alonso ambrose anders andré "
    "andre andreas andrei andrés andres andrew andy angelo anthony antoine anton antonio antónio "
    "archibald arnold arthur august augustus aurelio barack barry bartholomew basil ben benedict "
    "benito benjamin bernard bernhard bill billy björn bob bobby boris brad bradley brandon "
    "brendan brian bruce bruno bryan caesar calvin carl carlo carlos cecil cesar charles charlie "
    "chester chris christian christoph christophe christopher chuck claude claudius clement cliff "
    "clint clive colin connor conrad constantine craig curtis cyril cyrus dan daniel danny darren "
    "dave david dean dennis denis derek diego dieter dietrich dirk dmitri dmitry dominic don "
    "donald douglas duncan dustin dwight earl eddie eduardo edgar edmund eduard edward edwin egon "
    "elias elijah eli elliot elvis emanuel emil enrico enrique eric erich erik ernest ernesto "
    "ernst erwin ethan eugene evan felipe felix ferdinand fernando fidel francesco francis "
    "francisco franco françois francois frank franklin franz fred freddie frederic frederick "
    "fredrik friedrich fritz gabriel garry gary gavin geoffrey george georg georges gerald gerard "
    "gerhard gerry giacomo gianni gilbert giorgio giovanni giuseppe glenn godfrey gordon graham "
    "grant greg gregory guido guillaume guillermo günter gunter gustav guy hamid hank hans harald "
    "hari harold harry harvey hassan hector heinrich heinz helmut henri henrik henry herbert "
    "herman hermann hiroshi homer horace howard hubert hugh hugo humphrey hussein ian ibrahim "
    "ignatius igor immanuel isaac isaiah ismail ivan jack jackie jacob jacques jakob james jan "
    "jared jason javier jay jean jeff jefferson jeffrey jens jeremiah jeremy jerome jerry jesse "
    "jim jimmy joachim joaquín joe joel johan johann johannes john johnny jon jonas jonathan "
    "jorge josé jose josef joseph joshua juan jules julian julio julius jürgen jurgen justin "
    "kareem karl karol keith ken kenneth kenji kevin kim kirk klaus konrad konstantin kurt lance "
    "larry lars laurence lawrence lee leo leon leonard leonardo leonid leopold leroy leslie lewis "
    "liam lionel lloyd lorenzo louis luca lucas luciano ludwig luigi luis luke luther magnus "
    "malcolm manuel marc marcel marco marcus mario mark markus martin marvin massimo mathias matt "
    "matteo matthew matthias maurice mauricio max maximilian michael michel mick miguel mike "
    "mikhail miles milton mohamed mohammad mohammed morgan moses muhammad murray napoleon nathan "
    "nathaniel neil nelson nicholas nick nicolas niels nigel nikita nikolai nils noah noel norman "
    "oleg oliver omar orson oscar oskar oswald otto owen pablo paolo pascal patrick paul paulo "
    "pedro per percy perry peter phil philip philippe phillip pierre pietro pius prescott quentin "
    "ralph ramón ramon randy raphael raúl raul ray raymond reginald rené rene ricardo richard "
    "rick riccardo rob robbie robert roberto robin rod roderick rodney rodrigo roger roland rolf "
    "roman ron ronald ronnie ross roy rudolf rudolph rupert russell ryan salvador salvatore sam "
    "samuel santiago sascha scott sean sebastian serge sergei sergey sergio seth shane shaun "
    "shawn sidney siegfried sigmund simon socrates solomon spencer stan stanley stefan stephan "
    "stephen steve steven stewart stuart sven sylvester tadeusz takashi ted terry theo theodor "
    "theodore thomas tim timothy tobias toby todd tom tomás tommy tony travis trevor tyler ulrich "
    "umberto václav vaclav victor viktor vince vincent vincenzo vladimir wallace walt walter "
    "warren wayne werner wilhelm will willem william willie winston wladyslaw wolfgang woody "
    "xavier yasser yuri yves zachary sultan king prince emperor lord sir mr mr. count duke baron "
    "pope father brother uncle caliph tsar friar"
)
_WOMEN = word_set(
    "abigail ada adele adriana agatha agnes aileen alexandra alice alicia alison allison amanda "
    "amber amelia amy ana anastasia andrea angela angelina anita anja ann anna annabelle anne "
    "annette annie antonia april aretha ariana ashley astrid audrey aurora ava barbara beatrice "
    "beatrix belinda bernadette bessie beth bethany betty beverly beyoncé beyonce bianca björk "
    "bonnie brenda bridget britney brigitte brittany camilla camille carla carmen carol carole "
    "caroline carolyn carrie catherine cathy cecilia celia céline celine charlotte chelsea cheryl "
    "chloe christina christine cindy claire clara claudia cleopatra connie courtney crystal "
    "cynthia daisy danielle dawn deborah debbie debra delia denise diana diane dolly dolores "
    "donna doris dorothy edith eileen elaine eleanor elena elisabeth eliza elizabeth ella ellen "
    "elsa emilia emily emma erica erika erin esmeralda estelle esther ethel eva eve evelyn faith "
    "fatima felicia fiona flora florence frances francesca frida gabriela gabriele gail georgia "
    "geraldine gertrude gillian gina ginger gisele gladys gloria grace greta gretchen gwen hannah "
    "harriet hazel heather heidi helen helena helga henrietta hilary hilda hillary holly ida ilse "
    "imelda ines ingrid irene iris irma isabel isabella isabelle isobel ivy jacqueline jamie jana "
    "jane janet janice jasmine jeanne jeannette jenna jennifer jenny jessica jill joan joanna "
    "joanne jodie johanna josephine joy joyce juanita judith judy julia juliana julie juliet june "
    "karen karin karla kate katharina katharine katherine kathleen kathryn kathy katie katrina "
    "kelly kimberly kirsten kristen kristin kristina kylie lara laura lauren leah leila lena "
    "leona leonora leticia lila lillian lily linda lisa liv liza lois lola loretta lorraine "
    "louisa louise lucia lucille lucy lydia madeleine madonna mae maggie mandy marcia margaret "
    "margarita margot maria mariah marian marianne marie marilyn marina marion marjorie marlene "
    "marta martha martina mary matilda maud maureen megan melanie melinda melissa mercedes "
    "meredith meryl michelle mildred mila mimi minnie miranda miriam moira molly monica monique "
    "muriel myra nadia nancy naomi natalia natalie natasha nicole nina nora norma octavia odette "
    "olga olivia ophelia oprah pamela patricia patti paula pauline peggy penelope petra phoebe "
    "phyllis polly priscilla rachel ramona rebecca regina renata renée renee rhonda rita roberta "
    "rosa rosalie rosalind rose rosemary roxanne ruby ruth sabine sabrina sally samantha sandra "
    "sarah sara savannah scarlett selena serena shakira sharon sheila shelley shirley sibyl "
    "sigrid simone sofia sonia sonja sophia sophie stacy stella stephanie sue susan susanna "
    "susanne suzanne svetlana sylvia tamara tammy tanya tara tatiana teresa tess theresa tiffany "
    "tina toni tracy ulrike ursula valerie vanessa vera veronica victoria violet virginia vivian "
    "vivien wanda wendy whitney wilhelmina winifred winona yoko yolanda yvette yvonne zelda zoe "
    "queen princess empress lady mrs mrs. ms ms. miss duchess countess baroness dame mother "
    "sister aunt"
)
_MALE_NOUNS = word_set(
    "man boy king prince emperor father son brother husband uncle nephew grandfather grandson "
    "actor businessman chairman spokesman fisherman policeman priest monk pope duke baron lord "
    "gentleman salesman congressman sportsman craftsman statesman horseman cowboy waiter wizard"
)
_FEMALE_NOUNS = word_set(
    "woman girl queen princess empress mother daughter sister wife aunt niece grandmother "
    "granddaughter actress businesswoman chairwoman spokeswoman policewoman nun duchess baroness "
    "lady congresswoman sportswoman waitress witch heroine goddess"
)
# Nouns that surely name no person; as the last word of a name they say the same of it.
_THINGS = word_set(
    "act agency aircraft airline airport album algorithm animal area army article asteroid "
    "association atom award band bank bay battle beach bird bomb book border brain brand bridge "
    "building bus cabinet camera canal canyon capital car castle cathedral cave cell center "
    "centre century championship channel chapel church circuit city climate club coast code "
    "college colony comet committee commune community company competition computer concept "
    "conference constitution continent corporation council country county course court crater "
    "creek crop cup cyclone dam department desert device disease district document drug "
    "earthquake economy election element empire engine episode event exhibition factory "
    "festival fever film fire firm fish flag flower food forest fort fossil foundation fruit "
    "galaxy game garden gas gene genre genus glacier government grass group gulf gun hall harbor "
    "harbour hill hormone hospital hotel house hurricane idea industry insect institute "
    "institution instrument invention island isthmus journal kingdom lake land language law "
    "league letter library line liquid list machine magazine map market material meal metal "
    "method mine mineral mission model molecule monastery moon mosque mountain mouth movement "
    "movie municipality museum name nation navy neighborhood neighbourhood network newspaper "
    "novel number ocean office opera orchestra organisation organization painting palace paper "
    "park part party peninsula period phrase planet plant plateau play poem pond population port "
    "prefecture press prison prize process product program programme project protein province "
    "pyramid race radio railroad railway rain range record reef region reign religion report "
    "republic reservoir resort restaurant result rhythm river road rock rocket route ruin "
    "satellite school science sea season section sector sentence series settlement shape ship "
    "shop show shrine signal single site skin sky snake society soil song sound species spider "
    "sport square stadium star state station statue storm story strait street structure studio "
    "style suburb substance subway surface symbol symphony system tax team temple term territory "
    "text theater theatre theorem theory title tomb tool tour tournament tower town track trade "
    "tradition trail train treaty tree tribe tunnel unit university valley vehicle version vessel "
    "village virus vitamin volcano volume wall war water wave weapon website swamp meadow plain "
    "wind wing wood word work year zone zoo software video license symptom depression typhoon "
    "microphone sword tail body"
)
_THING_ENDINGS = ("tion", "ment", "ness", "ism", "ology", "graphy", "ium", "ship", "hood", "ware")
_FIRST = (
    _MEN
    | _WOMEN
    | word_set("dr dr. professor prof. general gen. colonel captain senator sen. president judge")
)
# "Peter Hill" is a man, "Forest Hill" a place, and "Victoria Park" may be either.
_SURNAMES = word_set(
    "hill wood park field hall church house lake land wall rock bridge price rain court day "
    "forest beach castle garden stone power work race ship train fort gun bird bay star singer "
    "fish berry bush branch cave cross fountain frost glass grant hunt lane law love marsh may "
    "moon paper pool pope rice rivers rose sharp snow summers temple winter"
)
MASCULINE = frozenset({"he", "his", "him", "himself"})
FEMININE = frozenset({"she", "her", "hers", "herself"})


def is_thing(noun: str) -> bool:
    """Whether a noun surely names no person."""
    base = lemma(noun.lower(), "NNS")
    return base in _THINGS or (base.endswith(_THING_ENDINGS) and len(base) > 6)


def pronoun_of_name(name: Sequence[str]) -> str | None:
    """`he`, `she` or `it` for the words of a name."""
    lower = [word.lower() for word in name]
    if len(lower) > 1 and lower[0] in _FIRST and lower[-1] in _SURNAMES:
        return None
    if is_thing(lower[-1]) or (len(lower) > 1 and is_thing(lower[0]) and lower[0] not in _MEN):
        return "it"
    if lower[0] in _MEN and lower[0] not in _WOMEN:
        return "he"
    return "she" if lower[0] in _WOMEN and lower[0] not in _MEN else None


def pronoun_of_noun(noun: str) -> str | None:
    """`he`, `she` or `it` for a common noun."""
    base = lemma(noun.lower(), "NNS")
    if base in _MALE_NOUNS:
        return "he"
    if base in _FEMALE_NOUNS:
        return "she"
    return "it" if is_thing(base) else None


def has_first_name(name: Sequence[str]) -> bool:
    """Whether the first of several words is a person's name or title."""
    return len(name) > 1 and name[0].lower() in _FIRST


def pronoun_in(texts: Sequence[str]) -> str | None:
    """The one sex that the pronouns of a sentence speak of."""
    found = {text.lower() for text in texts}
    masculine, feminine = bool(found & MASCULINE), bool(found & FEMININE)
    if masculine == feminine:
        return None
    return "he" if masculine else "she"
