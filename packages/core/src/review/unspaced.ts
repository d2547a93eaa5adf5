/**
 * Finds contradictions in Chinese and Japanese, which have no spaces between words. It compares only texts that differ in one thing.
 * It does not compare values, because their ends are unknown. [M-4]
 */
import type { ContradictionReason } from '@cairn/schema';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The share of these scripts below which a text is not treated as unspaced. */
const SHARE_MIN = 0.4;
const CHARS_MIN = 3;

export const isUnspaced = (text: string): boolean => {
  // A quick check first: most compared texts hold none of these characters.
  if (!UNSPACED.test(text)) return false;
  const chars = [...text].filter((char) => /[\p{L}\p{N}]/u.test(char));
  const unspaced = chars.filter((char) => UNSPACED.test(char)).length;
  return chars.length > 0 && unspaced / chars.length >= SHARE_MIN;
};

/** `areOwn`: whether the person said both of themselves. */
export const unspacedContradiction = (
  older: string,
  newer: string,
  areOwn: boolean,
): ContradictionReason | null => {
  const [a, b] = [bare(older), bare(newer)];
  if (a === b || Math.min(a.length, b.length) < CHARS_MIN) return null;
  if (isDenied(a, b)) return 'negation';
  if (isLeft(a, b)) return 'replaced';
  if (hasOtherNumber(a, b)) return 'number';
  return hasOtherHome(a, b, areOwn) ? 'value' : null;
};

/** What a person says of the one place where they live. Japanese may leave the person out. */
const HOMES = [
  /^(我)(?:们|們)?(?:家)?(?:搬到|搬去|住在?)(.{2,12})$/u,
  /^(?:(私|僕|俺|わたし)(?:たち)?は)?(.{2,12})[にへ](?:住んでい(?:る|ます)|引っ?越し(?:た|ました|ています))$/u,
];

/** `areOwn`: whether the person said both, so that it need not be written. */
const hasOtherHome = (a: string, b: string, areOwn: boolean): boolean =>
  HOMES.some((home) => {
    const [, who, x] = home.exec(a) ?? [];
    const [, whoB, y] = home.exec(b) ?? [];
    if (x === undefined || y === undefined || !(areOwn || (who !== undefined && whoB !== undefined)))
      return false;
    return !x.includes(y) && !y.includes(x);
  });

/** Words that say when and not what, and the ends of Chinese sentences. */
const FILLERS = /现在|現在は?|目前|当前|當前|已经|已經|もう|今は|[了。．、，,!！?？\s]/gu;
const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replace(FILLERS, '');

/** Negations with their affirmative form. Words that only contain the character, such as "不同", are excluded. */
const DENIALS: readonly (readonly [RegExp, string])[] = [
  [/不再|从不|從不|并不|並不/gu, ''],
  [/不是|并非|並非/gu, '是'],
  [/没有|沒有/gu, '有'],
  [/ではありません$|じゃありません$/gu, 'です'],
  [/ではない$|じゃない$/gu, 'である'],
  [/ていません$/gu, 'ています'],
  [/ていない$/gu, 'ている'],
  [/ません$/gu, 'ます'],
  [/しない$/gu, 'する'],
  [/がない$/gu, 'がある'],
  [/わない$/gu, 'う'],
  [/かない$/gu, 'く'],
  [/らない$/gu, 'る'],
  [/さない$/gu, 'す'],
  [/まない$/gu, 'む'],
  [/ない$/gu, 'る'],
  [/不(?![同错断少但仅过论管久如])|没(?!有)/gu, ''],
];

const isDenied = (a: string, b: string): boolean =>
  DENIALS.some(([denial, affirmed]) => {
    const [x, y] = [a.replace(denial, affirmed), b.replace(denial, affirmed)];
    return (x !== a) !== (y !== b) && x === y;
  });

const SWITCH =
  /从(.{2,20}?)(?:换|改|切换|迁移)(?:成|到|为|用)|(?:^|[はをが])([^はをが]{2,20})から.{2,20}?(?:に|へ)(?:移行|切り替え|変更|乗り換え)/u;

/** Whether the newer text says "from X to Y" while the older one says that X is used. */
const isLeft = (older: string, newer: string): boolean => {
  const match = SWITCH.exec(newer);
  const left = match?.[1] ?? match?.[2];
  if (left === undefined || SWITCH.test(older)) return false;
  const uses = [`使用${left}`, `用${left}`, `采用${left}`, `${left}を使`, `${left}を利用`, `${left}を採用`];
  return uses.some((use) => older.includes(use)) && !/不|没/u.test(older);
};

const NUMBER = /\d+(?:[.:]\d+)*/gu;
/** Nouns that have one number at a time. */
const SLOT =
  /端口|版本|超时|上限|下限|限制|预算|价格|工资|薪资|间隔|密码长度|ポート|バージョン|タイムアウト|上限|予算|価格|給料|間隔/u;
/** Numbers of things, days or times, of which there are many. */
const OF_MANY = /第#|#[号楼层日月年章页次步期周天時时分点話章頁回階号室]/u;

const hasOtherNumber = (a: string, b: string): boolean => {
  const [x, y] = [a.match(NUMBER) ?? [], b.match(NUMBER) ?? []];
  const frame = a.replace(NUMBER, '#');
  return (
    x.length === 1 &&
    y.length === 1 &&
    x[0] !== y[0] &&
    frame === b.replace(NUMBER, '#') &&
    SLOT.test(frame) &&
    !OF_MANY.test(frame)
  );
};
