/** The messages of one extraction call: a few earlier ones, then those not extracted yet. */
import { LIMITS } from '@cairn/schema';
import { shorten } from '../summary/sentences.ts';
import { type Message, ownWords } from './message.ts';

export interface Line {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Whether the message was not extracted yet. False for context. */
  readonly isFresh: boolean;
  readonly atMs: number;
}

export interface Window {
  readonly lines: readonly Line[];
  /** Sequence of the last message of this window, tool messages included. */
  readonly upto: number;
}

/**
 * Returns the oldest messages after `extractedUpto` that fit, or null when there are none. In a long backlog the next
 * window begins where this one ends, so no message is skipped. `messages`: in order, with some before `extractedUpto`
 * as context.
 */
export const nextWindow = (messages: readonly Message[], extractedUpto: number): Window | null => {
  const fresh = messages.filter(({ sequence }) => sequence > extractedUpto);
  const [first] = fresh;
  if (first === undefined) return null;
  const before = messages
    .filter(({ sequence }) => sequence <= extractedUpto)
    .flatMap((one) => lineOf(one, false));
  const context = before.slice(-LIMITS.extractContextMessages);
  let chars = context.reduce((sum, { text }) => sum + text.length, 0);
  const taken: Line[] = [];
  let upto = first.sequence;
  for (const message of fresh) {
    const lines = lineOf(message, true);
    chars += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (chars > LIMITS.extractConversationCharsMax && taken.length > 0) break;
    taken.push(...lines);
    upto = message.sequence;
  }
  return { lines: [...context, ...taken], upto };
};

/** Leaves out messages of tools and the system, and messages without text. */
const lineOf = ({ role, content, at }: Message, isFresh: boolean): readonly Line[] => {
  if (role !== 'user' && role !== 'assistant') return [];
  const own = (role === 'user' ? ownWords(content) : content).replace(/\s+/gu, ' ').trim();
  const text = shorten(own.toWellFormed(), LIMITS.extractMessageCharsMax);
  return text === '' ? [] : [{ role, text, isFresh, atMs: at }];
};
