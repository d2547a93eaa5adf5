/**
 * The questions about a finished session, and whether they are worth a model call: what was done, what the person
 * corrected, which error was solved.
 */
import { LIMITS } from '@cairn/schema';
import { shorten } from '../summary/sentences.ts';
import { type Message, ownWords } from './message.ts';
import type { NoteKind } from './prompts.ts';
import { callsIn, isOwnSave, resultsIn, type ToolResult } from './tool-use.ts';

/** One question. `quoted`: the text that the model is given. Its answer has to come from that text. */
export interface ReviewTask {
  readonly kind: NoteKind;
  readonly quoted: string;
}

export const REVIEW_TAGS: Readonly<Record<NoteKind, readonly string[]>> = {
  task_summary: ['session_summary'],
  correction: ['preference', 'correction'],
  error_resolution: ['debug', 'error_resolution'],
};

const PART_CHARS_MAX = 500;
const ERROR_CHARS_MAX = 700;
const CORRECTION_MESSAGES = 6;
/** Most tools that a digest names. */
const TOOLS_SHOWN_MAX = 20;

/** Returns no task for a session that did little, or whose agent saved memories itself. */
export const reviewTasks = (messages: readonly Message[]): readonly ReviewTask[] => {
  const calls = callsIn(messages);
  const results = resultsIn(messages);
  const said = messages.filter(({ role, content }) => role === 'user' && ownWords(content) !== '');
  const uses = Math.max(calls.length, results.length, messages.filter(({ role }) => role === 'tool').length);
  if (uses < LIMITS.reviewToolCallsMin && said.length < LIMITS.reviewUserMessagesMin) return [];
  if (calls.filter(isOwnSave).length >= LIMITS.reviewOwnSavesMax) return [];
  const tasks: ReviewTask[] = [];
  const digest = digestOf(messages, results);
  if (digest !== null) tasks.push({ kind: 'task_summary', quoted: digest });
  if (said.length >= LIMITS.reviewUserMessagesMin)
    tasks.push({ kind: 'correction', quoted: lastSaid(messages) });
  const solved = solvedError(messages, results);
  if (solved !== null) tasks.push({ kind: 'error_resolution', quoted: solved });
  return tasks;
};

/** Summarises the first request, the tools, the number of failures and the last answer. */
const digestOf = (messages: readonly Message[], results: readonly ToolResult[]): string | null => {
  const first = messages.find(({ role, content }) => role === 'user' && ownWords(content) !== '');
  const last = messages.findLast(({ role, content }) => role === 'assistant' && content.trim() !== '');
  if (first === undefined || last === undefined) return null;
  const calls = [...Map.groupBy(callsIn(messages), ({ name }) => name)].slice(0, TOOLS_SHOWN_MAX);
  const tools = calls.map(([name, { length }]) => `${name} (${length})`);
  const head = [
    `Asked first: ${oneLine(ownWords(first.content), PART_CHARS_MAX)}`,
    ...(tools.length === 0 ? [] : [`Tools: ${tools.join(', ')}`]),
    `Failed calls: ${results.filter(({ hasFailed }) => hasFailed).length}`,
  ].join('\n');
  const left = LIMITS.reviewDigestCharsMax - head.length - '\nAnswered last: '.length;
  return `${head}\nAnswered last: ${oneLine(last.content, left)}`;
};

const lastSaid = (messages: readonly Message[]): string =>
  messages
    .filter(({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '')
    .slice(-CORRECTION_MESSAGES)
    .map(
      ({ role, content }) =>
        `${role}: ${oneLine(role === 'user' ? ownWords(content) : content, PART_CHARS_MAX)}`,
    )
    .join('\n');

/** Finds the first failed call after which the same tool succeeded, with the calls in between. */
const solvedError = (messages: readonly Message[], results: readonly ToolResult[]): string | null => {
  for (const failed of results) {
    if (!failed.hasFailed || failed.name === null) continue;
    const good = results.find(
      ({ name, hasFailed, at }) => name === failed.name && !hasFailed && at > failed.at,
    );
    if (good === undefined) continue;
    const between = callsIn(messages).filter(({ name, at }) => name === failed.name && at <= good.at);
    return [
      `Tool: ${failed.name}`,
      `Error: ${oneLine(failed.text, ERROR_CHARS_MAX)}`,
      ...between.slice(-3).map(({ input }) => `Called with: ${oneLine(input, PART_CHARS_MAX)}`),
      `Then it worked: ${oneLine(good.text, PART_CHARS_MAX)}`,
    ].join('\n');
  }
  return null;
};

const oneLine = (text: string, charsMax: number): string =>
  shorten(text.replace(/\s+/gu, ' ').trim().toWellFormed(), Math.max(1, charsMax));
