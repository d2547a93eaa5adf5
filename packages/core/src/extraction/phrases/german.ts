/** German set phrases. */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const MY_VERB = oneOf(
  `benutze nutze verwende schreibe bevorzuge arbeite trinke esse formatiere teste committe deploye entwickle lese benutzen nutzen verwenden
   schreiben bevorzugen arbeiten formatieren testen committen deployen entwickeln`,
);
const IMPERATIVE = oneOf(
  `benutze? nutze? verwende schreibe? antworte formatiere teste füge? frage? erkläre nenne? zeige? starte erstelle halte? committe deploye`,
);
const PASSING_START = String.raw`(?!(?:der|die|das|den|dem|diese[rsnm]?|jene[rsnm]?|es|deine?n?|option|variante|version|ein|eine|einen)\b)`;

export const GERMAN_PHRASES = phrasesOf({
  leadIn: String.raw`(?:bitte|und|also|ok(?:ay)?|ach(?: ja)?|übrigens|hallo|hey|gut|danke|noch (?:etwas|eins|was)|kannst du|könntest du)(?![\p{L}])[\s,:!.–-]*`,
  denial: 'nein|nee|falsch|doch|sorry',
  facts: [
    String.raw`merke? (?:dir|es dir|dir bitte)(?: bitte)?(?: das| folgendes)?:\s*(.{8,})`,
    String.raw`merke? dir(?: bitte)?,? dass\s+(.{8,})`,
    String.raw`(?:denke? (?:bitte )?daran|vergiss (?:bitte )?nicht),? dass\s+(.{8,})`,
    String.raw`(?:dir|es dir)? ?merken,? dass\s+(.{8,})`,
    String.raw`behalte? (?:bitte )?im (?:kopf|hinterkopf),? dass\s+((?:ich|wir|mein\p{L}*|unser\p{L}*) .+)`,
    String.raw`(?:notiere?|speichere?)(?: dir)?(?: bitte)?(?: das| folgendes| im gedächtnis)?:\s*(.{8,})`,
    String.raw`für (?:die zukunft|später|das nächste mal)[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Mm]ein (?:Vor|Nach)?[Nn]ame ist|[Ii]ch heiße|[Ii]ch heisse) \p{Lu}.*`),
    String.raw`ich bin (?:allergisch gegen|vegan|vegetarier(?:in)?|farbenblind|linkshänder(?:in)?)(?![\p{L}]).*`,
    namePhrase(String.raw`[Ii]ch (?:wohne(?: jetzt| nun)? in|arbeite(?: jetzt| nun)? (?:bei|als)) \p{Lu}.*`),
    namePhrase(
      String.raw`[Ii]ch bin (?:[\p{L}]{1,12} ){0,2}nach ${NO_TOOL}\p{Lu}[\p{L} -]{1,30} (?:um)?gezogen(?![\p{L}]).*`,
    ),
  ],
  standing: [
    String.raw`(?:ab jetzt|ab sofort|ab heute|von nun an|von jetzt an|künftig|zukünftig|in zukunft)[,:]?\s+(?!(?:sollte|wird) (?:es|das)\b).{6,}`,
    `(?:immer|nie|niemals) .{3,}(?:verwenden|benutzen|nutzen|schreiben|antworten|testen|formatieren|fragen|committen|deployen|hinzufügen|erklären)[.!]?$`,
    `${IMPERATIVE} (?:bitte )?(?:immer|nie|niemals|ab jetzt|ab sofort|künftig|in zukunft) .{2,}`,
    `(?:ich|wir) ${MY_VERB} (?:immer|nie|niemals|grundsätzlich|normalerweise|nur|ausschließlich|generell) .+`,
    String.raw`(?:ich|wir) bevorzugen? ${PASSING_START}\S.+`,
    `mir (?:ist|sind) ${PASSING_START}[^,.;]+ lieber als .+`,
    String.raw`nenne? mich (?!(?:wenn|morgen|später|verrückt)\b)[\p{L}'-]{2,30}[.!]?$`,
    String.raw`(?:du kannst|ihr könnt) mich [\p{L}'-]{2,30} nennen[.!]?$`,
  ],
  corrections: [
    String.raw`(?:(?:nein|nee|falsch|doch)[,.:;!]+ )?(?:ich|wir) (?:benutzen?|nutzen?|verwenden?|schreiben?|deployen?(?: mit| auf)?|arbeiten? mit) (?:immer )?${PASSING_START}[^,.;]+,? (?:und )?(?:nicht|kein\p{L}*|statt|anstatt|anstelle von) .+`,
    `ich (?:sagte|habe? gesagt|meinte|wollte) ${PASSING_START}[^,.;]+,? (?:und )?nicht .+`,
    `(?:nein|nee|falsch)[,.:;!]+ (?:bitte )?((?:benutze?|nutze?|verwende) ${PASSING_START}[^,.;]+,? (?:und )?(?:nicht|statt|anstatt) .+)`,
    String.raw`(?:nein|nee|falsch)[,.:;!]+ (?:mein|meine|unser|unsere) [\p{L} -]{2,30} (?:ist|sind|heißt) [^,.;]+, nicht .+`,
  ],
  passing:
    /(?<![\p{L}])(?:nur diesmal|dieses mal|diesmal|vorerst|erst ?mal|für den moment|im moment|gerade eben|heute|nur hier|in diesem fall|in dieser (?:datei|sitzung|funktion)|für (?:diese[nrs]?|den aktuellen) (?:aufgabe|fall|test|datei|commit|sitzung|lauf|änderung|zweig)|vorübergehend|zum beispiel|als beispiel|angenommen)(?![\p{L}])/iu,
  refusal: String.raw`(?:ich|wir)(?![\p{L}])[^,.;]{0,30},?(?: es,?)?(?: (?:das|dies|darauf|dazu|hierzu|darüber|davon|(?:auf |über )?(?:diese?|deine|die|das) (?:frage|fragen|thema)))?(?: (?:jetzt|hier|lieber|gerade|noch|mehr)){0,2} (?:nicht|nichts|nicht weiter|nichts weiter|nichts mehr)(?: (?:dazu|darauf|darüber|davon|mehr))?(?: zu)? (?:antworten|beantworten|sagen|verraten|erzählen|kommentieren|sprechen|reden|teilen|diskutieren|entscheiden)`,
  firstPerson: /(?<![\p{L}])(?:ich|mich|mir|mein\p{L}*|wir|uns|unser\p{L}*)(?![\p{L}])/iu,
});
