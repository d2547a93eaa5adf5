/** Italian set phrases. [X-4] */
import { namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `usa usate utilizza utilizzate scrivi scrivete rispondi rispondete metti mettete aggiungi aggiungete chiedi chiedete spiega spiegate formatta
   testa prova inizia comincia mostra mostrate controlla controllate crea create tieni lascia`,
);
const VERB = oneOf(
  `uso usiamo utilizzo utilizziamo scrivo scriviamo preferisco preferiamo bevo mangio testo testiamo programmo programmiamo sviluppo
   sviluppiamo pubblichiamo`,
);
const INFINITIVE = oneOf(
  `usare utilizzare scrivere mettere aggiungere rispondere chiedere cancellare pubblicare`,
);
/** Excludes objects that only the conversation identifies, such as "this one" or "the option". */
const PASSING_START = String.raw`(?!(?:il|lo|la|i|gli|le|l'|questo|questa|questi|queste|quello|quella|un|uno|una|tuo|tua|che|ciò)(?![\p{L}]))`;

export const ITALIAN_PHRASES = phrasesOf({
  leadIn: String.raw`(?:per favore|per piacere|allora|e|ok|va bene|bene|grazie|ciao|senti|a proposito|inoltre|anche|(?:puoi|potresti|può|potrebbe))(?![\p{L}])[\s,:!.–-]*`,
  facts: [
    `(?:ricorda|ricordati|ricordate|ricordare|si ricordi|non dimenticare|non dimenticarti|non dimenticate)(?: bene)? che (.{8,})`,
    String.raw`(?:ricorda|ricordati|memorizza|annota|annotati|segna|segnati|appunta|appuntati|salva)(?: questo| quanto segue)?(?: (?:in|nella tua|nella) memoria)?\s*:\s*(.{8,})`,
    String.raw`(?:tieni presente|tenga presente|tieni a mente|tieni conto|annota|segnati) che ((?:io |noi |(?:il |la |i |le )?(?:mi[oae]|miei|nostr\p{L}+) |uso |usiamo |preferisco |sempre |mai ).+)`,
    String.raw`per (?:il futuro|la prossima volta|dopo)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Mm]i chiamo|[Ii]l mio nome è) \p{Lu}.*`),
    String.raw`(?:io )?sono (?:allergic[oa] (?:a|al|alla|allo|all'|ai|alle|agli)|vegan[oa]|vegetarian[oa]|daltonic[oa]|mancin[oa])(?![\p{L}]).*`,
    namePhrase(String.raw`(?:(?:[Vv]ivo|[Aa]bito) (?:a|in)|[Ll]avoro (?:per|presso|da|alla|in)) \p{Lu}.*`),
  ],
  standing: [
    String.raw`(?:d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|da oggi|in futuro|in avanti)(?:\s{0,8}[,:])?\s{1,8}(?!(?:questo |ciò )?(?:dovrebbe|va)(?![\p{L}])).{6,}`,
    `(?:${IMPERATIVE} sempre|sempre ${IMPERATIVE}) .{2,}`,
    `(?:non ${INFINITIVE} mai|mai ${INFINITIVE}) .{2,}`,
    `smetti(?:la)? di ${INFINITIVE} .{2,}`,
    `(?:io |noi )?${VERB} (?:sempre|solo|soltanto|solamente|esclusivamente|di solito) .+`,
    `(?:io |noi )?non ${VERB} mai .+`,
    String.raw`(?:io |noi )?(?:preferisco|preferiamo) ${PASSING_START}\S.+(?: a | al | alla | allo | ai | alle | agli | all'|piuttosto che | rispetto a | invece (?:di|che) ).+`,
    String.raw`(?:puoi|può) chiamarmi (?!(?:quando|se|domani|dopo|alle)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [namePhrase(String.raw`[Cc]hiamami \p{Lu}[\p{L}'-]{1,29}[.!]?$`)],
  corrections: [
    `(?:no[,.:;!]+ )?(?:noi )?(?:usiamo|uso|utilizziamo|utilizzo|scriviamo|pubblichiamo (?:con|su)) ${PASSING_START}[^,.;]+,? (?:e )?(?:non|invece di|al posto di) .+`,
    `(?:ti )?ho (?:detto|chiesto) ${PASSING_START}[^,.;]+,? (?:e )?non .+`,
    `no[,.:;!]+ ((?:usa|usate|utilizza) ${PASSING_START}[^,.;]+,? (?:e )?(?:non|invece di|al posto di) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:per (?:ora|adesso|il momento|questa volta)|al momento|questa volta|solo (?:per )?oggi|in questo (?:caso|file|test)|per quest(?:o|a|') ?(?:compito|attività|test|file|prova|commit|caso|sessione)|temporaneamente|per esempio|ad esempio|supponiamo|stasera)(?![\p{L}])/iu,
  refusal: `(?:preferisco|preferiamo|preferirei|preferiremmo)(?: (?:sempre|davvero))? non (?:rispondere|risponderti|dire|dirlo|parlare|parlarne|commentare|rivelare|rivelarlo|condividere|condividerlo|discutere|discuterne|decidere|continuare)(?: (?:niente|nulla|più|altro))?(?: (?:a|su|di|del|della)(?: (?:ciò|questo|quello|tema|domanda|(?:questa|queste|la|le|tua|tue) domand[ae]|questo (?:tema|argomento)))?)?(?:,? (?:ora|adesso|qui|grazie|per favore))?`,
  firstPerson:
    /(?<![\p{L}])(?:io|mi|me|mi[oae]|miei|noi|nostr\p{L}+|chiamami|chiamarmi|uso|usiamo|preferisco|preferiamo|vivo|abito|mangio|bevo|lavoro (?:per|presso|da|alla|in)|sono (?:allergic|vegan|vegetarian|daltonic|mancin)\p{L}+)(?![\p{L}])/iu,
});
