/** Italian set phrases. [X-4] */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `usa usate utilizza utilizzate scrivi scrivimi scrivete rispondi rispondimi rispondete metti mettete aggiungi aggiungete chiedi chiedimi
   chiedete spiega spiegami spiegate formatta testa controlla controllate tieni dai dammi fai fammi esegui parlami`,
);
const VERB = oneOf(
  `uso usiamo utilizzo utilizziamo scrivo scriviamo preferisco preferiamo bevo mangio testo testiamo programmo programmiamo sviluppo
   sviluppiamo pubblichiamo lavoro lavoriamo`,
);
const INFINITIVE = oneOf(
  `usare utilizzare scrivere mettere aggiungere rispondere chiedere cancellare pubblicare fare pushare committare toccare
   modificare eliminare inserire creare darmi`,
);
const JOB = oneOf(
  `infermier[ae] medico dottore dottoressa insegnante maestr[oa] professor(?:e|essa) sviluppat(?:ore|rice) programmat(?:ore|rice) ingegnere student(?:e|essa) avvocat[oa] architett[oa]
   contabile commercialista grafic[oa] pensionat[oa] giornalista tradutt(?:ore|rice) commess[oa] elettricista cuoc[oa] dentista`,
);
/** What the person wants from now on. What only happens from now on is a report. */
const WISH = String.raw`(?:per favore,? )?(?:${IMPERATIVE}|non ${INFINITIVE}|(?:mai|sempre|solo|soltanto|niente|nessun\p{L}*|usiamo|voglio|vorrei|preferisco|chiamami|chiamiamo|evita|ricorda)(?![\p{L}]))`;
const ONE_OF_FAMILY = String.raw`(?:figli[oa]?|figlie|bambin[oaie]|can[ei]|gatt[oaie]|fratell[oi]|sorell[ae]|nipot[ei])(?![\p{L}])`;
/** Excludes objects that only the conversation identifies, such as "this one" or "the option". */
const PASSING_START = String.raw`(?!(?:il|lo|la|i|gli|le|l'|questo|questa|questi|queste|quello|quella|un|uno|una|tuo|tua|che|ciò)(?![\p{L}]))`;

export const ITALIAN_PHRASES = phrasesOf({
  leadIn: String.raw`(?:comunque|in realtà|alla fine|per favore|per piacere|allora|e|ok|va bene|bene|grazie|ciao|senti|a proposito|inoltre|anche|(?:puoi|potresti|può|potrebbe))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'no|in realtà|scusa',
  facts: [
    `(?:ricorda|ricordati|ricordate|ricordare|si ricordi|non dimenticare|non dimenticarti|non dimenticate)(?: bene)? che (.{8,})`,
    String.raw`(?:ricorda|ricordati|memorizza|annota|annotati|segna|segnati|appunta|appuntati|salva|prendi nota|tieni a mente|tieni presente)(?: questo| quanto segue)?(?: (?:in|nella tua|nella) memoria)?\s*:\s*(.{8,})`,
    String.raw`(?:tieni presente|tenga presente|tieni a mente|tieni conto|annota|segnati) che ((?:io |noi |(?:il |la |i |le )?(?:mi[oae]|miei|nostr\p{L}+) |(?:non )?${VERB} |sempre |mai ).+)`,
    String.raw`(?:non dimenticare|non dimenticarti|non dimenticate)(?: questo)?\s*:\s*((?:l'|(?:io|noi|lui|lei|il|lo|la|i|gli|le|un|una|mio|mia|nostr\p{L}+|ogni|nessun\p{L}*|tutt\p{L}) ).{6,})`,
    String.raw`per (?:il futuro|la prossima volta)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Mm]i chiamo|[Ii]l mio nome è) \p{Lu}.*`),
    String.raw`(?:io )?sono (?:(?:allergic[oa]|intollerante) (?:(?:a|al|alla|allo|ai|alle|agli) |all')(?!(?:merge|riunioni|bug|codice|lunedì)(?![\p{L}])).*|(?:vegan|vegetarian|celiac|diabetic|astemi|daltonic|mancin)[oa][,\s]{1,8}\p{L}.*)`,
    namePhrase(
      `(?:(?:[Oo]ra|[Aa]desso) )?(?:(?:[Vv]iv(?:o|iamo)|[Aa]bit(?:o|iamo))(?: ora| adesso)? (?:a|in)|[Mm]i sono trasferit[oa] (?:a|in)|[Ll]avoro (?:per|presso|da|alla|in)) ${NO_TOOL}${String.raw`\p{Lu}.*`}`,
    ),
    String.raw`(?:io )?ho un'(?:allergia|intolleranza) (?:(?:a|al|alla|allo|ai|alle|agli) |all')(?!(?:merge|riunioni|bug|codice|lunedì)(?![\p{L}])).+`,
    String.raw`(?:io )?non (?:mangio|bevo) (?:mai )?(?:carne|maiale|pesce|crostacei|glutine|latticini|latte|uova|alcol|zucchero|caffè|piccante|frutta secca)(?![\p{L}]).*`,
    `(?:io )?sono ${JOB} (?:in|a|al|alla|presso|per|di) .+`,
    String.raw`(?:la |il )?(?:mi[oa]|nostr[oa]) (?:moglie|marito|compagn[oa]|figli[oa]|sorella|fratello|madre|padre|mamma|papà)(?: [\p{L}-]+)? è (?:(?:allergic[oa]|intollerante) (?:(?:a|al|alla|allo|ai|alle|agli) |all')|(?:vegan|vegetarian|celiac|diabetic)[oa](?![\p{L}])).*`,
    `(?:io |noi )?non (?:(?:uso|usiamo|utilizzo|utilizziamo) più|(?:lavoro|lavoriamo) più con) ${PASSING_START}(?!(?:niente|nulla)(?![\\p{L}])).+`,
    `(?:io )?non sono più (?:vegan|vegetarian|celiac|allergic|intollerant)[oae](?: .+|[.!]?$)`,
    namePhrase(
      String.raw`[Nn]on (?:abito|abitiamo|vivo|viviamo) più (?:a|in) \p{Lu}.*|[Nn]on lavoro più (?:per|presso|da|alla|in) ${NO_TOOL}\p{Lu}.*`,
    ),
    String.raw`non (?:mi trasferisco|ci trasferiamo|traslo(?:co|chiamo)) (?:più|mica)(?: (?:a|in) \p{L}+)?[.!]?$`,
    namePhrase(String.raw`(?:[Mm]i trasferisco|[Cc]i trasferiamo) (?:a|in) \p{Lu}.*`),
    String.raw`lavoro come (?!(?:al|sempre|un|una|prima|se|te|voi|tutti|posso|previsto|fosse)(?![\p{L}])).{3,}`,
    String.raw`lavoro (?:da (?:casa|remoto)|in smart working|part[- ]time)(?![\p{L}]) .+`,
    `ho (?:un|una|due|tre|quattro|cinque) ${ONE_OF_FAMILY}(?! (?:nel|del|di proces)).*`,
    `(?:il mio compleanno|la mia lingua madre|il mio fuso orario) è .+`,
    namePhrase(
      String.raw`(?:[Ii]l |[Ll]a )?(?:[Mm]i[oa]|[Nn]ostr[oa]) (?:moglie|marito|compagn[oa]|figli[oa]|sorella|fratello|madre|padre|mamma|papà|cane|gatt[oa]|capo|medico|dottoressa) (?:si chiama|è) (?:il |la )?(?:dottor |dottoressa )?\p{Lu}.*`,
    ),
  ],
  standing: [
    String.raw`(?:d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|da oggi|in futuro)(?:\s{0,8}[,:])?\s{1,8}${WISH} .{2,}`,
    `(?:${IMPERATIVE} sempre|sempre ${IMPERATIVE}) .{2,}`,
    `(?:non ${INFINITIVE} mai|mai ${INFINITIVE}) .{2,}`,
    `smetti(?:la)? di ${INFINITIVE} .{2,}`,
    `(?:io |noi )?${VERB} (?:sempre|solo|soltanto|solamente|esclusivamente|di solito) .+`,
    `(?:io |noi )?non ${VERB} mai .+`,
    String.raw`dammi del (?:tu|lei)(?![\p{L}]).*|(?:puoi|possiamo) dar(?:mi|ci) del (?:tu|lei).*`,
    `(?:i |le |gli )?(?:commenti|commit|messaggi di commit|risposte|test|variabili)(?: (?:nel|nei|nella|di|del|codice|commit|git|progetto)){0,3} sempre (?:in|con|senza) (?!errore|errori|ritardo|crash|rosso|attesa|corso|esecuzione|locale|timeout|verde).+`,
    `(?:preferisco|preferirei) che .{2,40} sempre .+`,
    `(?:preferisco|preferiamo) (?:${INFINITIVE} ${PASSING_START}.+|(?:le |i |gli )?(?:risposte|messaggi|spiegazioni|commenti|esempi|funzioni|commit) (?!del|di|qui).+)`,
    String.raw`(?:io |noi )?(?:preferisco|preferiamo) ${PASSING_START}(?!.*(?:il|la) (?:prim|second|terz)[oa](?![\p{L}]))\S.+(?: a | al | alla | allo | ai | alle | agli | all'|piuttosto che | rispetto a | invece (?:di|che) ).+`,
    String.raw`(?:voglio|vorrei|mi piacerebbe) che (?:tu|mi) [^,;]{0,40}(?<![\p{L}])(?:sempre|mai)(?![\p{L}]).+`,
    String.raw`(?:puoi|può) chiamarmi (?!(?:quando|se|domani|dopo|alle)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [
    namePhrase(String.raw`[Cc]hiamami \p{Lu}[\p{L}'-]{1,29}[.!]?$`),
    `(?:io )?sono (?:(?:vegan|vegetarian|celiac|diabetic|astemi|daltonic|mancin)[oa]|${JOB})[.!]?$`,
  ],
  corrections: [
    `(?:no[,.:;!]+ )?(?:noi )?(?:usiamo|uso|utilizziamo|utilizzo|scriviamo|pubblichiamo (?:con|su)) ${PASSING_START}[^,.;]+,? (?:e )?(?:non|invece di|al posto di) .+`,
    `(?:noi )?non (?:usiamo|uso|utilizziamo|utilizzo) (?:più )?${PASSING_START}[^,.;]+,? (?:ma|bensì) (?!non |è |si |poi ).+`,
    `(?:ti )?ho (?:detto|chiesto) ${PASSING_START}[^,.;]+,? (?:e )?non .+`,
    `no[,.:;!]+ ((?:usa|usate|utilizza) ${PASSING_START}[^,.;]+,? (?:e )?(?:non|invece di|al posto di) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:quest[oaei](?=\s+\p{L})(?! (?:progett|repo))|quell[oaei]|quel (?:file|branch|ramo|comando|log|codice|bug|errore)|(?<!da )oggi|ieri|domani|stamattina|(?<!da )adesso(?! (?:abito|vivo|lavoro|usiamo))|stess[oaei]|sbagliat[oaei]|vecchi[oae]?|fallisc\p{L}+|fallit[oaei]|funzionava|non (?:funziona|parte|riesc\p{L}+|risponde|capisco|so|va|definit[oa])|(?:un|l') ?errore|errore di|sempre (?:più|così|aperto|timeout|due volte)|solo errori|precedent[ei]|di prima|prima,? poi|tra poco|tutto lento|si (?:pianta|blocca|rompe)|mi ha|hai detto|con [45]\d\d|stai \p{L}+ndo|(?:devi|devo|dobbiamo|bisogna) (?:ancora|finire|completare|correggere|sistemare)|passiamo oltre|per (?:ora|adesso|il momento|questa volta)|al momento|questa volta|solo (?:per )?oggi|in questo (?:caso|file|test)|per quest(?:o|a|') ?(?:compito|attività|test|file|prova|commit|caso|sessione)|temporaneamente|per esempio|ad esempio|supponiamo|stasera)(?![\p{L}])/iu,
  refusal: `(?:preferisco|preferiamo|preferirei|preferiremmo)(?: (?:sempre|davvero))? non (?:rispondere|risponderti|dire|dirlo|parlare|parlarne|commentare|rivelare|rivelarlo|condividere|condividerlo|discutere|discuterne|decidere|continuare)(?: (?:niente|nulla|più|altro))?(?: (?:a|su|di|del|della)(?: (?:ciò|questo|quello|tema|domanda|(?:questa|queste|la|le|tua|tue) domand[ae]|questo (?:tema|argomento)))?)?(?:,? (?:ora|adesso|qui|grazie|per favore))?`,
  condition: /(?<!anche |come )(?<![\p{L}])(?:se|a meno che|non appena|purché)(?![\p{L}])/iu,
  firstPerson:
    /(?<![\p{L}])(?:^sono|dammi|chiedimi|io|mi|me|mi[oae]|miei|noi|nostr\p{L}+|chiamami|chiamarmi|uso|usiamo|preferisco|preferiamo|voglio|vorrei|vivo|abito|mangio|bevo|lavoro|ho (?:un|una|due|tre|quattro|cinque)|sono (?:allergic|intollerant|vegan|vegetarian|celiac|diabetic|astemi|daltonic|mancin)\p{L}+)(?![\p{L}])/iu,
});
