/** A schedule's goal goes to the model, with the memory of its project beside it. The answer is never saved by itself. [SC-3] */
import {
  type Answer,
  type Clock,
  type Engine,
  readScheduleAnswer,
  SCHEDULE_ANSWER,
  type ScheduleRow,
  scheduleMessages,
} from '@cairn/core';
import { exhaustive, LIMITS, type RunStatus } from '@cairn/schema';
import type { ModelAsker, NoAnswer } from '../summaries/ask-model.ts';

export interface GoalOutcome {
  readonly status: Exclude<RunStatus, 'interrupted'>;
  readonly output: string | null;
  readonly problem: string | null;
  readonly turns: number;
  readonly tokens: number;
  /** In millionths of the currency; 0 without one, because then no price was known. */
  readonly cost: number;
  readonly currency: string | null;
}

export interface AskGoalDeps {
  readonly asker: Pick<ModelAsker, 'ask' | 'state'>;
  readonly context: (
    ...args: Parameters<Engine['context']>
  ) => Answer<{ readonly text: string; readonly sections: readonly unknown[] }>;
  readonly clock: Clock;
}

export const askGoal = async (deps: AskGoalDeps, row: ScheduleRow): Promise<GoalOutcome> => {
  if (deps.asker.state() === null) return skipped('no model');
  const memory = await deps.context({ project: row.project, maxTokens: LIMITS.scheduleContextTokens });
  if (!memory.ok) return failed(memory.error.message, 0);
  const { text, sections } = memory.value;
  const answer = await deps.asker.ask({
    purpose: 'schedule',
    messages: scheduleMessages(row, sections.length === 0 ? '' : text, deps.clock.nowMs()),
    format: { answer: SCHEDULE_ANSWER, answerTokensMax: LIMITS.scheduleAnswerTokensMax },
    read: readScheduleAnswer,
  });
  if (!answer.ok) return unanswered(answer.error, deps.asker.state()?.lastError?.message ?? null);
  const { value, tokens, cost } = answer.value;
  return {
    ...{ status: 'ok', output: value, problem: null, turns: 1, tokens },
    ...{ cost: cost?.amount ?? 0, currency: cost?.currency ?? null },
  };
};

const unanswered = (why: NoAnswer, lastError: string | null): GoalOutcome => {
  switch (why) {
    case 'off':
      return skipped('no model');
    case 'capped':
      return skipped("today's tokens are spent");
    case 'resting':
      return skipped('the model failed a moment ago and is left alone');
    case 'failed':
      return failed(lastError ?? 'The model gave no answer.', 1);
    default:
      return exhaustive(why);
  }
};

const NOTHING_SPENT = { tokens: 0, cost: 0, currency: null };

const skipped = (problem: string): GoalOutcome => ({
  status: 'skipped',
  output: null,
  problem,
  turns: 0,
  ...NOTHING_SPENT,
});
const failed = (problem: string, turns: number): GoalOutcome => ({
  status: 'failed',
  output: null,
  problem,
  turns,
  ...NOTHING_SPENT,
});
