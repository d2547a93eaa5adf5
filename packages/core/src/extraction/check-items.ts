/**
 * Checks which answered items may be stored. The person must have said them or agreed to them, in words and names of
 * the conversation. An item that the model made up, or that comes from a tool's text or an injection, is dropped. [X-1,
 * X-2, G-1]
 */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import { guardText } from '../memory/guard.ts';
import { findInjection } from '../memory/guard-injection.ts';
import type { MemoryRow } from '../ports/memory-row.ts';
import { isRefusal } from '../summary/refusal.ts';
import { type ExtractedItem, isOfProject, placeOf } from './category.ts';
import { type Ground, groundOf, hasNames, isGrounded, sharesWord } from './grounding.ts';
import { isOtherValue } from './own-key.ts';
import type { Line, Window } from './window.ts';

/** `ungrounded`: there were items, and none came from the conversation. `refused`: the model refuses in place of an item. */
export type ItemsFault = 'ungrounded' | 'refused';

export const checkItems = (
  items: readonly ExtractedItem[],
  window: Window,
): Result<readonly Finding[], ItemsFault> => {
  const heard = hear(window.lines);
  const atMs = window.lines.at(-1)?.atMs ?? 0;
  const found = new Map<string, Finding>();
  let plausible = 0;
  let refusals = 0;
  for (const item of items) {
    const value = item.value.replace(/\s+/gu, ' ').trim();
    if (value === '' || value.length > LIMITS.extractValueCharsMax || isUnfit(item.key, value)) continue;
    plausible++;
    if (isRefusal(value, heard.told)) {
      refusals++;
      continue;
    }
    if (!isHeard({ ...item, value }, heard)) continue;
    const { namespace, key } = placeOf({ ...item, value }, atMs);
    if (key === '' || key === 'style/') continue;
    const finding: Finding = {
      namespace,
      key,
      content: value,
      tags: [],
      ofProject: isOfProject(item.category, value),
      // A statement of the assistant alone may come from a file or page that it read.
      trust: hasNames(value, heard.said) ? 'normal' : 'low',
    };
    // Two items with one key are both kept when they state different facts. [X-12]
    const before = found.get(`${namespace} ${key}`);
    const isOther = before !== undefined && !isOtherValue(before.content, { namespace, key, content: value });
    found.set(
      isOther && item.category !== 'styles' ? `${namespace} ${key} ${value}` : `${namespace} ${key}`,
      finding,
    );
  }
  if (refusals > 0 && found.size === 0) return err('refused');
  return plausible > 0 && found.size === 0 && items.length > 1 ? err('ungrounded') : ok([...found.values()]);
};

/**
 * Refuses a role's tag, a call to ignore instructions, or a secret, from any speaker. Softer instructions are held when
 * they are stored.
 */
const isUnfit = (key: string, value: string): boolean => {
  const guarded = guardText(value, 'auto', key === '' ? [] : [key]);
  if (!guarded.ok || guarded.value.content !== value) return true;
  return findInjection(value)?.level === 'hard' || findInjection(key) !== null;
};

interface Heard {
  /** The person's own words, and the words that they agreed to. */
  readonly said: Ground;
  readonly fresh: Ground;
  readonly all: Ground;
  readonly isSpeaking: boolean;
  /** The person's messages. */
  readonly told: string;
}

const hear = (lines: readonly Line[]): Heard => {
  const said = lines.filter((line, at) => line.role === 'user' || isAgreedTo(lines, at));
  return {
    said: groundOf(said.map(({ text }) => text)),
    fresh: groundOf(lines.filter(({ isFresh }) => isFresh).map(({ text }) => text)),
    all: groundOf(lines.map(({ text }) => text)),
    isSpeaking: said.some(({ isFresh }) => isFresh),
    told: lines.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join('\n'),
  };
};

/** True when the next message is the person's yes. */
const isAgreedTo = (lines: readonly Line[], at: number): boolean => {
  const next = lines[at + 1];
  return next?.role === 'user' && YES.test(next.text) && !BUT.test(next.text);
};

const isHeard = ({ category, value }: ExtractedItem, { said, fresh, all, isSpeaking }: Heard): boolean => {
  if (category === 'artifacts') return isGrounded(value, all) && sharesWord(value, fresh);
  // How the person speaks shows in all their words, and none of the words names it.
  if (category === 'styles') return isSpeaking && hasNames(value, said);
  return isSpeaking && isGrounded(value, said) && sharesWord(value, fresh);
};

/** Words by which a person agrees with the assistant, in a few languages. [X-1] */
const YES =
  /^[\s"'*]*(?:yes|yeah|yep|yup|sure|exactly|correct|right|agreed|ok(?:ay)?|sounds good|perfect|great|good|do (?:it|that)|go ahead|let'?s (?:do|go with)|please do|lgtm|ja|jawohl|genau|richtig|stimmt|passt|gerne?|einverstanden|mach (?:das|es)|oui|ouais|exact(?:ement)?|d'accord|parfait|vas-y|s[ií]|exacto|correcto|de acuerdo|claro|perfecto|vale|adelante|sim|certo|isso|va bene|esatto|d'accordo|好的?|是的?|对|對|没问题|可以|はい|そうです|了解|お願いします|да|верно|точно|хорошо|نعم|صحيح)(?![\p{L}])/iu;
const BUT =
  /^[^.!?\n]{0,60}(?<![\p{L}])(?:but|except|however|aber|jedoch|mais|sauf|pero|excepto|mas|ma|但是?|でも|но|لكن)(?![\p{L}])/iu;

/** An item that extraction wants to store, before the guard and the store decide. */
export interface Finding extends Pick<MemoryRow, 'namespace' | 'key' | 'content' | 'tags'> {
  /** Whether it belongs to the session's project. Otherwise it is global. */
  readonly ofProject: boolean;
  /** `low`: can be found, but is never injected. */
  readonly trust: 'normal' | 'low';
  /** Texts of statements that it says too. One of them was stored while the model did not answer, and is replaced. */
  readonly states?: readonly string[];
}
