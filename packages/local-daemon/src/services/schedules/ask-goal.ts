/** Sends a schedule's goal to the model with the memory of its project. The answer itself is not saved as a memory. [SC-3] */
import {
  type Answer,
  type Clock,
  type Engine,
  type RunReport,
  readScheduleAnswer,
  SCHEDULE_ANSWER,
  type ScheduleRow,
  scheduleAsks,
  scheduleMessages,
} from '@cairn/core';
import { entityKind, isEntityId, LIMITS, type RunLog } from '@cairn/schema';
import type { ModelAsker, NoAnswer } from '../summaries/ask-model.ts';
import { type Acted, type ActTool, actOn } from './act.ts';

/** Further dependencies of a run that acts. */
export interface ActingParts {
  tools(row: ScheduleRow, run: string): readonly ActTool[];
  /** Returns the open tasks of HEARTBEAT.md. */
  openTasks(folder: string | null): readonly string[];
}

/** `cost`: millionths of the currency; 0 without a currency, because no price was known then. */
type GoalOutcome = Omit<RunReport, 'run' | 'schedule' | 'dueAt' | 'startedAt'>;

export interface AskGoalDeps {
  readonly asker: Pick<ModelAsker, 'ask' | 'state' | 'prices'>;
  readonly acting: ActingParts;
  readonly note: (log: RunLog) => Promise<void>;
  readonly isOver: () => boolean;
  readonly context: (
    ...args: Parameters<Engine['context']>
  ) => Answer<{ readonly text: string; readonly sections: readonly { readonly ids: readonly string[] }[] }>;
  readonly clock: Clock;
}

export const isMemoryId = (id: string): boolean => isEntityId(id) && entityKind(id) === 'memory';

export const askGoal = async (deps: AskGoalDeps, row: ScheduleRow, run: string): Promise<GoalOutcome> => {
  if (deps.asker.state() === null) return skipped('no model');
  const open = row.act?.heartbeat === true ? deps.acting.openTasks(row.act.folder) : [];
  if (row.act?.heartbeat === true && open.length === 0) return skipped('nothing is open in HEARTBEAT.md');
  const memory = await deps.context({ project: row.project, maxTokens: LIMITS.scheduleContextTokens });
  if (!memory.ok) return failed(memory.error.message, 0);
  const { text, sections } = memory.value;
  const messages = scheduleMessages(row, sections.length === 0 ? '' : text, deps.clock.nowMs(), open);
  if (row.act !== null) {
    const tools = deps.acting.tools(row, run);
    const asked = scheduleAsks(row, open);
    return actedOutcome(
      deps,
      await actOn({ ...deps, tools, read: readScheduleAnswer }, row.act, {
        ...{ messages, asked },
        ids: sections.flatMap(({ ids }) => ids).filter(isMemoryId),
      }),
    );
  }
  const answer = await deps.asker.ask({
    purpose: 'schedule',
    messages,
    format: { answer: SCHEDULE_ANSWER, answerTokensMax: LIMITS.scheduleAnswerTokensMax },
    read: readScheduleAnswer,
  });
  if (!answer.ok) return unanswered(answer.error, deps.asker.state()?.lastError?.message ?? null);
  const { value, tokens, cost } = answer.value;
  return {
    ...{ status: 'ok', output: value, problem: null, turns: 1, tokens },
    ...{ cost: cost?.amount ?? 0, currency: cost?.currency ?? null, log: null },
  };
};

/** Returns the outcome of a run that acts. A run that was cut off after at least one turn has failed. */
const actedOutcome = ({ asker }: AskGoalDeps, { end, log, ...spent }: Acted): GoalOutcome => {
  const done = { ...spent, log, turns: log.turns.length };
  if (end.ok) return { ...done, status: 'ok', output: end.value, problem: null };
  if (typeof end.error === 'object')
    return { ...done, status: 'failed', output: null, problem: end.error.problem };
  const why = unanswered(end.error, asker.state()?.lastError?.message ?? null);
  return done.turns === 0 ? why : { ...done, status: 'failed', output: null, problem: why.problem };
};

const SKIPPED: Readonly<Record<Exclude<NoAnswer, 'failed'>, string>> = {
  off: 'no model',
  capped: "today's tokens are used up",
  resting: 'the model failed a moment ago and is not called for a while',
};

const unanswered = (why: NoAnswer, lastError: string | null): GoalOutcome =>
  why === 'failed' ? failed(lastError ?? 'The model gave no answer.', 1) : skipped(SKIPPED[why]);

const NOTHING = { output: null, tokens: 0, cost: 0, currency: null, log: null };

const skipped = (problem: string): GoalOutcome => ({ ...NOTHING, status: 'skipped', problem, turns: 0 });
export const failed = (problem: string, turns: number): GoalOutcome => ({
  ...{ ...NOTHING, status: 'failed', problem, turns },
});
