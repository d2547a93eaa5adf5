/**
 * Decides which invisible characters a text needs: between joined letters, in an emoji, in right-to-left text. Uses ranges of code
 * points, because a Unicode property in a pattern costs each start of the program. [TR-40]
 */

type Ranges = readonly (readonly [first: number, last: number])[];

/** Reads ranges of code points in hexadecimal, such as `00a9 2194-21aa`. */
const rangesOf = (text: string): Ranges =>
  text.split(/\s+/).map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

/** Arabic and similar scripts, the scripts of India and of South East Asia, Mongolian. */
const JOINED = rangesOf(`0600-0dff 0f00-109f 1700-18af 1900-1aaf 1b00-1c4f 1cd0-1cff a800-a95f a980-aaff
  abc0-abff fb50-fdff fe70-fefe 10a00-10aff 10b80-10baf 10d00-10d3f 10f30-10fdf 11000-11fff 1e900-1e95f`);
const FROM_RIGHT = rangesOf('0590-08ff fb1d-fdff fe70-fefe 10800-10fff 1e800-1efff');
/** Scripts without blanks between words. */
const UNSPACED = rangesOf('0e00-109f 1780-17ff 1950-19ff 1a20-1aaf 1b00-1b7f a980-a9df aa00-aadf');
/** Symbols with an emoji form, such as ©. They are part of no joined emoji. */
const SIGNS = rangesOf('00a9 00ae 203c 2049 2122 2139');
const PICTURES = rangesOf(`2194-21aa 231a-23ff 24c2 25aa-25fe 2600-27bf 2934-2935 2b05-2b55 3030 303d
  3297-3299 1f000-1f1e5 1f200-1f3fa 1f400-1faff`);
const SKIN = rangesOf('1f3fb-1f3ff');
const IDEOGRAPHS = rangesOf('3400-4dbf 4e00-9fff f900-faff 20000-3ffff');
/** Characters with variants: mathematics, Burmese, Phags-pa, and the marks of Chinese. */
const VARIED: Ranges = [
  ...IDEOGRAPHS,
  ...rangesOf('1000-109f 2200-22ff 2a00-2aff 3001-3002 a840-a877 aa60-aa7f ff01 ff0c-ff0e ff1a-ff1f'),
];
const OLD_HANGUL = rangesOf('1100-11ff a960-a97f d7b0-d7ff');
/** Ranges where future versions of Unicode add emoji and ideographs. */
const LATER_PICTURES = rangesOf('1f000-1faff');
const LATER_IDEOGRAPHS = rangesOf('20000-2fffd 30000-3fffd');
const BRAILLE = rangesOf('2801-28ff');
const HIEROGLYPHS = rangesOf('13000-1342f 13441-13446 13460-143ff');
const HANGUL = rangesOf('3130-318f ac00-d7a3 ffa0-ffdc');

const isIn = (ranges: Ranges, code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** The visible neighbours of a run of hidden characters, as code points; -1 at the end of the text. */
interface Place {
  readonly before: number;
  readonly after: number;
  /** Whether the run is a single character. */
  readonly isAlone: boolean;
  /** Whether right-to-left text is next to it, across blanks and signs. */
  readonly isFromRight: () => boolean;
}

const KEYCAP = 0x20e3;
const isKey = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x23 || code === 0x2a;

const beside =
  (ranges: Ranges) =>
  ({ before, after }: Place): boolean =>
    isIn(ranges, before) || isIn(ranges, after);
const behind =
  (ranges: Ranges) =>
  ({ before }: Place): boolean =>
    isIn(ranges, before);

const isJoint = (place: Place): boolean =>
  beside(JOINED)(place) ||
  ((isIn(PICTURES, place.before) || isIn(SKIN, place.before)) && isIn(PICTURES, place.after));
const turns = ({ before, after, isFromRight }: Place): boolean =>
  !(isIn(FROM_RIGHT, before) && isIn(FROM_RIGHT, after)) && isFromRight();
const hasTextForm = (place: Place): boolean => behind(PICTURES)(place) || behind(SIGNS)(place);

/** Returns whether the code is a blank, the end of a line (0x0a) or the end of the text (-1). */
const isBlank = (code: number): boolean => code === -1 || code === 0x0a || code === 0x20;
const END_SIGNS = [...'.,;:!?)'].map((sign) => sign.charCodeAt(0));
/** Returns whether the run is a word by itself. Between letters it could encode bits. */
const isWord = ({ before, after, isAlone }: Place): boolean =>
  isAlone && isBlank(before) && (isBlank(after) || END_SIGNS.includes(after));

interface Need {
  readonly chars: Ranges;
  readonly at: (place: Place) => boolean;
  /** Whether it is kept only as the first character of a run, because it selects a form of the character before. */
  readonly isSelector?: true;
  /** Whether any number of them is kept, because their number is visible. */
  readonly repeats?: true;
}

const NEEDS: readonly Need[] = [
  { chars: rangesOf('200c'), at: beside(JOINED) },
  { chars: rangesOf('200d'), at: isJoint },
  {
    chars: rangesOf('061c 200e-200f 202a-202e 2066-2069'),
    at: turns,
  },
  {
    chars: rangesOf('200b 2060'),
    at: beside(UNSPACED),
  },
  { chars: rangesOf('fe0e'), at: behind(PICTURES), isSelector: true },
  {
    chars: rangesOf('fe0f'),
    at: (place) => hasTextForm(place) || (isKey(place.before) && place.after === KEYCAP),
    isSelector: true,
  },
  { chars: rangesOf('fe00-fe02'), at: behind(VARIED), isSelector: true },
  { chars: rangesOf('e0100-e010f'), at: behind(IDEOGRAPHS), isSelector: true },
  { chars: rangesOf('180b-180f'), at: behind(rangesOf('1800-18af')) },
  { chars: rangesOf('17b4-17b5'), at: behind(rangesOf('1780-17ff')) },
  { chars: rangesOf('115f-1160'), at: beside(OLD_HANGUL) },
  {
    chars: rangesOf('3164 ffa0'),
    at: beside(HANGUL),
  },
  { chars: rangesOf('034f'), at: behind(rangesOf('0591-05f4')) },
  { chars: rangesOf('1bca0-1bca3'), at: behind(rangesOf('1bc00-1bc9f')) },
  {
    chars: rangesOf('1d159 1d173-1d17a'),
    at: beside(rangesOf('1d100-1d1ff')),
  },
  { chars: rangesOf('2800'), at: beside(BRAILLE), repeats: true },
  { chars: rangesOf('13430-13455'), at: beside(HIEROGLYPHS) },
  { chars: rangesOf('1107f'), at: beside(rangesOf('11000-1106f')) },
  { chars: rangesOf('16fe4'), at: beside(rangesOf('18b00-18cff')) },
  { chars: LATER_PICTURES, at: isWord },
  { chars: LATER_IDEOGRAPHS, at: (place) => place.isAlone && beside(IDEOGRAPHS)(place) },
];

const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (name) => `${String.fromCodePoint(...[...name].map((char) => 0xe0000 + char.charCodeAt(0)))}\u{e007f}`,
);
const BLACK_FLAG = 0x1f3f4;
/** The most needed characters that are kept in one run. No script and no emoji needs more. */
const KEPT_MAX = 2;

/** Splits a run of hidden characters from `start` to `end` into the needed part and the rest, which is removed. */
export const sortHidden = (
  text: string,
  start: number,
  end: number,
): { readonly kept: string; readonly left: string } => {
  const before = codeBefore(text, start);
  const place = {
    before,
    after: text.codePointAt(end) ?? -1,
    isAlone: end - start === ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1),
    isFromRight: () => isNearRight(text, start, end),
  };
  // The flags of England, Scotland and Wales: the three that Unicode recommends.
  const flag = before === BLACK_FLAG ? FLAG_TAGS.find((tags) => text.startsWith(tags, start)) : undefined;
  let kept = flag ?? '';
  let left = '';
  const taken = new Set<string>();
  let isFirst = flag === undefined;
  for (const char of text.slice(start + kept.length, end)) {
    const need = needOf(char, place, isFirst);
    if (need?.repeats === true) kept += char;
    else if (need !== undefined && taken.size < KEPT_MAX && !taken.has(char)) {
      taken.add(char);
      kept += char;
    } else left += char;
    isFirst = false;
  }
  return { kept, left };
};

const needOf = (char: string, place: Place, isFirst: boolean): Need | undefined => {
  const code = char.codePointAt(0) ?? -1;
  const need = NEEDS.find(({ chars }) => isIn(chars, code));
  return need !== undefined && (isFirst || need.isSelector !== true) && need.at(place) ? need : undefined;
};

const codeBefore = (text: string, end: number): number => {
  const unit = text.charCodeAt(end - 1);
  if (Number.isNaN(unit)) return -1;
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return (isLow && end > 1 ? text.codePointAt(end - 2) : unit) ?? -1;
};

const ARABIC_MARK = 0x61c;
/** The most characters from the run to the next letter. */
const NEAR_CHARS_MAX = 12;

/** Returns whether the code is a letter of right-to-left text. Unassigned characters are none, and are removed. */
const isFromRight = (code: number): boolean =>
  isIn(FROM_RIGHT, code) && !/\p{Cn}/u.test(String.fromCodePoint(code));

/** Returns whether the nearest letter before or after, on the same line, is right-to-left. */
const isNearRight = (text: string, start: number, end: number): boolean => {
  for (let at = start, chars = 0; at > 0 && chars < NEAR_CHARS_MAX; chars++) {
    const code = codeBefore(text, at);
    if (!isBetweenLetters(code)) {
      if (isFromRight(code)) return true;
      break;
    }
    at -= code > 0xffff ? 2 : 1;
  }
  for (let at = end, chars = 0; at < text.length && chars < NEAR_CHARS_MAX; chars++) {
    const code = text.codePointAt(at) ?? -1;
    if (!isBetweenLetters(code)) return isFromRight(code);
    at += code > 0xffff ? 2 : 1;
  }
  return false;
};

/** Returns true for blanks, digits, signs and marks of direction. */
const isBetweenLetters = (code: number): boolean =>
  code === ARABIC_MARK ||
  (code >= 0x20 && code <= 0x40) ||
  (code >= 0x5b && code <= 0x60) ||
  (code >= 0x7b && code <= 0xbf) ||
  (code >= 0x2000 && code <= 0x2bff);
