"""The clauses in Polish, by their ids; no sentence has a person's gender."""

POLISH = {
    "SAS-1": (
        "Dziewięćdziesiąt kart: 76 kart liter, 3 karty mgły i 11 kart efektów (3 burze piaskowe, 3 ściany ognia, 5 "
        "śnieżek)."
    ),
    "SAS-2": "Na kartach liter są 22 litery; ile każdej, mówi tabela talii przypisana do gry.",
    "SAS-3": "Karta litery oznacza swoją literę w każdym miejscu słowa: litery końcowe nie mają własnych kart.",
    "SAS-4": "Od dwóch do pięciu miejsc.",
    "SAS-5": "Wszystkie karty tasuje się razem i rozdaje na ręce; każdą kartę losuje się, gdy jest potrzebna.",
    "SAS-6": "Kto rozdaje, rozstrzyga los; zaczyna miejsce po lewej, dalej zgodnie z ruchem wskazówek zegara.",
    "SAS-7": (
        "Tura to najpierw dowolna liczba kart efektów, potem jedna próba: rzucić słowo albo skończyć turę bez niego."
    ),
    "SAS-8": "Karta efektu nie zużywa tury: tura trwa dalej.",
    "SAS-9": "Turę zawsze wolno skończyć bez słowa, także gdy dałoby się jakieś ułożyć.",
    "SAS-10": "Słowo układa się z własnych kart liter i mgły, po kolei, jedna karta na literę.",
    "SAS-11": "Słowo nazywa rzecz namacalną albo zawód; rozstrzyga słownik, głosowanie lub nikt, jak ustalono dla gry.",
    "SAS-12": "Słowo ma co najmniej dwie litery; jego długość to liczba wyłożonych kart, razem z mgłą.",
    "SAS-13": "Karta mgły zastępuje dowolną wybraną literę, tylko w tym słowie; w słowie może ich być dowolnie wiele.",
    "SAS-14": (
        "Karty słowa od razu trafiają na stos punktów rzucającego miejsca i zostają tam, nawet gdy czar jest odparty."
    ),
    "SAS-15": "Po słowie rękę uzupełnia się do jej rozmiaru; do pełnej ręki nic się nie dobiera.",
    "SAS-16": "Słowo jest jawne i staje się czarem, którego celem jest miejsce po lewej; tura się kończy.",
    "SAS-17": "Słowo można rzucić ponownie, ale nie przeciw niemu samemu, póki działa jako czar.",
    "SAS-18": "Czar odpiera się słowem tej samej długości lub dłuższym, które samo jest pełnym rzutem.",
    "SAS-19": "Czar odpiera się też specjalnym słowem dowolnej długości albo ścianą ognia.",
    "SAS-20": "Nieodparty czar działa i się kończy: rękę się uzupełnia, dobiera jeszcze jedną kartę i tura mija.",
    "SAS-21": "Następne miejsce po zaczarowanym nie jest pod czarem i może rzucić słowo dowolnej długości.",
    "SAS-22": (
        "Zaczarowanie jest jawne do następnej tury miejsca; nie wzbrania śnieżki ani ściany ognia w rundzie śnieżek."
    ),
    "SAS-23": "Dodatkową kartę dobiera się niezależnie od liczby kart na zaczarowanej ręce.",
    "SAS-24": "Koniec tury bez słowa i bez czaru to pas: rękę się uzupełnia i dobiera jeszcze jedną kartę.",
    "SAS-25": "Jeśli w talii jest mniej kart, niż trzeba, dobiera się tyle, ile jest; nic nie wraca do talii.",
    "SAS-26": "Cztery specjalne słowa to śnieg, mgła, ogień i piasek.",
    "SAS-27": "Specjalne słowo usuwa działający czar każdej długości; rękę się uzupełnia i następuje dodatkowa tura.",
    "SAS-28": "Także w specjalnym słowie wolno kłaść karty mgły.",
    "SAS-29": "Karty specjalnego słowa punktują; nie staje się ono czarem, zawsze jest ważne i nie wymaga czaru.",
    "SAS-30": "Dodatkowa tura to pełna tura bez czaru; zakończona bez słowa jest pasem.",
    "SAS-31": (
        "Zużyta karta efektu leży obok talii, nie daje nikomu punktów i do następnego uzupełnienia ręki nic jej nie "
        "zastępuje."
    ),
    "SAS-32": "Burza piaskowa: ręka każdego miejsca jest od razu zastępowana ręką sąsiada z lewej.",
    "SAS-33": "W burzy piaskowej przechodzą całe ręce, bez uzupełniania; działający czar zostaje przy swoim miejscu.",
    "SAS-34": "Ściana ognia we własnej turze usuwa działający czar; bez czaru nie można jej zagrać.",
    "SAS-35": "Śnieżka zaczyna rundę śnieżek: rzucające miejsce zabiera losową kartę sąsiadowi z lewej.",
    "SAS-36": (
        "Sąsiad może odpowiedzieć śnieżką i zabrać dwie karty następnemu z lewej; każda kolejna zabiera o jedną więcej."
    ),
    "SAS-37": (
        "Runda śnieżek kończy się, gdy nikt nie odpowiada lub zatrzymuje ją ściana ognia; dalej gra miejsce, które ją"
        " zaczęło."
    ),
    "SAS-38": (
        "Przy każdej śnieżce: cel może postawić ścianę ognia, potem następuje zabranie kart, potem cel może rzucić "
        "śnieżką."
    ),
    "SAS-39": "Jeśli cel ma mniej kart, niż trzeba, traci wszystkie; obie strony wiedzą jakie, pozostali tylko ile.",
    "SAS-40": "Ściana ognia w rundzie śnieżek powstrzymuje zabranie kart i kończy rundę, a czar działa dalej.",
    "SAS-41": "Gra się kończy, gdy talia jest pusta i nikt nie może ułożyć kolejnego słowa.",
    "SAS-42": "Tak jest, gdy kolejnych pasów bez dobrania karty z pustej talii jest tyle, ile miejsc pozostało w grze.",
    "SAS-43": (
        "Z opcją sprawdzania słów tak jest również, gdy z żadnej ręki nie da się ułożyć słowa i nikt nie ma śnieżki."
    ),
    "SAS-44": (
        "Wynik to liczba kart na stosie punktów; wygrywa największa, remis dzieli wygraną, rezygnacje są na końcu."
    ),
    "SAS-45": "Można grać kilka rozdań i sumować wyniki; rozdawanie przechodzi co rozdanie o jedno miejsce w lewo.",
    "SAS-46": (
        "Młodsze osoby mogą grać siedmioma kartami: jeden rozmiar ręki dla wszystkich albo osobny dla każdego miejsca."
    ),
    "SAS-47": "Przy odkrytych rękach wszyscy widzą wszystkie ręce.",
    "SAS-48": "Gdy wolno rzucić dowolne słowo, rzecz nie musi być namacalna; stół głosuje albo liczy się każde słowo.",
    "SAS-49": (
        "Miejsce po rezygnacji wypada z kręgu i nie może wygrać; jego ręka zostaje zakryta, a ostatnie miejsce od "
        "razu wygrywa."
    ),
}
