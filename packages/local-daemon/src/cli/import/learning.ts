/** `--learn`: estimates how much a model would be asked about the transcripts, and asks the person first. [IM-10] */
import { LIMITS, ok, type UsageResult } from '@cairn/schema';
import { confirm } from '../ask.ts';
import type { ParsedArgs } from '../command.ts';
import { type Answer, mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { count } from '../output/short-time.ts';
import type { Tally } from './tally.ts';

export type Learning = ReturnType<typeof estimateOf>;

/** The tokens of one question besides the conversation: the instruction, the known keys and the answer. */
const QUESTION_TOKENS = 2_200;

export const estimateOf = ({ learning }: Pick<Tally, 'learning'>) => {
  const all = [...learning.values()].filter(({ messages }) => messages > 0);
  const questionsOf = (chars: number): number => Math.ceil(chars / LIMITS.extractConversationCharsMax);
  return {
    sessions: all.length,
    messages: all.reduce((sum, { messages }) => sum + messages, 0),
    /** An estimate of the model's tokens for everything; 0 without a model. */
    tokens: all.reduce((sum, { chars, tokens }) => sum + tokens + questionsOf(chars) * QUESTION_TOKENS, 0),
  };
};

/** Asks the person to agree to the cost. Returns the estimate, with 0 tokens if no model is used. */
export const allowLearning = async (estimate: Learning, given: ParsedArgs, io: Io): Answer<Learning> => {
  const status = await io.ask('GET /v1/status');
  if (!status.ok) return status;
  const { mode } = status.value.extraction;
  if (mode === 'off') return misuse(OFF);
  if (mode === 'phrases') return ok({ ...estimate, tokens: 0 });
  if (estimate.messages === 0 || given.flag('dry-run')) return ok(estimate);
  const usage = await io.ask('GET /v1/usage');
  if (!usage.ok) return usage;
  return mapped(confirm(given, io, questionOf(estimate, usage.value)), () => estimate);
};

const OFF = 'Nothing is learnt from sessions while CAIRN_EXTRACT is off. Import without --learn.';

const questionOf = (estimate: Learning, { models, tokensPerDay, tokensToday }: UsageResult): string =>
  `${learningWords(estimate)} go to ${models[0] ?? 'the model'}: about ${grouped(estimate.tokens)} tokens, of ${grouped(tokensPerDay)} a day (${grouped(tokensToday)} used today). Learn from them?`;

const learningWords = ({ messages, sessions }: Learning): string =>
  `${count(messages, 'message')} of ${count(sessions, 'session')}`;

const grouped = (n: number): string => n.toLocaleString('en-US');

/** `transcripts`: sessions that were read, also those that were learned from before. */
export const learningNote = (learning: Learning, transcripts: number, dryRun: boolean): string => {
  if (transcripts === 0) return 'Nothing is learnt from: there are no transcripts in it.';
  if (learning.messages === 0) return 'All of it was learnt from already.';
  const words = learningWords(learning);
  if (dryRun) return `Would learn from ${words}${costOf(learning)}.`;
  return `Learning from ${words} goes on in the background${costOf(learning)}: \`cairn status\` shows the progress, \`cairn usage\` what it costs.`;
};

const costOf = ({ tokens }: Learning): string =>
  tokens === 0 ? ', by fixed phrases without a model' : `, about ${grouped(tokens)} tokens`;
