/**
 * Quotes memory to a model as data, in a block whose name no stored text can know. Text that looks like the end of a
 * block, a role's tag or a model's control token loses its bracket, however it is spelt. [CX-5, TR-10, TR-41]
 */
import { hash } from 'node:crypto';
import { withoutControls, withoutHidden } from '@cairn/schema';
import { foldInPlace } from '../memory/guard-fold.ts';

/** The beginning of an escape, which may be escaped itself. */
const ESCAPE = String.raw`(?:\\|5c|bsol;|#92;)`;
const ENTITY = '(?:&|amp;|#38;|#x26;)';
/**
 * The bracket as itself, as an entity, or escaped as in JSON, CSS, C and URLs, also twice. `‹` and its like are folded
 * to the bracket.
 */
const OPEN = [
  `(?:<|${ENTITY}(?:lt|lang|langle|lsaquo|#0{0,8}60|#x0{0,8}3c);?`,
  String.raw`${ESCAPE}(?:[ux]\{?0{0,6}3c\}?|0{0,6}3c\s?|0{0,6}74)|(?:%|25)3c)`,
].join('|');
/** The slash in the same spellings. A backslash before it is ignored. */
const SLASH = [
  String.raw`[/\\]|[ux]\{?0{0,6}2f\}?|0{0,6}57|%(?:25){0,4}2f`,
  '&(?:amp;|#38;|#x26;){0,4}(?:sol|#0{0,8}47|#x0{0,8}2f);?',
].join('|');
const CLOSE = [
  '(?:>|»|&(?:amp;|#38;|#x26;){0,4}(?:gt|rang|rsaquo|#0{0,8}62|#x0{0,8}3e)',
  String.raw`\\(?:[ux]\{?0{0,6}3e|0{0,6}76)|%(?:25){0,4}3e)`,
].join('|');
/** The tags of roles, at any place. */
const ROLES = [
  ...['memory', 'system', 'assistant', 'user', 'human', 'developer', 'instruction', 'steering', 'tool'],
  ...['function', 'inst', 'sys', 'im_start', 'im_end', 'start_of', 'end_of', 'start_header', 'end_header'],
  ...['begin_of', 'endof', 'bos>', 'eos', 'eot', 'eom', 's>', 'antml', 'invoke'],
].join('|');
/**
 * The tags in which hosts wrap quotations. Directly after a name such a tag may be a type (`Array<Message>`), so it does not count
 * there.
 */
const WRAPPERS = 'memories|context|document|result|think|thought|scratchpad|prompt|message|turn>';
const JUNK = String.raw`(?:[\s|!?_]|${SLASH})*`;
const MARK = String.raw`\s|!?_*~.'"=:+^#$@;,-`;
/** A closing tag of any name, also with marks around it or blanks in its name. */
const CLOSING = [
  String.raw`[${MARK}]{0,8}(?:${SLASH})(?:[${MARK}]|${SLASH}){0,40}[\p{L}&%]`,
  String.raw`(?:[\p{L}\p{N}_:.&#;%\\\s*~"'-]{0,60}${CLOSE}|[\p{L}\p{N}_:.-]{0,60}\s{0,8}$)`,
].join('');
/** Brackets of quotations and ornaments. They count as a tag only where they close a known tag. */
const SOFT = '[❨❪❴⁅「『【〔〖〘〚《«“◁◀⏴⯇{\\[]';
const SOFT_END = '[❩❫❳❵⁆」』】〕〗〙〛》»”▷▶⏵⯈}\\])>]';
const TAG = new RegExp(
  [
    String.raw`${OPEN}(?=${JUNK}(?:${ROLES})|\s*\||${CLOSING})`,
    String.raw`(?<![\p{L}\p{N}_])${OPEN}(?=${JUNK}(?:${WRAPPERS}))`,
  ].join('|'),
  'gu',
);
/** Every spelling of the bracket contains one of these. This check is several times cheaper than the full pattern. */
const MAY_OPEN = /[<&%\\]|5c/;
const SOFT_TAG = new RegExp(
  String.raw`${SOFT}(?=\s{0,8}(?:${SLASH})${JUNK}(?:${ROLES}|${WRAPPERS})[\p{L}\p{N}_:.-]{0,60}[${MARK}]{0,8}${SOFT_END})`,
  'gu',
);
const SQUARE = /\[(?=\s*(?:\/\s*)?(?:inst|sys|system_prompt|available_tools|tool_calls|tool_results)\s*\])/g;
const SPEAKER = '(?:human|assistant|system|developer|user)';
/**
 * Labels that begin a turn for some models. `Human:` counts anywhere. Other labels count at the start of a line. With a
 * blank after the colon they also count at the start of a sentence, because `user: node` may be a setting too. `user>`
 * counts at the start of a line.
 */
const LABEL = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\p{N}_-])(?:human|assistant)|(?:^|\n)[\s*_#<>~|=+.\d\[({【「\x60-]{0,12}${SPEAKER})[\s*_~|=\])}】」\x60]{0,8}:(?!:|//)`,
    String.raw`[.!?>][\s*#]{0,8}(?:system|developer|user)[\s*]{0,4}:(?=[\s*]|$)`,
    String.raw`(?:^|\n)[\s*_#>~|=+.\d\x60-]{0,12}${SPEAKER}[*_~\x60]{0,4}>(?!=)`,
  ].join('|'),
  'gu',
);

const MAY_SPEAK = /human|assistant|system|developer|user/;

/** Nearly no ASCII text matches this. */
const MAY_BREAK = /[<>:[{\\&%]|[^\x20-\x7e\n]/;

/** Removes the bracket or colon of text that could pass for a fence or a role. All other visible text stays. */
export const defuse = (content: string): string => {
  const shown = withoutControls(withoutHidden(content));
  if (!MAY_BREAK.test(shown)) return shown;
  const { text, startOf, endOf } = foldInPlace(shown);
  const brackets = MAY_OPEN.test(text) ? [TAG, SOFT_TAG, SQUARE] : [SOFT_TAG, SQUARE];
  const breaks = [
    ...brackets
      .flatMap((sought) => [...text.matchAll(sought)])
      .map(({ index, 0: found }) => ({
        start: startOf(index),
        end: endOf(index + found.length - 1),
        put: '(',
      })),
    ...(MAY_SPEAK.test(text) ? [...text.matchAll(LABEL)] : []).map(({ index, 0: found }) => {
      const colon = index + found.length - 1;
      return { start: startOf(colon), end: endOf(colon), put: ' -' };
    }),
  ].sort((a, b) => a.start - b.start);
  let broken = '';
  let from = 0;
  for (const { start, end, put } of breaks) {
    if (start < from) continue;
    broken += shown.slice(from, start) + put;
    from = end;
  }
  return broken + shown.slice(from);
};

/** Defuses the text and collapses white space to one line. */
export const quoteForContext = (content: string): string => defuse(content).replace(/\s+/gu, ' ').trim();

/** Marks each whole line as quoted, so none looks like a line of Cairn's. */
export const quoteLines = (content: string): string =>
  content
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `| ${defuse(line)}`)
    .join('\n');

/** Quotes a name for use inside square brackets: without brackets and line breaks. */
export const quoteName = (name: string): string => quoteForContext(name).replace(/[[\]]/g, ' ').trim();

const NAME_CHARS = 8;

/** The inputs of a block's name: a secret of the device, and the reader, so the name is stable for each reader. */
export interface FenceKey {
  readonly secret: string;
  readonly reader: string;
}

/**
 * Puts the lines into a block with a name. When a line contains the name, the next name is tried, so no line can end
 * the block.
 */
export const fenced = (lines: string, { secret, reader }: FenceKey): string => {
  for (let turn = 0; ; turn++) {
    const made = hash('sha256', JSON.stringify(['fence', secret, reader, turn]), 'hex');
    const name = `memory-${made.slice(0, NAME_CHARS)}`;
    if (!lines.toLowerCase().includes(name)) return `<${name}>\n${lines}\n</${name}>`;
  }
};
