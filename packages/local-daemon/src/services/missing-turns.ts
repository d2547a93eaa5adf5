/** Finds turns that are in an agent's own transcript and that its hooks did not report. [HK-6] */
import type { SessionMessage } from '@cairn/schema';

/** A message of the assistant. */
export interface SaidTurn {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Returns the missing turns. `kept`: the session's last stored messages, in order. Turns before the first of them are ignored, so a
 * session that began before its hooks stays as it is. `coming`: the message that the hook itself reports, which is stored as usual.
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
  // Only the last message can be the one that the hook reports now.
  const others =
    coming !== null && lastSaid !== undefined && beginningOf(lastSaid.content) === beginningOf(coming)
      ? said.slice(0, -1)
      : said;
  return others.filter(({ content, at }) => at > sinceMs && count(beginningOf(content), -1) < 0);
};

const BEGINNING_CHARS = 500;

/** Returns the beginning, with white space joined. A hook stores only the beginning of a long text. */
const beginningOf = (text: string): string => text.slice(0, BEGINNING_CHARS).replace(/\s+/gu, ' ').trim();
