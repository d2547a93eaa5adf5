/**
 * Words that do not tell what is searched for, by language. The question's language decides: `die` is German for "the", but a telling
 * word in English. [F-17]
 */
import { mapUnspacedRuns } from '../scripts-without-spaces.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** English stop words, with the ends of contractions. `isStopWord` knows only these and judges no word of another language. [F-1, F-9] */
export const STOP_WORDS =
  setOf(`a about after again all also am an and any anyone are aren as at be because been before being between both but by
can cannot could couldn d did didn do does doesn doing don down during each few for from further get gets got had hadn has hasn
have haven having he her here hers him his how i if in into is isn it its itself just ll m me might more most must my
no nor not of off on once only or other our ours out over own re s same she should shouldn so some such t than
that the their theirs them then there these they this those through to too under until up us ve very was wasn we were
weren what when where which while who whom whose why will with won would wouldn you your yours`);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

const LANGUAGES: readonly ReadonlySet<string>[] = [
  STOP_WORDS,
  setOf(`der die das den dem des ein eine einen einem einer eines und oder aber mit von vom für auf aus bei beim nach seit vor zu zum zur im in am an
    ins sich wir ich er sie es man wie wenn dass ob weil um über unter zwischen durch gegen bis als ihr ihre ihren ihrem sein seine seinen seinem
    unser unsere unseren unserem unserer mein meine meinen meinem meiner dein deine dieser diese dieses diesem diesen ist sind war waren wird werden wurde
    hat habe haben hatte kann können konnte soll sollen sollte muss müssen darf dürfen will was wer wen wem wessen wo wohin woher wann warum wieso womit
    wofür welche welcher welches welchen welchem nicht kein keine keinen auch noch nur schon hier da dort doch mal bitte uns mir mich dir dich du ihn ihm
    gibt viel viele`),
  setOf(`le la les l un une des du de d et ou mais avec pour par sur dans en au aux ce cet cette ces c se s je j tu il elle on nous vous ils elles me m te t
    mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs que qu qui quoi dont où quand comment pourquoi combien quel quelle quels quelles est es
    sont suis était être ai as a avons avez ont avoir fait faire ne n pas plus y si aussi très peut dois doit faut sans est-ce`),
  setOf(`el la los las un una unos unas y o pero con de del al a en por para se que quien quién quienes quiénes qué cual cuál cuáles cómo como cuándo cuando
    dónde donde cuánto cuánta cuántos cuántas por qué es son era está están ser estar ha han he hay mi mis tu tus su sus nuestro nuestra nuestros nuestras
    yo tú él ella nos me te le les lo no sí más muy también este esta estos estas ese esa eso esto si sin sobre`),
  setOf(`il lo la i gli le un uno una di a da in con su per tra fra e o ma che chi cosa come quando dove perché quanto quanta quanti quante quale quali è sono
    era essere ha ho hanno avere mi ti si ci vi mio mia miei mie tuo tua suo sua nostro nostra non più anche del della dei delle degli al alla ai alle nel nella`),
  setOf(`de het een en of maar met van voor op uit bij naar te in aan om over onder door tot als dat die dit deze wat wie waar wanneer waarom hoe hoeveel welke welk
    is zijn was waren wordt worden heeft heb hebben kan kunnen moet moeten mag ik je jij hij zij wij we ze mijn jouw zijn haar ons onze niet geen ook nog`),
  setOf(`o a os as um uma uns umas de do da dos das em no na nos nas com por para e ou mas que quem qual quais como quando onde quanto quantos é são era ser
    está estão tem têm meu minha meus minhas seu sua nosso nossa não mais também se me te lhe eu tu ele ela você`),
];

/**
 * Returns the small words of the language that has the most of them among `words`; English when unclear. Another language needs at least
 * two: a single one may be a name or an abbreviation (CI, MIT, `vi`, "son").
 */
export const smallWordsOf = (words: readonly string[]): ReadonlySet<string> => {
  let best = STOP_WORDS;
  let most = 0;
  for (const list of LANGUAGES) {
    let count = 0;
    for (const word of words) if (list.has(word)) count++;
    if (count > most && (list === STOP_WORDS || count > 1)) {
      best = list;
      most = count;
    }
  }
  return best;
};

const LETTER = /\p{L}/gu;
const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The least share of such letters in a Chinese or Japanese text. An English text may hold a Chinese name. */
const HAN_SHARE_MIN = 1 / 3;
/** A name may look like one small word of another language. */
const SMALL_WORDS_MIN = 2;

const countOf = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

/** Returns null when no language has the most small words, or when there are too few. */
const textLanguage = (text: string): ReadonlySet<string> | 'chinese' | 'japanese' | null => {
  const dense = countOf(text, HAN_OR_KANA);
  if (dense > 0 && dense >= HAN_SHARE_MIN * countOf(text, LETTER))
    return KANA.test(text) ? 'japanese' : 'chinese';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map((list) => words.filter((word) => list.has(word)).length);
  const most = Math.max(...counts);
  const best = LANGUAGES.filter((_, at) => counts[at] === most);
  return most >= SMALL_WORDS_MIN && best.length === 1 ? (best[0] ?? null) : null;
};

/** Whether the texts are known to be in two languages, so that they can hardly share a word. [F-19] */
export const differInLanguage = (one: string, other: string): boolean => {
  const language = textLanguage(one);
  const otherLanguage = textLanguage(other);
  return language !== null && otherLanguage !== null && language !== otherLanguage;
};

/** Question words, joining words and polite words of Chinese and Japanese. They separate the words around them. */
const BETWEEN = new RegExp(
  `(?:什么时候|为什么|什么|怎么样|怎么|哪一天|哪一个|哪个|哪里|哪儿|多少|几点|几个|我们|你们|我的|你的|请问|请用|一下|是不是|的|吗|呢|吧|了|是|在|用|由|谁|请|我|你|和|与|` +
    `ですか|ますか|でしょうか|ください|どのくらい|どうですか|どうなりますか|どうなります|いくらですか|どこ|いつ|どう|どの|何|誰|なに|だれ|です|ます|でき|から|まで|` +
    `[はがのをにでともへか])`,
  'gu',
);

/** The length up to which a run without spaces counts as one word: 用户, 目的, でんわ. */
const WORD_CHARS_MAX = 3;
/** A particle at the edge of a run, beside another script: を使う, 私は. */
const PARTICLE_BEFORE = /^[はがのをにでともへか](?=[\p{Script=Han}\p{Script=Katakana}])/u;
const PARTICLE_AFTER = /([\p{Script=Han}\p{Script=Katakana}])[はがのをにでともへか]$/u;
const withoutParticles = (run: string): string =>
  run.replace(PARTICLE_BEFORE, ' ').replace(PARTICLE_AFTER, '$1 ');

/** A Japanese noun of one character, before a particle: 弟の, 鍵は. */
const NOUN = /(?<![\p{Script=Han}\p{Script=Katakana}])\p{Script=Han}(?=[はがのをにでともへ])/gu;

/**
 * Replaces question, joining and polite words by spaces. If another single character or nothing would remain, a run stays, and its
 * nouns of one character follow it.
 */
export const withoutBetween = (text: string): string =>
  mapUnspacedRuns(text, (run) => {
    if ([...run].length <= WORD_CHARS_MAX) return withoutParticles(run);
    const parted = run.replace(BETWEEN, ' ');
    const nouns: readonly string[] = run.match(NOUN) ?? [];
    const isTorn = parted.split(' ').some((part) => [...part].length === 1 && !nouns.includes(part));
    return isTorn || parted.trim() === '' ? [run, ...nouns].join(' ') : parted;
  });
