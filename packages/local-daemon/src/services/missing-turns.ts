/** Finds turns in an agent's own transcript that its hooks did not report. [HK-6] */
import { messageText } from '@cairn/core';
import type { SessionMessage } from '@cairn/schema';
import type { HookEvent } from '../agents/hook-event.ts';
import { type HookMessage, hookMessageOf } from '../agents/hook-message.ts';

/** Turn of the assistant in a transcript. */
export interface SaidTurn {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Returns the messages in `said` that are missing in `kept`. `kept` holds the session's last messages in order.
 * Messages older than the first kept one are skipped, so a session that began before its hooks is not extended
 * backwards. `coming` is the text that the hook itself reports. It is skipped, because it is saved like every
 * other message. All texts are as messages keep them: a raw one would never equal what is kept of it.
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
  // Only the last message can be the one that the hook reports at this moment.
  const others =
    coming !== null && lastSaid !== undefined && beginningOf(lastSaid.content) === beginningOf(coming)
      ? said.slice(0, -1)
      : said;
  return others.filter(({ content, at }) => at > sinceMs && count(beginningOf(content), -1) < 0);
};

/** Returns turns as messages, with texts as messages keep them. Turns with nothing worth keeping are left out. */
export const messagesOf = (
  event: HookEvent,
  said: readonly SaidTurn[],
  guard: (text: string) => string,
): readonly (HookMessage & { readonly at: number })[] =>
  said.flatMap(({ text, at }) => {
    const message = hookMessageOf({ ...event, kind: 'stop', message: text }, guard);
    const content = messageText(message?.content ?? '');
    return message === null || content === '' ? [] : [{ ...message, content, at }];
  });

const BEGINNING_CHARS = 500;

/** Returns the part by which two texts are compared. A hook keeps only the beginning of a long text and trims white space. */
const beginningOf = (text: string): string => text.slice(0, BEGINNING_CHARS).replace(/\s+/gu, ' ').trim();
