/**
 * Memory is quoted to a model as data, in a block whose name nothing that was saved can know. Text that looks like the end of
 * some block, for a role's tag or for a model's own mark loses its bracket, however it is spelt. [CX-5, TR-10, TR-41]
 */
import { hash } from 'node:crypto';
import { withoutControls, withoutHidden } from '@cairn/schema';
import { foldInPlace } from '../memory/guard-fold.ts';

/** The beginning of an escape, escaped itself or not. */
const ESCAPE = String.raw`(?:\\|5c|bsol;|#92;)`;
const ENTITY = '(?:&|amp;|#38;|#x26;)';
/** The bracket as itself, as an entity, or escaped as in JSON, CSS, C and addresses, also twice; `‹` and the like are folded to it. */
const OPEN = [
  `(?:<|${ENTITY}(?:lt|lang|langle|lsaquo|#0{0,8}60|#x0{0,8}3c);?`,
  String.raw`${ESCAPE}(?:[ux]\{?0{0,6}3c\}?|0{0,6}3c\s?|0{0,6}74)|(?:%|25)3c)`,
].join('|');
/** The slash likewise; a backslash before it is junk. */
const SLASH = [
  String.raw`[/\\]|[ux]\{?0{0,6}2f\}?|0{0,6}57|%(?:25){0,4}2f`,
  '&(?:amp;|#38;|#x26;){0,4}(?:sol|#0{0,8}47|#x0{0,8}2f);?',
].join('|');
const CLOSE = [
  '(?:>|»|&(?:amp;|#38;|#x26;){0,4}(?:gt|rang|rsaquo|#0{0,8}62|#x0{0,8}3e)',
  String.raw`\\(?:[ux]\{?0{0,6}3e|0{0,6}76)|%(?:25){0,4}3e)`,
].join('|');
/** The tags of roles, wherever they stand. */
const ROLES = [
  ...['memory', 'system', 'assistant', 'user', 'human', 'developer', 'instruction', 'steering', 'tool'],
  ...['function', 'inst', 'sys', 'im_start', 'im_end', 'start_of', 'end_of', 'start_header', 'end_header'],
  ...['begin_of', 'endof', 'bos>', 'eos', 'eot', 'eom', 's>', 'antml', 'invoke'],
].join('|');
/** The tags in which hosts wrap what they quote; behind a name it may be a type (`Array<Message>`). */
const WRAPPERS = 'memories|context|document|result|think|thought|scratchpad|prompt|message|turn>';
const JUNK = String.raw`(?:[\s|!?_]|${SLASH})*`;
const MARK = String.raw`\s|!?_*~.'"=:+^#$@;,-`;
/** Whatever closes anything, also set among marks or with blanks in its name. */
const CLOSING = [
  String.raw`[${MARK}]{0,8}(?:${SLASH})(?:[${MARK}]|${SLASH}){0,40}[\p{L}&%]`,
  String.raw`(?:[\p{L}\p{N}_:.&#;%\\\s*~"'-]{0,60}${CLOSE}|[\p{L}\p{N}_:.-]{0,60}\s{0,8}$)`,
].join('');
/** Brackets of quotations and ornaments, which mean no tag but where they close a known one. */
const SOFT = '[❨❪❴⁅「『【〔〖〘〚《«“◁◀⏴⯇{\\[]';
const SOFT_END = '[❩❫❳❵⁆」』】〕〗〙〛》»”▷▶⏵⯈}\\])>]';
const TAG = new RegExp(
  [
    String.raw`${OPEN}(?=${JUNK}(?:${ROLES})|\s*\||${CLOSING})`,
    String.raw`(?<![\p{L}\p{N}_])${OPEN}(?=${JUNK}(?:${WRAPPERS}))`,
  ].join('|'),
  'gu',
);
/** Every way to write the bracket has one of these; looking for them is several times cheaper. */
const MAY_OPEN = /[<&%\\]|5c/;
const SOFT_TAG = new RegExp(
  String.raw`${SOFT}(?=\s{0,8}(?:${SLASH})${JUNK}(?:${ROLES}|${WRAPPERS})[\p{L}\p{N}_:.-]{0,60}[${MARK}]{0,8}${SOFT_END})`,
  'gu',
);
const SQUARE = /\[(?=\s*(?:\/\s*)?(?:inst|sys|system_prompt|available_tools|tool_calls|tool_results)\s*\])/g;
const SPEAKER = '(?:human|assistant|system|developer|user)';
/**
 * `Human:` begins a turn for some models, wherever it stands; others where a line begins, with a blank behind the colon also where a
 * sentence does, because `user: node` is a setting too; `user>` where a line begins.
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

/** Nearly no text of ASCII has one of these. */
const MAY_BREAK = /[<>:[{\\&%]|[^\x20-\x7e\n]/;

/** Text that could be taken for a fence or a role loses its bracket or colon; everything else that is seen stays as it is. */
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

/** The same on one line, white space collapsed. */
export const quoteForContext = (content: string): string => defuse(content).replace(/\s+/gu, ' ').trim();

/** Whole lines, each marked as quoted, so that none looks like one of Cairn's. */
export const quoteLines = (content: string): string =>
  content
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `| ${defuse(line)}`)
    .join('\n');

/** A name inside square brackets: no bracket, no line break of its own. */
export const quoteName = (name: string): string => quoteForContext(name).replace(/[[\]]/g, ' ').trim();

const NAME_CHARS = 8;

/** The parts of a block's name: a secret of the device, and for whom it is, so that it stays what it is for them. */
export interface FenceKey {
  readonly secret: string;
  readonly reader: string;
}

/** The block with a name of its own around it. Should a line hold the name, it gets the next one: nothing inside can end it. */
export const fenced = (lines: string, { secret, reader }: FenceKey): string => {
  for (let turn = 0; ; turn++) {
    const made = hash('sha256', JSON.stringify(['fence', secret, reader, turn]), 'hex');
    const name = `memory-${made.slice(0, NAME_CHARS)}`;
    if (!lines.toLowerCase().includes(name)) return `<${name}>\n${lines}\n</${name}>`;
  }
};
