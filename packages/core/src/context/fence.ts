/**
 * Memory is quoted to a model as data, in a block whose name nothing that was saved can know. Text that looks like the end of
 * some block, for a role's tag or for a model's own mark loses its bracket, however it is spelt. [CX-5, TR-10]
 */
import { hash } from 'node:crypto';
import { withoutControls, withoutHidden } from '@cairn/schema';
import { foldInPlace } from '../memory/guard-fold.ts';

/** The bracket as itself, as an entity, or escaped as in JSON, CSS and addresses; `‹` and the like are folded to it. */
const OPEN = String.raw`(?:<|&lt;?|&#0{0,8}60;?|&#x0{0,8}3c;?|\\u003c|\\x3c|%3c)`;
/** The tags of roles, wherever they stand. */
const ROLES = [
  ...['memory', 'system', 'assistant', 'user', 'human', 'developer', 'instruction', 'steering', 'tool'],
  ...['function', 'inst', 'sys', 'im_start', 'im_end', 'start_of', 'end_of', 'start_header', 'end_header'],
  ...['begin_of', 'endof', 'bos>', 'eos', 'eot', 'eom', 's>', 'antml', 'invoke'],
].join('|');
/** The tags in which hosts wrap what they quote; behind a name it may be a type (`Array<Message>`). */
const WRAPPERS = 'memories|context|document|result|think|thought|scratchpad|prompt|message|turn>';
const JUNK = String.raw`[\s\\/|!?_]*`;
/** Whatever closes anything. */
const CLOSING = String.raw`[\s|!?_]*[/\\]${JUNK}\p{L}[\p{L}\p{N}_:.-]{0,60}\s{0,8}(?:>|&gt|$)`;
const TAG = new RegExp(
  `${OPEN}(?=${JUNK}(?:${ROLES})|\\s*\\||${CLOSING})|(?<![\\p{L}\\p{N}_])${OPEN}(?=${JUNK}(?:${WRAPPERS}))`,
  'gu',
);
const SQUARE = /\[(?=\s*(?:\/\s*)?(?:inst|sys|system_prompt|available_tools|tool_calls|tool_results)\s*\])/g;
/** `Human:` begins a turn for some models; others only where a sentence begins, because `user: node` is a setting too. */
const LABEL =
  /(?:(?<![\p{L}\p{N}_-])(?:human|assistant)|(?:^|[\n.!?>])[\s*#]{0,8}(?:system|developer|user))[\s*]{0,4}:(?=[\s*]|$)/gu;

/** Nearly no text of ASCII has one of these. */
const MAY_BREAK = /[<:[\\&%]|[^\x20-\x7e\n]/;

/** Text that could be taken for a fence or a role loses its bracket or colon; everything else that is seen stays as it is. */
export const defuse = (content: string): string => {
  const shown = withoutControls(withoutHidden(content));
  if (!MAY_BREAK.test(shown)) return shown;
  const { text, startOf, endOf } = foldInPlace(shown);
  const breaks = [
    ...[...text.matchAll(TAG), ...text.matchAll(SQUARE)].map(({ index, 0: found }) => ({
      start: startOf(index),
      end: endOf(index + found.length - 1),
      put: '(',
    })),
    ...[...text.matchAll(LABEL)].map(({ index, 0: found }) => {
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
