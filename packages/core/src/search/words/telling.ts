/** How much a word of a question tells. [F-17] */

/** Verbs and nouns of every trade: they stand in a question whatever it is about, and in memories about anything. */
const GENERIC = new Set(
  `use uses used using like likes liked run runs running work works worked working do does done make makes made making need needs needed want wants
   get gets got go goes going come comes take takes taken give gives given put puts set sets tell tells say says said show shows know knows known think
   look looks looking find finds help please let lets keep keeps thing things way ways something anything somebody anybody someone kind sort stuff lot many much
   really right good great well new old big small long next last first same every currently current now today should again also start stop mean means
   call called name named happen happens happened add change try ask asked where list whose
   far away tall deep high low yes sure fine thanks thank word words time times day days part place people person exactly actually maybe probably
   sounds seems feel other another else instead wait sorry hello nice cool awesome perfect correct wrong okay write answer question
   seit jahr peut chose día    benutzen benutzt verwenden verwendet nutzen machen macht mache gehen geht heißt heißen finden finde läuft laufen brauchen zeigen nehmen nehmt steht gut neu
   utiliser utilise faire fait mettre aller trouver s'appelle appelle appelles nom lancer usar usa usar hacer hace llama llego tener tiene poner`
    .trim()
    .split(/\s+/),
);

/** The worth of such a word beside another of the same rarity. */
const GENERIC_SHARE = 0.3;

export const isGeneric = (term: string): boolean => GENERIC.has(term);

export const tellingShare = (term: string): number => (isGeneric(term) ? GENERIC_SHARE : 1);
