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

/** What the person wants from now on. What only happens from now on is a report. */
const WISH = String.raw`(?:por favor,? )?(?:(?:me )?${IMPERATIVE}|no ${DO_NOT}|\p{L}{1,9}[áéíóú]\p{L}{1,6}(?:me|nos)(?![\p{L}])|dame|hazme|(?:siempre|nunca|solo|sólo|nada de|ning\p{L}+|usamos|usaremos|vamos a usar|quiero|prefiero|evita|evite)(?![\p{L}])|(?:los |las )?(?:commits|comentarios|respuestas|mensajes|tests|pruebas) (?:en|con|sin))`;
const FAMILY =
  '(?:esposa|mujer|esposo|marido|pareja|novi[oa]|hij[oa]|herman[oa]|madre|padre|mamá|papá|perr[oa]|gat[oa]|jef[ea]|médic[oa])';
const JOB = oneOf(
  `enfermer[oa] médic[oa] profesora? maestr[oa] desarrollador(?:a)? programador(?:a)? ingenier[oa] estudiante abogad[oa] arquitect[oa] contable contador(?:a)?
   diseñador(?:a)? jubilad[oa] periodista traductor(?:a)? vendedor(?:a)? electricista cociner[oa] autónom[oa] dentista`,
);
const NO_JOKE = String.raw`(?!(?:reuniones|merge|bugs?|código|lunes)(?![\p{L}]))`;
const INTOLERANT = `(?:alérgic[oa]|intolerante) (?:a|al) (?:la |los |las )?${NO_JOKE}`;
const DIET = '(?:vegan[oa]|vegetarian[oa]|celíac[oa]|diabétic[oa]|daltónic[oa]|zurd[oa])';

export const SPANISH_PHRASES = phrasesOf({
  leadIn: String.raw`(?:por favor|y|pues|bueno|ok|vale|oye|hola|gracias|por cierto|en realidad|al final|además|también|(?:puedes|podrías|podría))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'no|en realidad|perdona',
  facts: [
    `(?:recuerda|recuerde|recordar|acuérdate de|acuérdese de|no olvides|no olvide|no te olvides de)(?: bien)? que (.{8,})`,
    String.raw`(?:recuerda|recuerde|anota|anote|apunta|apunte|memoriza|guarda)(?: esto| lo siguiente)?(?: en (?:tu |la )?memoria)?\s*:\s*(.{8,})`,
    String.raw`(?:ten en cuenta|tenga en cuenta|anota|apunta) que ((?:yo |nosotros |mi |mis |nuestr\p{L}+ |siempre |nunca |prefiero |uso |usamos ).+)`,
    String.raw`(?:no olvides|no olvide|no te olvides|no olvidar)(?: de)?(?: esto)?\s*:\s*((?:yo|nosotros|él|ella|ellos|el|la|los|las|un|una|mi|mis|nuestr\p{L}+|cada|todos|todas|ningún|ninguna) .{6,})`,
    String.raw`para (?:el futuro|la próxima(?: vez)?|más adelante)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Mm]e llamo|[Mm]i nombre es) \p{Lu}.*`),
    String.raw`(?:yo )?soy (?:${INTOLERANT}.+|${DIET}[,\s]{1,8}\p{L}.*)`,
    `(?:yo )?tengo (?:alergia|intolerancia) (?:a|al) ${NO_JOKE}.+`,
    String.raw`(?:yo )?no (?:como|bebo) (?:nada de )?(?:carnes?|cerdo|pescado|marisco|gluten|lácteos|leche|huevos?|alcohol|azúcar|café|picante|frutos secos)(?![\p{L}]).*`,
    `(?:yo )?soy ${JOB} (?:en|de|del) (?!vez ).+`,
    `(?:yo )?ya no (?:soy (?:${DIET}|${INTOLERANT}.+)|como (?:carne|pescado)|bebo (?:alcohol|café|leche))[.!]?$`,
    `(?:yo |nosotros )?ya no (?:uso|usamos|utilizo|utilizamos|trabajo con|trabajamos con) ${PASSING_START}(?!(?:nada|más)(?![\\p{L}])).+`,
    namePhrase(String.raw`[Yy]a no (?:viv(?:o|imos) en|trabajo (?:en|para)) ${NO_TOOL}\p{Lu}.*`),
    String.raw`(?:ya )?no (?:me mudo|nos mudamos)(?: a \p{L}+)?[.!]?$`,
    namePhrase(String.raw`(?:[Mm]e mudo|[Nn]os mudamos) a \p{Lu}.*`),
    String.raw`(?:yo )?trabajo como (?!(?:un|una|siempre|si|antes|puedo|todos|tú|previsto)(?![\p{L}])).{3,}`,
    String.raw`(?:yo )?ten(?:go|emos) (?:una?|dos|tres|cuatro|cinco|\d) (?:hij[oa]s?|niñ[oa]s?|perr[oa]s?|gat[oa]s?|herman[oa]s?|niet[oa]s?)(?![\p{L}])(?! (?:en|de|del|encima|sobre) ).*`,
    `mi cumpleaños es .+`,
    namePhrase(String.raw`(?:[Mm]i|[Nn]uestr[oa]) ${FAMILY} se llama \p{Lu}.*`),
    String.raw`(?:mi|nuestr[oa]) ${FAMILY}(?: [\p{L}-]+)? (?:es (?:${INTOLERANT}.+|${DIET}(?![\p{L}]).*)|tiene alergia (?:a|al) .+)`,
    namePhrase(
      String.raw`(?:[Aa]hora )?(?:[Vv]iv(?:o|imos)(?: ahora)? en|[Tt]rabajo (?:en|para)) ${NO_TOOL}\p{Lu}.*`,
    ),
    namePhrase(String.raw`[Mm]e (?:he mudado|mudé) a ${NO_TOOL}\p{Lu}.*`),
  ],
  standing: [
    String.raw`(?:a partir de ahora|a partir de hoy|de ahora en adelante|desde ahora|en el futuro|en adelante)(?:\s{0,8}[,:])?\s{1,8}(?!(?:siempre|nunca) \p{L}+(?:á|án)(?![\p{L}]))${WISH}.{2,}`,
    `(?:${IMPERATIVE} siempre|siempre ${IMPERATIVE}) .{2,}`,
    `(?:(?:nunca|jamás) ${DO_NOT}|no ${DO_NOT} (?:nunca|jamás)) .{2,}`,
    `(?:yo |nosotros )?(?:siempre|nunca|solo|sólo|normalmente) ${MINE}${NO_NOUN} .+`,
    `(?:yo |nosotros )?${MINE} (?:siempre|solo|sólo|únicamente) .+`,
    `(?:${EAT}) .+`,
    `(?:yo |nosotros )?(?:(?:nunca|siempre) (?:desplegamos|publicamos)|nunca (?:probamos|hacemos)) ${PASSING_START}.+|(?:nosotros )?nunca (?:desplegamos|publicamos) los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)[.!]?$`,
    `(?:prefiero|preferimos) (?:las |los )?(?:respuestas|mensajes|explicaciones|comentarios|ejemplos|funciones|commits) (?!del? |aquí).+`,
    `(?:tutéame|trátame de (?:tú|usted)|puedes tutearme).*`,
    String.raw`(?:prefiero|preferimos) ${PASSING_START}\S.+(?: a | al | antes que | en (?:lugar|vez) de ).+`,
    String.raw`(?:quiero|quisiera|me gustaría) que (?:(?:me|nos|no|tú) ){0,2}(?:siempre |nunca )?(?!(?:los|las|unos|unas|mis|tus|sus|estas|esas|todas)(?![\p{L}]))\p{L}+[ae]s(?![\p{L}])[^,;]{0,40}(?<![\p{L}])(?:siempre|nunca|jamás)(?![\p{L}]).+`,
    String.raw`puedes llamarme (?!(?:cuando|si|mañana|luego|a)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [
    namePhrase(String.raw`[Ll]l[áa]mame \p{Lu}[\p{L}'-]{1,29}[.!]?$`),
    `(?:yo )?soy (?:${DIET}|${JOB})[.!]?$`,
  ],
  corrections: [
    `(?:no[,.:;!]+ )?(?:nosotros )?(?:usamos|uso|utilizamos|utilizo|escribimos|desplegamos (?:con|en)) ${PASSING_START}[^,.;]+,? (?:y )?(?:no|en (?:lugar|vez) de) .+`,
    `(?:nosotros )?(?:ya )?no (?:usamos|uso|utilizamos|utilizo) ${PASSING_START}[^,.;]+,? sino .+`,
    `(?:dije|he dicho|te dije|pedí) ${PASSING_START}[^,.;]+,? (?:y )?no .+`,
    `no[,.:;!]+ ((?:usa|use|utiliza) ${PASSING_START}[^,.;]+,? (?:y )?(?:no|en (?:lugar|vez) de) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:por ahora|de momento|por el momento|esta vez|solo por hoy|(?<!de )hoy|ayer|(?:[nd]?es[eao]|este|esta) (?:archivo|fichero|código|error|comando|test|módulo|rama|carpeta|variable|función|script|página|caso)|l[oa]s? mism[oa]s?|equivocad[oa]s?|viej[oa]s?|antigu[oa]s?|vací[oa]s?|fall(?:a|an|ó|aba|aron)|funcionaba|no (?:funciona|arranca|responde|entiendo|consigo)|(?:un|el) error|dijiste|(?:tenemos|hay) que (?:terminar|acabar|corregir|arreglar)|siempre (?:más|menos|así|timeout|dos veces)|con [45]\d\d|solo errores|de nuevo|otra vez|pantalla (?:en blanco|blanca)|en este (?:caso|archivo|test)|para (?:este|esta) (?:tarea|prueba|archivo|commit|caso|sesión)|temporalmente|por ejemplo|supongamos|esta noche)(?![\p{L}])/iu,
  refusal: `(?:prefiero|preferimos|preferiría|preferiríamos)(?: (?:siempre|mejor))? no (?:responder|contestar|decir|hablar|comentar|opinar|revelar|compartir|discutir|decidir|continuar)(?:te|le|les|lo|la|los|las|selo)?(?: (?:nada|más))?(?: (?:a|al|de|del|sobre)(?: (?:eso|esto|ello|respecto|tema|(?:este|ese|el) tema|(?:esta|esa|estas|esas|la|las|tu|tus|su|sus) preguntas?))?){0,2}(?:,? (?:ahora|aquí|todavía|gracias|por favor))?`,
  condition:
    /(?<!incluso |como |aun )(?<![\p{L}])(?:si(?! bien)|en cuanto|a menos que|siempre que|con tal de)(?![\p{L}])/iu,
  firstPerson:
    /(?<![\p{L}])(?:yo|me|ll[áa]mame|tengo|tenemos|no (?:como|bebo)|mi|mis|mí|nosotros|nuestr\p{L}+|uso|usamos|prefiero|preferimos|quiero|quisiera|soy|vivo|trabajo)(?![\p{L}])/iu,
});
