/** Finds the turns that an agent's own transcript has and its hooks did not tell. [HK-6] */
import type { SessionMessage } from '@cairn/schema';

/** Words of the assistant. */
export interface SaidTurn {
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * `kept`: the session's last messages, in their order; what was said before the first of them is not asked for, so a session
 * that began before its hooks stays as it is. `coming`: what the hook itself tells, and is kept by the usual way.
 */
export const missingOf = <T extends { readonly content: string; readonly at: number }>(
  said: readonly T[],
  kept: readonly Pick<SessionMessage, 'role' | 'content' | 'at'>[],
  coming: string | null,
): readonly T[] => {
  const [first] = kept;
  if (first === undefined) return [];
  const sinceMs = Date.parse(first.at);
  const known = new Map<string, number>();
  const count = (text: string, by: number): number => {
    const times = (known.get(text) ?? 0) + by;
    known.set(text, times);
    return times;
  };
  for (const { role, content } of kept) if (role === 'assistant') count(beginningOf(content), 1);
  const lastSaid = said.at(-1);
  // Only the last words can be those that are told now.
  const others =
    coming !== null && lastSaid !== undefined && beginningOf(lastSaid.content) === beginningOf(coming)
      ? said.slice(0, -1)
      : said;
  return others.filter(({ content, at }) => at > sinceMs && count(beginningOf(content), -1) < 0);
};

const BEGINNING_CHARS = 500;

/** A hook keeps the beginning of a long text; white space is trimmed on the way. */
const beginningOf = (text: string): string => text.slice(0, BEGINNING_CHARS).replace(/\s+/gu, ' ').trim();
