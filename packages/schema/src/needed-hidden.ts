/**
 * Decides which invisible characters a text needs: between joined letters, in an emoji, in right-to-left text. Uses ranges of code
 * points, because a Unicode property in a pattern costs each start of the program. [TR-40]
 */

type Ranges = readonly (readonly [first: number, last: number])[];

/** Arabic and similar scripts, the scripts of India and of South East Asia, Mongolian. */
const JOINED: Ranges = [
  [0x0600, 0x0dff],
  [0x0f00, 0x109f],
  [0x1700, 0x18af],
  [0x1900, 0x1aaf],
  [0x1b00, 0x1c4f],
  [0x1cd0, 0x1cff],
  [0xa800, 0xa95f],
  [0xa980, 0xaaff],
  [0xabc0, 0xabff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10a00, 0x10aff],
  [0x10b80, 0x10baf],
  [0x10d00, 0x10d3f],
  [0x10f30, 0x10fdf],
  [0x11000, 0x11fff],
  [0x1e900, 0x1e95f],
];
const FROM_RIGHT: Ranges = [
  [0x0590, 0x08ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
];
/** Scripts without blanks between words. */
const UNSPACED: Ranges = [
  [0x0e00, 0x109f],
  [0x1780, 0x17ff],
  [0x1950, 0x19ff],
  [0x1a20, 0x1aaf],
  [0x1b00, 0x1b7f],
  [0xa980, 0xa9df],
  [0xaa00, 0xaadf],
];
/** Symbols with an emoji form, such as ©. They are part of no joined emoji. */
const SIGNS: Ranges = [
  [0xa9, 0xa9],
  [0xae, 0xae],
  [0x203c, 0x203c],
  [0x2049, 0x2049],
  [0x2122, 0x2122],
  [0x2139, 0x2139],
];
const PICTURES: Ranges = [
  [0x2194, 0x21aa],
  [0x231a, 0x23ff],
  [0x24c2, 0x24c2],
  [0x25aa, 0x25fe],
  [0x2600, 0x27bf],
  [0x2934, 0x2935],
  [0x2b05, 0x2b55],
  [0x3030, 0x3030],
  [0x303d, 0x303d],
  [0x3297, 0x3299],
  [0x1f000, 0x1f1e5],
  [0x1f200, 0x1f3fa],
  [0x1f400, 0x1faff],
];
const SKIN: Ranges = [[0x1f3fb, 0x1f3ff]];
const IDEOGRAPHS: Ranges = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
];
/** Characters with variants: mathematics, Burmese, Phags-pa, and the marks of Chinese. */
const VARIED: Ranges = [
  ...IDEOGRAPHS,
  [0x1000, 0x109f],
  [0x2200, 0x22ff],
  [0x2a00, 0x2aff],
  [0x3001, 0x3002],
  [0xa840, 0xa877],
  [0xaa60, 0xaa7f],
  [0xff01, 0xff01],
  [0xff0c, 0xff0e],
  [0xff1a, 0xff1f],
];
const OLD_HANGUL: Ranges = [
  [0x1100, 0x11ff],
  [0xa960, 0xa97f],
  [0xd7b0, 0xd7ff],
];
/** Ranges where future versions of Unicode add emoji and ideographs. */
const LATER_PICTURES: Ranges = [[0x1f000, 0x1faff]];
const LATER_IDEOGRAPHS: Ranges = [
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
];
const BRAILLE: Ranges = [[0x2801, 0x28ff]];
const HIEROGLYPHS: Ranges = [
  [0x13000, 0x1342f],
  [0x13441, 0x13446],
  [0x13460, 0x143ff],
];
const HANGUL: Ranges = [
  [0x3130, 0x318f],
  [0xac00, 0xd7a3],
  [0xffa0, 0xffdc],
];

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
  { chars: [[0x200c, 0x200c]], at: beside(JOINED) },
  { chars: [[0x200d, 0x200d]], at: isJoint },
  {
    chars: [
      [0x061c, 0x061c],
      [0x200e, 0x200f],
      [0x202a, 0x202e],
      [0x2066, 0x2069],
    ],
    at: turns,
  },
  {
    chars: [
      [0x200b, 0x200b],
      [0x2060, 0x2060],
    ],
    at: beside(UNSPACED),
  },
  { chars: [[0xfe0e, 0xfe0e]], at: behind(PICTURES), isSelector: true },
  {
    chars: [[0xfe0f, 0xfe0f]],
    at: (place) => hasTextForm(place) || (isKey(place.before) && place.after === KEYCAP),
    isSelector: true,
  },
  { chars: [[0xfe00, 0xfe02]], at: behind(VARIED), isSelector: true },
  { chars: [[0xe0100, 0xe010f]], at: behind(IDEOGRAPHS), isSelector: true },
  { chars: [[0x180b, 0x180f]], at: behind([[0x1800, 0x18af]]) },
  { chars: [[0x17b4, 0x17b5]], at: behind([[0x1780, 0x17ff]]) },
  { chars: [[0x115f, 0x1160]], at: beside(OLD_HANGUL) },
  {
    chars: [
      [0x3164, 0x3164],
      [0xffa0, 0xffa0],
    ],
    at: beside(HANGUL),
  },
  { chars: [[0x034f, 0x034f]], at: behind([[0x0591, 0x05f4]]) },
  { chars: [[0x1bca0, 0x1bca3]], at: behind([[0x1bc00, 0x1bc9f]]) },
  {
    chars: [
      [0x1d159, 0x1d159],
      [0x1d173, 0x1d17a],
    ],
    at: beside([[0x1d100, 0x1d1ff]]),
  },
  { chars: [[0x2800, 0x2800]], at: beside(BRAILLE), repeats: true },
  { chars: [[0x13430, 0x13455]], at: beside(HIEROGLYPHS) },
  { chars: [[0x1107f, 0x1107f]], at: beside([[0x11000, 0x1106f]]) },
  { chars: [[0x16fe4, 0x16fe4]], at: beside([[0x18b00, 0x18cff]]) },
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
