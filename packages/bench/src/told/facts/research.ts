/** Vaults of people who do research. */
import type { VaultWords } from '../made-vault.ts';

export const RESEARCH: readonly VaultWords[] = [
  {
    name: 'research-en-60',
    size: 60,
    wanted: `
gu| Use APA style for every reference list.
gu| I'm writing my thesis in British English.
gu| Please don't summarise papers unless I ask; quote the sentence instead.
pu| The thesis is about sleep and memory in shift workers.
pu*| Participants must never be named; use the codes P01 to P48.
pa| Dr. Okafor supervises the statistics, Professor Lindqvist the thesis as a whole.
pa| Raw data are in the folder data/raw on the lab share and are read only.
pu| We decided to use mixed models instead of repeated-measures ANOVA.
pa| Render the manuscript with quarto render paper.qmd.
pa| The ethics approval is number 2025-114 and ends in December.
pu| Effect sizes are always reported with 95 % confidence intervals.
pa| The preregistration is at osf.example/k3w9.
pu| Exclude nights with fewer than four hours of recording.
pa| The journal allows 6,000 words and eight figures.
pa| The full draft is due to the committee on 15 May.
`,
    noise: `
Read a paper by {A} about {T}; interesting, but a small sample of {N}.
Looked up {T} in the library, {N} hits.
Chapter {N} grew by a page on {T}.
Talked with {A} about {T} over coffee.
Yesterday's plot of {T} had the axis wrong; redrew it.
Model run {N} on {T} converged after a while.
Ran the script on {T} again, took {N} minutes.
Moved figure {N} about {T} to the appendix.
{A} sent a link on {T}.
Cleaned {N} rows of the table on {T}.
{T} was first described in volume {N} of the handbook.
{A} teaches a course on {T}.
`,
    parts: {
      A: `Keller|Mori|Sands|Ferreira|Novak|Abebe|Quinn|Larsen`,
      T: `spindle density|caffeine|night light|word lists|actigraphy|dropout|REM latency|mood scales|chronotype|nap length`,
    },
  },
  {
    name: 'research-de-1000',
    size: 1_000,
    wanted: `
gu| Ich zitiere immer nach DIN ISO 690, mit Fußnoten.
gu| Antworte sachlich und ohne Ausrufezeichen.
gu| Ich bin Historikerin und arbeite am Stadtarchiv in Lübeck.
pu| Das Buch behandelt den Salzhandel zwischen 1350 und 1450.
pu*| Bilder aus dem Archiv dürfen nicht ohne Genehmigung veröffentlicht werden.
pa| Der Verlag verlangt höchstens 280 Seiten und keine Endnoten.
pa+| Die Transkriptionen liegen im Ordner quellen/transkript, eine Datei je Urkunde.
pu| Münzbeträge werden stets in lübischen Mark angegeben.
pa| Frau Petersen aus dem Lesesaal ist für Bestellungen zuständig.
pu| Entscheidung: die Karten zeichnet ein Büro, nicht wir selbst.
pa| Das Register wird mit dem Programm makeindex erzeugt.
pu| Ortsnamen stehen in heutiger Schreibweise, beim ersten Mal mit der alten in Klammern.
pa| Die Datenbank der Schiffe ist unter schiffe.sqlite gesichert.
pa| Kapitel 4 muss bis zum 20. August beim Lektorat sein.
pu| Verwende keine Abkürzungen im Fließtext.
`,
    noise: `
Heute {N} Seiten über {T} gelesen.
Urkunde {N} durchgesehen, darin {T} nur am Rand.
Bei {A} nach {T} gefragt, noch keine Antwort.
{A} erwähnt {T} auf Seite {N}.
Notiz zu {T} aus der Mappe {N} abgeschrieben.
Gestern im Lesesaal: Band {N}, etwas zu {T}.
Absatz über {T} gekürzt, {N} Wörter weniger.
{T} in Kasten {N} gefunden, stark verblasst.
Gespräch mit {A} über {T}, angenehm.
Abbildung {N} zu {T} ist zu dunkel geraten.
Im Verzeichnis stehen {N} Einträge zu {T}.
{A} hat einen Aufsatz über {T} geschickt.
{T} kommt in Band {N} des Urkundenbuchs vor.
{A} hält eine Vorlesung über {T}.
`,
    parts: {
      A: `Brandt|Hansen|Mertens|Wulff|Carstens|Bruns|Claasen|Thode|Lorenz|Ahlers`,
      T: `Heringsfässer|Zollrollen|Siegel|Koggen|Stapelrecht|Salzpfannen|Wachspreise|Ratslisten|Wechselbriefe|Fuhrleute|Lagerhäuser|Brückengeld`,
    },
  },
  {
    name: 'research-fr-300',
    size: 300,
    wanted: `
gu| Toujours donner les unités du système international.
gu| Je préfère les graphiques sans titre, avec une légende dessous.
gu| Je suis doctorante en écologie à Montpellier.
pu| La thèse porte sur les lichens comme indicateurs de l'air.
pu*| Les coordonnées des stations ne doivent jamais être publiées.
pa| Les relevés bruts sont dans releves/2026, un fichier par station.
pa+| Les analyses se lancent avec Rscript analyse/tout.R.
pu| On a décidé de retirer la station 7 parce que le capteur dérive.
pa| Claire dirige la thèse, Mathieu s'occupe des capteurs.
pa| Le code est sous licence CeCILL et les données sous CC BY.
pu| Les espèces sont citées avec le nom latin en italique.
pa| La revue demande un résumé de 250 mots au plus.
pu| Utilise toujours le test de Kruskal-Wallis pour comparer les sites.
pa| Le comité de suivi se réunit le 9 juin.
pa| L'étuve du laboratoire se réserve auprès de Nadia.
`,
    noise: `
Aujourd'hui relevé de la station {N}, {T} en petite quantité.
Lu un article de {A} sur {T}.
Photographié {T} sur le tronc {N}.
Mesure {N} de {T} refaite, valeur proche.
Hier {A} a parlé de {T} au séminaire.
Nettoyé {N} lignes du tableau sur {T}.
Figure {N} sur {T} redessinée.
Échantillon {N} rangé, un peu de {T}.
{A} a envoyé une carte de {T}.
Paragraphe sur {T} raccourci de {N} mots.
{A} donne un cours sur {T}.
Le manuel décrit {T} à la page {N}.
`,
    parts: {
      A: `Bernard|Roux|Garnier|Faure|Lopez|Marchand|Perrin|Blanc`,
      T: `thalles|azote|écorce de chêne|ombre|mousses|pluie|poussière|ammoniac|lumière|humidité`,
    },
  },
];
