/** Spanish set phrases. */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `usa use utiliza utilice escribe escriba responde responda contesta pon ponga añade añada pregunta pregunte explica explique formatea prueba empieza
   muestra comprueba crea`,
);
const MINE = oneOf(
  `uso usamos utilizo utilizamos escribo escribimos prefiero preferimos trabajo trabajamos bebo pruebo probamos despliego desplegamos`,
);
/** "uso" and "trabajo" are nouns, too: "solo uso interno". */
const NO_NOUN = String.raw`(?! (?:interno|externo|personal|privado|público|comercial|previsto|remoto)(?![\p{L}]))`;
/** "como" is "I eat" only behind these. Otherwise it is "as": "como siempre", "solo como ejemplo". */
const EAT =
  '(?:yo (?:siempre|solo|sólo|normalmente)|(?:yo )?nunca) como|yo como (?:siempre|solo|sólo|únicamente)';
const DO_NOT = oneOf('uses use utilices escribas pongas añadas respondas preguntes hagas');
/** Excludes objects that only the conversation identifies, such as "this one" or "the option". */
const PASSING_START = String.raw`(?!(?:el|la|los|las|este|esta|estos|estas|ese|esa|eso|esto|un|una|tu|tus|lo|que|la opción)(?![\p{L}]))`;

export const SPANISH_PHRASES = phrasesOf({
  leadIn: String.raw`(?:por favor|y|pues|bueno|ok|vale|oye|hola|gracias|por cierto|además|también|(?:puedes|podrías|podría))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'no|en realidad|perdona',
  facts: [
    `(?:recuerda|recuerde|recordar|acuérdate de|acuérdese de|no olvides|no olvide|no te olvides de)(?: bien)? que (.{8,})`,
    String.raw`(?:recuerda|recuerde|anota|anote|apunta|apunte|memoriza|guarda)(?: esto| lo siguiente)?(?: en (?:tu |la )?memoria)?\s*:\s*(.{8,})`,
    String.raw`(?:ten en cuenta|tenga en cuenta|anota|apunta) que ((?:yo |nosotros |mi |mis |nuestr\p{L}+ |siempre |nunca |prefiero |uso |usamos ).+)`,
    String.raw`para (?:el futuro|la próxima(?: vez)?|más adelante)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Mm]e llamo|[Mm]i nombre es) \p{Lu}.*`),
    String.raw`soy (?:alérgic[oa] (?:a|al)|vegan[oa]|vegetarian[oa]|daltónic[oa]|zurd[oa])(?![\p{L}]).*`,
    namePhrase(String.raw`(?:[Vv]ivo(?: ahora)? en|[Aa]hora vivo en|[Tt]rabajo (?:en|para)) \p{Lu}.*`),
    namePhrase(String.raw`[Mm]e (?:he mudado|mudé) a ${NO_TOOL}\p{Lu}.*`),
  ],
  standing: [
    String.raw`(?:a partir de ahora|a partir de hoy|de ahora en adelante|desde ahora|en el futuro|en adelante)(?:\s{0,8}[,:])?\s{1,8}(?!(?:esto|eso) (?:debería|va)).{6,}`,
    `(?:${IMPERATIVE} siempre|siempre ${IMPERATIVE}) .{2,}`,
    `(?:(?:nunca|jamás) ${DO_NOT}|no ${DO_NOT} (?:nunca|jamás)) .{2,}`,
    `(?:yo |nosotros )?(?:siempre|nunca|solo|sólo|normalmente) ${MINE}${NO_NOUN} .+`,
    `(?:yo |nosotros )?${MINE} (?:siempre|solo|sólo|únicamente) .+`,
    `(?:${EAT}) .+`,
    String.raw`(?:prefiero|preferimos) ${PASSING_START}\S.+(?: a | al | antes que | en (?:lugar|vez) de ).+`,
    String.raw`puedes llamarme (?!(?:cuando|si|mañana|luego|a)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [namePhrase(String.raw`[Ll]l[áa]mame \p{Lu}[\p{L}'-]{1,29}[.!]?$`)],
  corrections: [
    `(?:no[,.:;!]+ )?(?:nosotros )?(?:usamos|uso|utilizamos|utilizo|escribimos|desplegamos (?:con|en)) ${PASSING_START}[^,.;]+,? (?:y )?(?:no|en (?:lugar|vez) de) .+`,
    `(?:dije|he dicho|te dije|pedí) ${PASSING_START}[^,.;]+,? (?:y )?no .+`,
    `no[,.:;!]+ ((?:usa|use|utiliza) ${PASSING_START}[^,.;]+,? (?:y )?(?:no|en (?:lugar|vez) de) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:por ahora|de momento|por el momento|esta vez|solo por hoy|en este (?:caso|archivo|test)|para (?:este|esta) (?:tarea|prueba|archivo|commit|caso|sesión)|temporalmente|por ejemplo|supongamos|esta noche)(?![\p{L}])/iu,
  refusal: `(?:prefiero|preferimos|preferiría|preferiríamos)(?: (?:siempre|mejor))? no (?:responder|contestar|decir|hablar|comentar|opinar|revelar|compartir|discutir|decidir|continuar)(?:te|le|les|lo|la|los|las|selo)?(?: (?:nada|más))?(?: (?:a|al|de|del|sobre)(?: (?:eso|esto|ello|respecto|tema|(?:este|ese|el) tema|(?:esta|esa|estas|esas|la|las|tu|tus|su|sus) preguntas?))?){0,2}(?:,? (?:ahora|aquí|todavía|gracias|por favor))?`,
  firstPerson:
    /(?<![\p{L}])(?:yo|me|ll[áa]mame|mi|mis|mí|nosotros|nuestr\p{L}+|uso|usamos|prefiero|preferimos|soy|vivo|trabajo)(?![\p{L}])/iu,
});
