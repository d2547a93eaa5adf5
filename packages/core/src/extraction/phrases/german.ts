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

const FAMILY =
  '(?:[Ff]rau|[Mm]ann|[Pp]artner(?:in)?|[Ff]reund(?:in)?|[Vv]erlobte[r]?|[Tt]ochter|[Ss]ohn|[Ss]chwester|[Bb]ruder|[Mm]utter|[Vv]ater|[Mm]ama|[Pp]apa|[Oo]ma|[Oo]pa|[Hh]und|[Hh]ündin|[Kk]atze|[Kk]ater|[Cc]hef(?:in)?)';
const MY = '(?:[Mm]eine?|[Uu]nsere?)';
const JOB = oneOf(
  `lehrer(?:in)? arzt ärztin krankenpfleger(?:in)? krankenschwester pfleger(?:in)? erzieher(?:in)? ingenieur(?:in)? \\p{L}*entwickler(?:in)?
   programmierer(?:in)? informatiker(?:in)? designer(?:in)? student(?:in)? anwalt anwältin architekt(?:in)? buchhalter(?:in)? freiberufler(?:in)?
   selbstständig rentner(?:in)? physiker(?:in)? journalist(?:in)? übersetzer(?:in)? elektriker(?:in)? tischler(?:in)? koch köchin
   verkäufer(?:in)? grafiker(?:in)? \\p{L}+manager(?:in)? \\p{L}+lehrer(?:in)? \\p{L}+ingenieur(?:in)?`,
);
const ALLERGY = String.raw`(?:(?:allergisch|hochallergisch) gegen (?!(?:meetings?|merge|bugs?|code|montage?|arbeit)(?![\p{L}]))|(?:laktose|gluten|fruktose|histamin)intolerant)`;
/** What the person did not eat yet is no diet: "Ich esse kein Mittagessen heute" has a word of `passing`. */
const DIET = '(?:esse|trinke|vertrage) (?:kein(?:e|en|er)?|nie|niemals)';
const SET_WORK = oneOf(
  `kommentare commits commit-nachrichten commit-messages antworten erklärungen tests variablennamen variablen dokumentation doku`,
);
/** Verbs of a report that begins like a wish: "Ab sofort wirft der Build einen Fehler". */
const REPORTS = oneOf(
  `ist sind geht gehen läuft laufen gibt kommt kommen hat haben kann wirft werfen schlägt funktioniert klappt startet stürzt hängt zeigt liefert
   wäre würde könnte bekomme kriege sehe habe bin bleibt`,
);

export const GERMAN_PHRASES = phrasesOf({
  leadIn: String.raw`(?:bitte|und|also|ok(?:ay)?|ach(?: ja)?|übrigens|eigentlich|korrektur|doch|hallo|hey|gut|danke|noch (?:etwas|eins|was)|kannst du|könntest du)(?![\p{L}])[\s,:!.–-]*`,
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
    String.raw`nicht vergessen\s?:\s*((?:der|die|das|den|dem|ich|wir|er|sie|es|am|im|ab|kein\p{L}*|mein\p{L}*|unser\p{L}*|\p{L}+tags) .{6,})`,
    String.raw`(?:vergiss (?:bitte )?nicht|denke? (?:bitte )?dran)\s?:\s*(.{8,})`,
    String.raw`ich bin (?:${ALLERGY}|(?:vegan|vegetarier(?:in)?|veganer(?:in)?|diabetiker(?:in)?|farbenblind|linkshänder(?:in)?)(?![\p{L}])).*`,
    String.raw`(?:ich|wir) haben? (?:eine? )?(?:\p{L}{0,20}(?:allergie|unverträglichkeit|intoleranz)|diabetes|asthma|zöliakie|heuschnupfen)(?![\p{L}-]).*`,
    String.raw`(?:ich|wir) ${DIET} (?!(?:wieder|mehr|mittagessen|frühstück|abendessen|zeit)(?![\p{L}])).+`,
    `ich bin (?:übrigens |eigentlich |von beruf ){0,2}${JOB}(?:[.!]?$|(?:,| (?:an|am|bei|in|im|für|aus)) .*)`,
    String.raw`(?:ich habe|wir haben) (?:eine?n?|zwei|drei|vier|fünf|\d) (?:\p{L}{2,12}e[nr]? )?(?:kind|kinder|tochter|töchter|sohn|söhne|hunde?|katzen?|kater|geschwister|brüder|schwestern|enkel)(?![\p{L}-])(?! (?:von|im|in der|des) ).*`,
    String.raw`mein geburtstag ist (?:am )?\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9}).*|ich habe am \d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9}) geburtstag.*`,
    String.raw`(?:meine|unsere) (?:muttersprache|zeitzone|adresse|anschrift|postleitzahl|handynummer|telefonnummer|lieblings\p{L}{2,20}) (?:ist|lautet) (?!(?:im|in|bei|auf|nicht|noch|falsch|weg|kaputt|leer|veraltet|fehlerhaft)(?![\p{L}])).+`,
    namePhrase(String.raw`${MY} ${FAMILY}(?: \p{Lu}[\p{L}-]+)? (?:heißt|heisst) \p{Lu}.*`),
    String.raw`${MY} (?:${FAMILY}|kind|kleine[rs]?)(?: [\p{L}-]+)? (?:ist ${ALLERGY}|hat (?:eine )?\p{L}{0,20}(?:allergie|unverträglichkeit|intoleranz)|(?:verträgt|isst|trinkt) kein).*`,
    namePhrase(
      String.raw`(?:[Ii]ch (?:wohne|lebe)|[Ww]ir (?:wohnen|leben)) (?:(?:jetzt|nun|inzwischen|mittlerweile|übrigens|seit \S+(?: \S+)?) ){0,2}in (?:\d{5} )?${NO_TOOL}(?!(?:Zeiten|Angst|Sorge|Hoffnung|Frieden|Trennung|Scheidung|Armut)(?![\p{L}]))\p{Lu}.*`,
    ),
    // What is so no longer: it contradicts what was kept.
    namePhrase(
      String.raw`(?:[Ii]ch (?:wohne|lebe|arbeite)|[Ww]ir (?:wohnen|leben|arbeiten)) (?:nicht mehr (?:in|bei|für)|(?:seit \S+(?: \S+)? )?nicht mehr in) ${NO_TOOL}\p{Lu}.*`,
    ),
    String.raw`(?:ich|wir) (?:be)?nutzen? (?:kein(?:e|en)? ${PASSING_START}[^,.;]+|${PASSING_START}[^,.;]+ nicht) mehr(?:[.!]?$|,? sondern .+| (?:für|im|in|mit) .+)|(?:ich|wir) verwenden? (?:kein(?:e|en)? ${PASSING_START}[^,.;]+|${PASSING_START}[^,.;]+ nicht) mehr(?:[.!]?$|,? sondern .+| (?:für|im|in|mit) .+)|(?:ich arbeite|wir arbeiten) nicht mehr mit ${PASSING_START}\S.+`,
    String.raw`ich bin (?:keine? (?:vegetarier(?:in)?|veganer(?:in)?)|nicht mehr (?:vegan|vegetarisch|allergisch gegen \p{L}+)) ?(?:mehr)?[.!]?$`,
    String.raw`(?:ich ziehe|wir ziehen) (?:(?:doch|nun|jetzt) ){0,2}(?:nicht|nie)(?: mehr)?(?: (?:nach|aus) \p{L}+)? (?:um|weg|aus)[.!]?$|(?:ich ziehe|wir ziehen) (?:(?:im|am|zum|in|nächste[ns]?) \S+ (?:\S+ )?)?nach (?!(?:feierabend|release|plan|hause|main|master|oben|unten|hinten|vorne|links|rechts)(?![\p{L}]))\p{L}+(?: um)?[.!]?$`,
    namePhrase(
      String.raw`[Ii]ch arbeite(?: jetzt| nun)? (?:bei|als) ${NO_TOOL}(?!(?:Regen|Problemen|Fehlern|Fragen|Hitze|Nacht|Bedarf|Gelegenheit|Licht|Erstes|Nächstes|Letztes|Admin|Root)(?![\p{L}]))\p{Lu}.*`,
    ),
    namePhrase(
      String.raw`[Ii]ch bin (?:[\p{L}]{1,12} ){0,2}nach ${NO_TOOL}\p{Lu}[\p{L} -]{1,30} (?:um)?gezogen(?![\p{L}]).*`,
    ),
  ],
  standing: [
    String.raw`(?:ab jetzt|ab sofort|ab heute|von nun an|von jetzt an|künftig|zukünftig|in zukunft)[,:]?\s+(?!(?:sollte|wird) (?:es|das)\b|${REPORTS}(?![\p{L}])).{6,}`,
    `(?:immer|nie|niemals) .{3,}(?:verwenden|benutzen|nutzen|schreiben|antworten|testen|formatieren|fragen|committen|deployen|hinzufügen|erklären|pushen|mergen|löschen|überschreiben)(?:[.!]?$|, (?:auch|außer|bevor|ohne|es sei) .+)`,
    `(?:die )?${SET_WORK} (?:(?:im|in|der|den|dem|bitte|code|quellcode|projekt|repo|git) ){0,4}(?:immer|grundsätzlich|stets|ausschließlich|nur) (?:auf|in|mit|ohne) .+`,
    String.raw`(?:${SET_WORK} )?(?:duze?|sieze?) mich(?![\p{L}]).*|du (?:kannst|darfst) mich (?:gerne? |ruhig )?(?:duzen|siezen)[.!]?$`,
    `${IMPERATIVE} (?:bitte )?(?:immer|nie|niemals|ab jetzt|ab sofort|künftig|in zukunft) .{2,}`,
    `(?:ich|wir) ${MY_VERB} (?:immer|nie|niemals|grundsätzlich|normalerweise|nur|ausschließlich|generell) .+`,
    String.raw`(?:ich|wir) ${MY_VERB} (?:\p{L}+s|am \p{L}+|an \p{L}+|auf \p{L}+) (?:immer|nie|niemals|grundsätzlich|nur)(?:[.!]?$| .+)`,
    String.raw`(?:ich|wir) bevorzugen? ${PASSING_START}\S.+`,
    `mir (?:ist|sind) ${PASSING_START}[^,.;]+ lieber als .+`,
    String.raw`ich (?:möchte|will|hätte gerne?),? dass du .{0,40}(?<![\p{L}])(?:immer|nie|niemals|stets|grundsätzlich)(?![\p{L}]).+`,
    String.raw`nenne? mich (?!(?:wenn|morgen|später|verrückt)\b)[\p{L}'-]{2,30}[.!]?$`,
    String.raw`(?:du kannst|ihr könnt) mich [\p{L}'-]{2,30} nennen[.!]?$`,
  ],
  corrections: [
    String.raw`(?:(?:nein|nee|falsch|doch)[,.:;!]+ )?(?:ich|wir) (?:benutzen?|nutzen?|verwenden?|schreiben?|deployen?(?: mit| auf)?|arbeiten? mit) (?:immer )?${PASSING_START}[^,.;]+,? (?:und )?(?:nicht,?|kein\p{L}*|statt|anstatt|anstelle von) .+`,
    `ich (?:sagte|habe? gesagt|meinte|wollte) ${PASSING_START}[^,.;]+,? (?:und )?nicht .+`,
    `(?:nein|nee|falsch)[,.:;!]+ (?:bitte )?((?:benutze?|nutze?|verwende) ${PASSING_START}[^,.;]+,? (?:und )?(?:nicht|statt|anstatt) .+)`,
    String.raw`(?:nein|nee|falsch)[,.:;!]+ (?:mein|meine|unser|unsere) [\p{L} -]{2,30} (?:ist|sind|heißt) [^,.;]+, nicht .+`,
  ],
  passing:
    /(?<![\p{L}])(?:nur diesmal|dieses mal|diesmal|vorerst|erst ?mal|für den moment|im moment|gerade eben|heute|gestern|(?:arbeite|schreibe|teste|benutze|nutze|bin|sind|wir) gerade|(?<!ob ich )immer noch|noch immer|schon wieder|jetzt gerade|nur hier|(?:denselben|demselben|dieselbe[nr]?|derselbe|dasselbe)|(?:funktioniert|geht|klappt|läuft|startet|reagiert) (?:\p{L}+ )?(?:nicht|mehr)|schlägt (?:\p{L}+ )?fehl|fehlgeschlagen|abgestürzt|stürzt (?:\p{L}+ ){0,2}ab|bricht (?:\p{L}+ ){0,2}ab|nur fehler|diese[rnms]? (?:datei|branch|befehl|skript|test|fehler|funktion|klasse|variable|seite|version|commit|zweig|ordner|modul|stelle)|in diesem fall|in dieser (?:datei|sitzung|funktion)|für (?:diese[nrs]?|den aktuellen) (?:aufgabe|fall|test|datei|commit|sitzung|lauf|änderung|zweig)|vorübergehend|zum beispiel|als beispiel|angenommen)(?![\p{L}])/iu,
  refusal: String.raw`(?:ich|wir)(?![\p{L}])[^,.;]{0,30},?(?: es,?)?(?: (?:das|dies|darauf|dazu|hierzu|darüber|davon|(?:auf |über )?(?:diese?|deine|die|das) (?:frage|fragen|thema)))?(?: (?:jetzt|hier|lieber|gerade|noch|mehr)){0,2} (?:nicht|nichts|nicht weiter|nichts weiter|nichts mehr)(?: (?:dazu|darauf|darüber|davon|mehr))?(?: zu)? (?:antworten|beantworten|sagen|verraten|erzählen|kommentieren|sprechen|reden|teilen|diskutieren|entscheiden)`,
  condition:
    /(?<!(?<![\p{L}])(?:auch|selbst|als) )(?<![\p{L}])(?:(?:wenn|falls)(?! (?:das|dir das|es) (?:hilft|wichtig))|sofern|sobald|vorausgesetzt|es sei denn)(?![\p{L}])/iu,
  firstPerson: /(?<![\p{L}])(?:ich|mich|mir|mein\p{L}*|wir|uns|unser\p{L}*)(?![\p{L}])/iu,
});
