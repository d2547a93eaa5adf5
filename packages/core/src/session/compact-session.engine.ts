/** Extends a session's summary, and compacts the messages that it covers. [SE-2, SE-3] */
import {
  type CompactSessionInput,
  type CompactSessionResult,
  LIMITS,
  ok,
  type RollingSummaryInput,
  type RollingSummaryResult,
  refuse,
} from '@cairn/schema';
import { countLongText } from '../engine/count-tokens.ts';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { cleanText, countChars, isFarTooLong } from '../memory/clean-text.ts';
import { tooLong } from '../memory/draft.ts';
import { withoutSecrets } from '../memory/guard.ts';
import { findInjection } from '../memory/guard-injection.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { SessionRow, StoreTransaction } from '../ports/store.ts';
import { countToCompact, countToRoll, withCompacted, withSummary, withWrittenSummary } from './compaction.ts';
import { windowOf } from './due.ts';
import { inSession } from './read-sessions.engine.ts';
import { summaryOf, withFoundTask } from './session-row.ts';

/** Compacts messages. Their summary consists of their own sentences; a model, if there is one, rewords it later. */
export const compactSession = (deps: WriteDeps, input: CompactSessionInput): Answer<CompactSessionResult> =>
  inSession(deps, input.id, async (tx, row) => {
    const messages = await messagesAfter(tx, row, row.compactedUpto);
    const compacted = countToCompact(messages, {
      maxTokens: input.maxTokens ?? windowOf(row),
      summaryTokens: summaryTokensOf(row),
      keep: input.keep,
    });
    const gone = messages.slice(0, compacted);
    let next = row;
    if (gone.length > 0) {
      const taken = gone.filter(({ sequence }) => sequence > row.summaryUpto);
      next = withCompacted(withSummary(row, taken), gone, deps.clock.nowMs());
      await tx.apply({ sessions: [next] });
    }
    return ok(await compactedAnswer(tx, next, gone.length, messages.length - gone.length));
  });

const compactedAnswer = async (
  tx: StoreTransaction,
  row: SessionRow,
  compacted: number,
  kept: number,
): Promise<CompactSessionResult> => ({
  session: row.id,
  last: row.lastSequence,
  compacted,
  kept,
  tokens: row.tokens,
  summary: summaryOf(row),
  epoch: row.summaryEpoch,
  compactions: row.compactions,
  files: (await tx.sessionFiles(row.id, LIMITS.sessionFilesGiven)).map(({ path }) => path),
});

/** SE-3: summarises the oldest unsummarised messages, until half of the context is free. */
export const rollSession = (deps: WriteDeps, id: string): Answer<RollingSummaryResult> =>
  inSession(deps, id, async (tx, row): Answer<RollingSummaryResult> => {
    const messages = await messagesAfter(tx, row, row.summaryUpto);
    const count =
      row.unsummarised < LIMITS.rollingMessagesMin
        ? 0
        : countToRoll(row, messages, summaryTokensOf(row), deps.tuning?.rollToShare);
    if (count === 0) return ok({ applied: false, epoch: row.summaryEpoch });
    const next = withSummary(row, messages.slice(0, count));
    await tx.apply({ sessions: [next] });
    return ok({ applied: true, epoch: next.summaryEpoch });
  });

const summaryTooLong = (chars: number) =>
  invalid(tooLong('The summary', chars, LIMITS.rollingSummaryCharsMax));

/** SE-3: saves a summary of everything up to `upto`, unless another summary was written since `expectedEpoch`. */
export const writeRollingSummary = async (
  deps: WriteDeps,
  { id, text, upto, expectedEpoch }: RollingSummaryInput,
): Answer<RollingSummaryResult> => {
  if (isFarTooLong(text)) return summaryTooLong(text.length);
  const clean = cleanText(text);
  if (!clean.ok) return invalid('The summary contains an incomplete character.');
  const kept = withoutSecrets(clean.value);
  if (kept === '') return invalid('The summary is empty.');
  const chars = countChars(kept);
  if (chars > LIMITS.rollingSummaryCharsMax) return summaryTooLong(chars);
  const injection = findInjection(kept);
  if (injection?.level === 'hard')
    return refuse(
      'refused',
      `The summary holds ${injection.what}, which assistants could take for an order. Say it in other words.`,
    );
  return inSession(deps, id, async (tx, row): Answer<RollingSummaryResult> => {
    if (row.summaryEpoch !== expectedEpoch) return ok({ applied: false, epoch: row.summaryEpoch });
    if (upto > row.lastSequence || upto < row.summaryUpto)
      return invalid(
        `A summary up to message ${upto} is not possible: the present one goes up to ${row.summaryUpto}, and the last message is ${row.lastSequence}. Write one for everything from there on.`,
      );
    const taken = await tx.messages({ session: row.id, after: row.summaryUpto, upto, limit: MESSAGES_MAX });
    const next = withWrittenSummary(row, kept, upto, taken);
    await tx.apply({ sessions: [next] });
    return ok({ applied: true, epoch: next.summaryEpoch });
  });
};

/** Replaces the summary by a model's wording of the same messages. False when another summary was written meanwhile. */
export const rewordSummary = (
  { store }: WriteDeps,
  reworded: {
    readonly id: string;
    readonly text: string;
    /** The task in the model's words; null when it names none. [SE-5] */
    readonly task: string | null;
    readonly model: string;
    readonly expectedEpoch: number;
  },
): Promise<boolean> =>
  store.write(async (tx) => {
    const row = await tx.session(reworded.id);
    if (row === null || row.summaryEpoch !== reworded.expectedEpoch) return false;
    const told = {
      ...row,
      summary: reworded.text,
      summaryModel: reworded.model,
      summaryEpoch: row.summaryEpoch + 1,
    };
    const next = reworded.task === null ? told : withFoundTask(told, reworded.task, row.summaryUpto);
    await tx.apply({ sessions: [next] });
    return true;
  });

/** More messages than any context holds. */
const MESSAGES_MAX = 100_000;

const messagesAfter = (tx: StoreTransaction, { id, lastSequence }: SessionRow, after: number) =>
  tx.messages({ session: id, after, upto: lastSequence, limit: MESSAGES_MAX });

const summaryTokensOf = (row: SessionRow): number => {
  const summary = summaryOf(row);
  return summary === null ? 0 : countLongText(summary);
};
