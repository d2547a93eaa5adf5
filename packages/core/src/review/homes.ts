/**
 * Finds where a text says that somebody lives now, in seven languages. "I live in Rome" and "I moved to Porto" share no word, and are
 * about one thing: a person has one home. Chinese and Japanese are in `unspaced.ts`. [M-4]
 */
import { NO_TOOL } from '../extraction/phrases/language.ts';

interface Home {
  /** The person, in lower case. `SELF` for the speaker, the speaker's household, and "the user". */
  readonly who: string;
  readonly place: string;
}

const SELF = 'self';
/** Capitals within a word, as in "GitLab", are no place. */
const PLACE = String.raw`${NO_TOOL}(\p{Lu}\p{Ll}[\p{Ll}'-]*(?![\p{L}])(?:[ -]\p{Lu}\p{Ll}+)?)`;
const NAME = String.raw`(\p{Lu}[\p{Ll}'-]+)`;

/** How each language says it of the speaker and of a named person. Words for the time may stand before the place. */
const LANGUAGES = [
  {
    self: "(?:I|[Ww]e)(?: now| just| both| currently| recently)*(?: live|(?: am|'m| are|'re) living|(?:'ve| have)?(?: just| now| recently)* (?:moved|relocated))",
    user: "(?:The user|User)(?: now| currently| recently)*(?: lives|(?: is|'s) living|(?:'s| has)?(?: just| now| recently)* (?:moved|relocated))",
    named:
      "(?: now| currently| recently)*(?: lives|(?: is|'s) living|(?:'s| has)?(?: just| now| recently)* (?:moved|relocated))",
    to: '(?: now| back| over| house)*(?: from [^.,;]{2,24})? (?:in|to) ',
  },
  {
    self: '(?:[Ii]ch (?:wohne|lebe|bin)|[Ww]ir (?:wohnen|leben|sind))',
    user: 'D(?:er Nutzer|ie Nutzerin) (?:wohnt|lebt|ist)',
    named: ' (?:wohnt|lebt|ist)',
    to: String.raw`(?: (?:jetzt|nun|aktuell|derzeit|inzwischen|mittlerweile|wieder|gerade|vor kurzem|kürzlich|im \p{Lu}\p{Ll}+|von [^.,;]{2,24}))* (?:(?<=(?:wohn|leb)\S{1,2} .{0,40})in |nach (?=\S+(?: \S+)? (?:um)?gezogen))`,
  },
  {
    self: "(?:[Jj]'habite|[Jj]e vis|[Oo]n habite|[Nn]ous (?:habitons|vivons)|(?:[Jj]'ai|[Oo]n a|[Nn]ous avons)(?: récemment)? déménagé)",
    user: "L'utilisat(?:eur|rice) (?:habite|vit|a déménagé)",
    named: ' (?:habite|vit|a déménagé)',
    to: '(?: maintenant| désormais| actuellement| de [^.,;]{2,24})* (?:à|en|au|aux) ',
  },
  {
    self: '(?:(?:[Aa]hora )?(?:[Yy]o )?[Vv]ivo|(?:[Aa]hora )?[Vv]ivimos|[Mm]e (?:he mudado|mudé)|[Nn]os (?:hemos mudado|mudamos))',
    user: '(?:El usuario|La usuaria) (?:vive|se ha mudado|se mudó)',
    named: ' (?:vive|se ha mudado|se mudó)',
    to: '(?: ahora| actualmente| de [^.,;]{2,24})* (?:en|a) ',
  },
  {
    self: '(?:(?:[Oo]ra |[Aa]desso )?(?:[Ii]o )?(?:[Aa]bito|[Vv]ivo|[Aa]bitiamo|[Vv]iviamo)|[Mm]i sono trasferit[oa]|[Cc]i siamo trasferiti)',
    user: "L'utente (?:abita|vive|si è trasferit[oa])",
    named: ' (?:abita|vive|si è trasferit[oa])',
    to: '(?: ora| adesso| attualmente| da [^.,;]{2,24})* (?:a|ad|in) ',
  },
  {
    self: '(?:(?:[Aa]gora )?(?:[Ee]u )?(?:[Mm]oro|[Vv]ivo|[Mm]oramos|[Vv]ivemos)|(?:[Ee]u )?[Mm]e mudei|[Mm]udei-me|[Mm]ud[aá]mo-nos|[Nn]os mudamos)',
    user: '[OA] usuári[oa] (?:mora|vive|se mudou|mudou-se)',
    named: ' (?:mora|vive|se mudou|mudou-se)',
    to: '(?: agora| atualmente| de [^.,;]{2,24})* (?:em|no|na|para(?: [oa])?|pra|pro) ',
  },
  {
    self: '(?:(?:[Яя]|[Мм]ы) )?(?:(?:[Сс]ейчас|[Тт]еперь|недавно) )?(?:[Жж]иву|[Жж]ив[её]м|[Пп]ереехал[аи]?)',
    user: 'Пользователь(?:ница)? (?:жив[её]т|переехала?)',
    named: ' (?:сейчас |теперь )?(?:жив[её]т|переехала?)',
    to: '(?: сейчас| теперь| из [^.,;]{2,24})* (?:в|во|на) ',
  },
].map(({ self, user, named, to }) => ({
  own: new RegExp(`^(?:${self}|${user})${to}${PLACE}`, 'u'),
  of: new RegExp(`^${NAME}${named}${to}${PLACE}`, 'u'),
}));

/** Returns the home that each language reads in the text. Null where it reads none. */
const homesIn = (text: string): readonly (Home | null)[] => {
  const plain = text.normalize('NFC').replaceAll('’', "'");
  return LANGUAGES.map(({ own, of }) => {
    const place = own.exec(plain)?.[1];
    if (place !== undefined) return { who: SELF, place };
    const [, who, other] = of.exec(plain) ?? [];
    return who === undefined || other === undefined ? null : { who: who.toLowerCase(), place: other };
  });
};

/** Whether both texts say, in one language, where the same person lives, and name two places. */
export const haveOtherHomes = (a: string, b: string): boolean => {
  const homes = homesIn(a);
  if (homes.every((home) => home === null)) return false;
  return homesIn(b).some((other, at) => {
    const home = homes[at] ?? null;
    return home?.who === other?.who && !isOnePlace(home?.place ?? '', other?.place ?? '');
  });
};

/** Whether one name contains the other, or they differ in the last letter: some languages inflect names ("в Москве", "в Москву"). */
const isOnePlace = (a: string, b: string): boolean => {
  if (a.includes(b) || b.includes(a)) return true;
  const stem = Math.max(a.length, b.length) - 1;
  return stem >= 3 && a.slice(0, stem) === b.slice(0, stem);
};
