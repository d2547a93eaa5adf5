/** French set phrases. */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `utilise utilisez écris écrivez réponds répondez mets mettez ajoute ajoutez demande demandez explique expliquez formate formatez teste testez
   commence commencez garde gardez montre montrez vérifie vérifiez crée créez`,
);
const MINE = `(?:j'|je |nous |on )(?:utilisons|utilise|écris|écrivons|préfère|préférons|travaille|travaillons|bois|mange|teste|testons|déploie|déployons)`;
const PASSING_START = String.raw`(?!(?:le|la|les|l'|ce|cet|cette|ces|un|une|ton|ta|tes|votre|l'option|que)(?![\p{L}]))`;

const MY = '(?:[Mm]on|[Mm]a|[Nn]otre)';
const FAMILY =
  '(?:femme|mari|épouse|époux|compagne|compagnon|copine|copain|fille|fils|sœur|soeur|frère|mère|père|maman|papa|chien|chienne|chat|chatte|chef|cheffe|médecin)';
const JOB = oneOf(
  `infirmi(?:er|ère) médecin professeure? enseignante? institut(?:eur|rice) développeu(?:r|se) ingénieure? étudiante? avocate? architecte comptable graphiste
   retraitée? journaliste traduct(?:eur|rice) vendeu(?:r|se) électricien(?:ne)? cuisini(?:er|ère) éduca(?:teur|trice) indépendante? dentiste`,
);
const NO_JOKE = String.raw`(?!(?:réunions?|ordinateurs?|merge|bugs?|code|lundis?)(?![\p{L}]))`;
const INTOLERANT = `(?:allergique|intolérante?) (?:à (?:la |l')?|au |aux )${NO_JOKE}`;
const INFINITIVE = oneOf(
  'écrire utiliser mettre ajouter répondre demander tester lancer vérifier pousser committer supprimer',
);

export const FRENCH_PHRASES = phrasesOf({
  leadIn: String.raw`(?:s'il (?:te|vous) pla[iî]t|stp|svp|et|alors|ok|d'accord|merci|au fait|en fait|finalement|bonjour|salut|aussi|(?:peux-tu|pourrais-tu|pouvez-vous))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'non|en fait|désolée?',
  facts: [
    `(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|n'oublie pas|n'oubliez pas|te souvenir|retenir)(?: bien)? (?:que |qu')(.{8,})`,
    String.raw`(?:souviens-toi|retiens|retenez|note|notez|mémorise|mémorisez)(?: bien)?(?: ceci| cela| ça)?\s*:\s*(.{8,})`,
    String.raw`(?:n'oublie pas|n'oubliez pas|ne pas oublier)(?: ceci| cela| ça)?\s*:\s*((?:j'|l'|(?:je|nous|on|il|elle|ils|elles|le|la|les|un|une|mon|ma|mes|notre|nos|ce|cette|au|aucun|chaque|tous|toutes) ).{6,})`,
    `(?:note|notez|gardez? (?:en (?:tête|mémoire)|à l'esprit))(?: bien)? (?:que |qu')((?:j'|je |nous |on |mon |ma |mes |notre |nos ).+)`,
    String.raw`pour (?:l'avenir|la prochaine fois|plus tard)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Jj]e m'appelle|[Mm]on (?:pré)?nom est) \p{Lu}.*`),
    String.raw`je suis (?:${INTOLERANT}|(?:végétarien(?:ne)?|végane?|diabétique|cœliaque|daltonien(?:ne)?|gaucher|gauchère)(?![\p{L}])).*`,
    `j'ai (?:une allergie (?:à|au|aux) ${NO_JOKE}|une intolérance (?:à|au|aux) ).+`,
    `je ne (?:mange|bois|supporte) (?:pas|jamais|plus) (?:de |d').+`,
    `je suis ${JOB}(?:[.!]?$|(?:,| (?:à|au|en|chez|dans)) .*)`,
    `je ne suis plus (?:végétarien(?:ne)?|végane?|allergique (?:à|au|aux) .+|intolérante? (?:à|au|aux) .+)[.!]?$`,
    namePhrase(
      String.raw`(?:[Jj]e n'habite|[Nn]ous n'habitons|[Oo]n n'habite) plus (?:à|en|au) \p{Lu}.*|[Jj]e ne travaille plus (?:chez|pour) ${NO_TOOL}\p{Lu}.*`,
    ),
    `(?:je n'utilise|nous n'utilisons|on n'utilise) plus ${PASSING_START}(?!(?:rien|ça|cela)(?![\\p{L}])).+`,
    namePhrase(
      String.raw`(?:[Jj]e ne travaille|[Nn]ous ne travaillons|[Oo]n ne travaille) plus avec ${NO_TOOL}\p{Lu}.*`,
    ),
    `(?:je ne|nous ne|on ne) déménage(?:ons)? (?:plus|pas)[.!]?$`,
    String.raw`je travaille comme (?!(?:ça|avant|toujours|si|un fou|prévu|convenu|d'habitude|vous|toi)(?![\p{L}])).{3,}`,
    String.raw`(?:j'ai|nous avons|on a) (?:une?|deux|trois|quatre|cinq|\d) (?:enfants?|filles?|fils|chiens?|chats?(?! (?:ouvert|avec|en|sur))|frères?|sœurs?)(?![\p{L}])(?! (?:de|du|dans) | d').*`,
    `mon anniversaire (?:est|c'est) .+`,
    namePhrase(String.raw`${MY} ${FAMILY} s'appelle \p{Lu}.*`),
    String.raw`${MY} ${FAMILY}(?: [\p{L}-]+)? est (?:${INTOLERANT}|(?:végétarien(?:ne)?|végane|diabétique|cœliaque)(?![\p{L}])).*`,
    namePhrase(
      String.raw`(?:[Jj]'habite|[Nn]ous habitons|[Oo]n habite) (?:maintenant )?(?:à|en|au) ${NO_TOOL}\p{Lu}.*`,
    ),
    namePhrase(
      String.raw`[Jj]e travaille (?:chez|pour) ${NO_TOOL}(?!(?:Noël|Pâques)(?![\p{L}]))\p{Lu}.*|(?:[Jj]e|[Oo]n|[Nn]ous) déménage(?:ons)? (?:à|en) \p{Lu}.*`,
    ),
    namePhrase(String.raw`[Jj]'ai déménagé (?:à|en|au) ${NO_TOOL}\p{Lu}.*`),
  ],
  standing: [
    // "Désormais le test passe": behind these words a third person mostly reports what is so now.
    String.raw`(?:à partir de maintenant|à partir d'aujourd'hui|dorénavant|à l'avenir|désormais)(?:\s{0,8}[,:])?\s{1,8}(?!(?:l'|(?:le|la|les|ce|cet|cette|ces|ça|cela|il|elle|ils|elles)(?![\p{L}]))).{6,}`,
    `${IMPERATIVE} (?:toujours|désormais|dorénavant|systématiquement) .{2,}`,
    `(?:n'|ne )(?:utilise|utilisez|écris|écrivez|mets|mettez|ajoute|ajoutez|réponds|répondez|demande|demandez|pousse|poussez) (?:jamais|plus jamais) .{2,}`,
    `(?:toujours|jamais|ne jamais|ne pas) ${INFINITIVE} .{2,}`,
    `(?:tu peux|vous pouvez) me (?:tutoyer|vouvoyer)[.!]?$|on se tutoie.*|(?:tutoie|tutoyez|vouvoie|vouvoyez)-moi.*`,
    `(?:je ne|nous ne|on ne) (?:déploie|déployons|publie|publions|teste|testons|travaille|travaillons) jamais .+`,
    `(?:je préfère|nous préférons|on préfère) (?:les |des )?(?:réponses|messages|explications|commentaires|exemples|fonctions|commits) (?!de |du |ici).+`,
    `${MINE} (?:toujours|uniquement|exclusivement|systématiquement) .+`,
    `(?:je n'utilise|nous n'utilisons|on n'utilise|je n'écris|je ne bois|je ne mange) jamais .+`,
    String.raw`(?:je préfère|nous préférons|on préfère) ${PASSING_START}\S.+(?: à | au | aux | plutôt que ).+`,
    String.raw`(?:je veux|je voudrais|j'aimerais|je souhaite) que (?:tu|vous) [^,;]{0,40}(?<![\p{L}])(?:toujours|jamais|systématiquement)(?![\p{L}]).+`,
    String.raw`(?:tu peux m'appeler|vous pouvez m'appeler) (?!(?:quand|si|demain|(?<!(?:partir|compter) d')aujourd'hui|plus|à)(?![\p{L}]))[\p{L}'-]{2,30}\s*[.!]?$`,
  ],
  names: [namePhrase(String.raw`(?:[Aa]ppelle-moi|[Aa]ppelez-moi) \p{Lu}[\p{L}'-]{1,29}\s*[.!]?$`)],
  corrections: [
    String.raw`(?:non\s*[,.:;!]+ )?(?:nous utilisons|on utilise|j'utilise|on écrit|nous écrivons|on déploie (?:avec|sur)) ${PASSING_START}[^,.;]+,? (?:et )?(?:pas|non|au lieu (?:de |d')|plutôt que) .+`,
    `(?:nous n'utilisons|on n'utilise|je n'utilise) (?:pas|plus) ${PASSING_START}[^,.;]+,? mais (?!ça|c'|il |elle |on |je |ne |n').+`,
    `j'ai (?:dit|demandé) ${PASSING_START}[^,.;]+,? (?:et )?pas .+`,
    String.raw`non\s*[,.:;!]+ ((?:utilise|utilisez) ${PASSING_START}[^,.;]+,? (?:et )?(?:pas|non|au lieu (?:de |d')|plutôt que) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:pour (?:l'instant|le moment|cette fois|ce test|ce fichier|cette tâche|ce commit)|cette fois(?:-ci)?|aujourd'hui seulement|temporairement|hier(?! soir-)|demain|(?<!(?:partir|compter) d')aujourd'hui|dans ce cas|dans ce fichier|ce(?:t|tte)? (?:fichier|commande|branche|test|erreur|fonction|dossier|module|script|version|page)|l[ae]s? (?:même|vieux|vieille|ancien(?:ne)?)s?|échou\p{L}+|ça plante|et plante|ne (?:marche|fonctionne|répond|démarre|passe) (?:pas|plus)|(?:une |l'|(?<!messages? )d')erreur|tu as dit|encore une fois|si tout va bien|avec [45]\d\d|par exemple|supposons|ce soir)(?![\p{L}])/iu,
  refusal: `(?:préfère|préférons|préférerais|préférerions)(?: (?:toujours|vraiment))? ne (?:pas|rien)(?: (?:y|en|le|la|les|vous|te))? ?(?:l')?(?:répondre|dire|parler|commenter|préciser|révéler|partager|discuter|décider|continuer|m'exprimer)(?: (?:ça|cela|rien|plus|davantage))?(?: (?:à|au|de|sur|là-dessus)(?: (?:ça|cela|ce sujet|sujet|(?:cette|ces|la|les|ta|tes|votre|vos) questions?|ce stade))?){0,2}(?:,? (?:maintenant|ici|merci|s'il (?:te|vous) pla[iî]t))?`,
  condition: /(?<!m[êe]me |comme )(?<![\p{L}])(?:si|s'ils?|dès que|à condition|à moins que)(?![\p{L}])/iu,
  firstPerson: /(?<![\p{L}])(?:[jm]'|(?:je|me|moi|mon|ma|mes|nous|notre|nos|on)(?![\p{L}]))/iu,
});
