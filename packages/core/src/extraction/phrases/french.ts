/** French set phrases. */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `utilise utilisez écris écrivez réponds répondez mets mettez ajoute ajoutez demande demandez explique expliquez formate formatez teste testez
   commence commencez garde gardez montre montrez vérifie vérifiez crée créez`,
);
const MINE = `(?:j'|je |nous |on )(?:utilisons|utilise|écris|écrivons|préfère|préférons|travaille|travaillons|bois|mange|teste|testons|déploie|déployons)`;
const PASSING_START = String.raw`(?!(?:le|la|les|l'|ce|cet|cette|ces|un|une|ton|ta|tes|votre|l'option|que)(?![\p{L}]))`;

export const FRENCH_PHRASES = phrasesOf({
  leadIn: String.raw`(?:s'il (?:te|vous) pla[iî]t|stp|svp|et|alors|ok|d'accord|merci|au fait|bonjour|salut|aussi|(?:peux-tu|pourrais-tu|pouvez-vous))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'non|en fait|désolée?',
  facts: [
    `(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|n'oublie pas|n'oubliez pas|te souvenir|retenir)(?: bien)? (?:que |qu')(.{8,})`,
    String.raw`(?:souviens-toi|retiens|retenez|note|notez|mémorise|mémorisez)(?: bien)?(?: ceci| cela| ça)?\s*:\s*(.{8,})`,
    `(?:note|notez)(?: bien)? (?:que |qu')((?:j'|je |nous |on |mon |ma |mes |notre |nos ).+)`,
    String.raw`pour (?:l'avenir|la prochaine fois|plus tard)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Jj]e m'appelle|[Mm]on (?:pré)?nom est) \p{Lu}.*`),
    String.raw`je suis (?:allergique (?:à|au|aux)|végétarien(?:ne)?|végane?|daltonien(?:ne)?|gaucher|gauchère)(?![\p{L}]).*`,
    namePhrase(
      String.raw`(?:[Jj]'habite(?: maintenant)? (?:à|en|au)|[Jj]e travaille (?:chez|pour)) \p{Lu}.*`,
    ),
    namePhrase(String.raw`[Jj]'ai déménagé (?:à|en|au) ${NO_TOOL}\p{Lu}.*`),
  ],
  standing: [
    String.raw`(?:à partir de maintenant|à partir d'aujourd'hui|dorénavant|à l'avenir)(?:\s{0,8}[,:])?\s{1,8}(?!(?:ça|cela) (?:devrait|va)).{6,}`,
    // "Désormais le test passe": behind "désormais" a third person mostly reports what is so now.
    String.raw`désormais(?:\s{0,8}[,:])?\s{1,8}(?!(?:l'|(?:le|la|les|ce|cet|cette|ces|ça|cela|il|elle|ils|elles)(?![\p{L}]))).{6,}`,
    `${IMPERATIVE} (?:toujours|désormais|dorénavant|systématiquement) .{2,}`,
    `(?:n'|ne )(?:utilise|utilisez|écris|écrivez|mets|mettez|ajoute|ajoutez|réponds|répondez|demande|demandez|pousse|poussez) (?:jamais|plus jamais) .{2,}`,
    `${MINE} (?:toujours|uniquement|exclusivement|systématiquement) .+`,
    `(?:je n'utilise|nous n'utilisons|on n'utilise|je n'écris|je ne bois|je ne mange) jamais .+`,
    String.raw`(?:je préfère|nous préférons|on préfère) ${PASSING_START}\S.+(?: à | au | aux | plutôt que ).+`,
    String.raw`(?:tu peux m'appeler|vous pouvez m'appeler) (?!(?:quand|si|demain|plus|à)(?![\p{L}]))[\p{L}'-]{2,30}\s*[.!]?$`,
  ],
  names: [namePhrase(String.raw`(?:[Aa]ppelle-moi|[Aa]ppelez-moi) \p{Lu}[\p{L}'-]{1,29}\s*[.!]?$`)],
  corrections: [
    String.raw`(?:non\s*[,.:;!]+ )?(?:nous utilisons|on utilise|j'utilise|on écrit|nous écrivons|on déploie (?:avec|sur)) ${PASSING_START}[^,.;]+,? (?:et )?(?:pas|non|au lieu (?:de |d')|plutôt que) .+`,
    `j'ai (?:dit|demandé) ${PASSING_START}[^,.;]+,? (?:et )?pas .+`,
    String.raw`non\s*[,.:;!]+ ((?:utilise|utilisez) ${PASSING_START}[^,.;]+,? (?:et )?(?:pas|non|au lieu (?:de |d')|plutôt que) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:pour (?:l'instant|le moment|cette fois|ce test|ce fichier|cette tâche|ce commit)|cette fois(?:-ci)?|aujourd'hui seulement|temporairement|dans ce cas|dans ce fichier|par exemple|supposons|ce soir)(?![\p{L}])/iu,
  refusal: `(?:préfère|préférons|préférerais|préférerions)(?: (?:toujours|vraiment))? ne (?:pas|rien)(?: (?:y|en|le|la|les|vous|te))? ?(?:l')?(?:répondre|dire|parler|commenter|préciser|révéler|partager|discuter|décider|continuer|m'exprimer)(?: (?:ça|cela|rien|plus|davantage))?(?: (?:à|au|de|sur|là-dessus)(?: (?:ça|cela|ce sujet|sujet|(?:cette|ces|la|les|ta|tes|votre|vos) questions?|ce stade))?){0,2}(?:,? (?:maintenant|ici|merci|s'il (?:te|vous) pla[iî]t))?`,
  firstPerson: /(?<![\p{L}])(?:[jm]'|(?:je|me|moi|mon|ma|mes|nous|notre|nos|on)(?![\p{L}]))/iu,
});
