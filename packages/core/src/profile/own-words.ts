/**
 * The guard for texts that a person writes into a profile. Rules and a personality are orders, so there a text that reads like an
 * order is accepted; in a field for a fact it is refused. Role tags and calls to ignore instructions are refused everywhere. [G-1,
 * CX-2]
 */
import { type Checked, ok, refuse } from '@cairn/schema';
import { parseText } from '../memory/draft.ts';
import { guardText } from '../memory/guard.ts';
import { grouped } from '../memory/invalid-input.ts';

export interface Wanted {
  /** The subject of error sentences: "The field goals". */
  readonly what: string;
  readonly charsMax: number;
  readonly mayGiveOrders: boolean;
}

export const parseOwnWords = (
  raw: string,
  wanted: Wanted,
): Checked<{ readonly text: string; readonly warnings: readonly string[] }> => {
  const { what, charsMax, mayGiveOrders } = wanted;
  const cleaned = parseText(raw, {
    ...{ what, charsMax, incomplete: 'Send valid Unicode' },
    empty: `${what} is empty. Give 1 to ${grouped(charsMax)} characters.`,
  });
  if (!cleaned.ok) return cleaned;
  const guarded = guardText(cleaned.value, 'user');
  if (!guarded.ok) return guarded;
  const { content: text, trust, warnings } = guarded.value;
  // A person's own words get high trust, unless they read like an order. That warning comes last.
  if (trust === 'high') return ok({ text, warnings });
  if (mayGiveOrders) return ok({ text, warnings: warnings.slice(0, -1) });
  return refuse(
    'refused',
    `${what} reads like an order to the assistant. Put it under the rules: \`cairn profile rules add SECTION TEXT\`.`,
  );
};

/** Returns the text on one line. Every run of white space becomes one space. */
export const oneLine = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
