/** Parses a request to a schedule that keeps all limits and has passed the guard, or to an error. [SC-1, SC-2, G-1] */
import {
  ACT_LIMITS,
  type CairnError,
  type Checked,
  cairnError,
  err,
  isKeepable,
  LIMITS,
  ok,
  type ScheduleAct,
  type ScheduleDefValue,
  type ScheduleInput,
  type SchedulePatch,
  type ScheduleStateValue,
  type Source,
  scheduleAct,
} from '@cairn/schema';
import { countChars } from '../memory/clean-text.ts';
import { parseText } from '../memory/draft.ts';
import { guardText } from '../memory/guard.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { ScheduleRow } from '../ports/schedule-store.ts';
import { type CadenceFacts, readCadence } from './cadence.ts';

export interface ScheduleDraft {
  readonly def: Omit<ScheduleDefValue, 'createdAt' | 'by'>;
  /** Null: active. */
  readonly state: ScheduleStateValue | null;
  readonly warnings: readonly string[];
}

export const draftSchedule = (input: ScheduleInput, facts: CadenceFacts): Checked<ScheduleDraft> => {
  const cadence = readCadence(input.cadence, facts);
  if (!cadence.ok) return cadence;
  const words = guardWords(input, input.source ?? 'agent');
  if (!words.ok) return words;
  const { goal, isDoubtful, warnings } = words.value;
  return ok({
    def: {
      name: nameOf(input.name),
      goal,
      cadence: cadence.value,
      notify: input.notify ?? 'always',
      project: input.project ?? null,
      channel: input.channel ?? null,
      channelContext: input.channelContext ?? null,
      ...actOf(null, input.act),
    },
    state: isDoubtful ? HELD : input.status === 'paused' ? PAUSED : null,
    warnings,
  });
};

export interface ScheduleChange {
  /** Null: unchanged. */
  readonly def: Omit<ScheduleDefValue, 'createdAt' | 'by'> | null;
  readonly state: ScheduleStateValue | null;
  readonly warnings: readonly string[];
}

/** Applies a patch. Absent fields stay. A completed schedule becomes active only with a new cadence. */
export const changeSchedule = (
  row: ScheduleRow,
  patch: SchedulePatch,
  facts: CadenceFacts,
): Checked<ScheduleChange> => {
  const cadence = patch.cadence === undefined ? ok(row.cadence) : readCadence(patch.cadence, facts);
  if (!cadence.ok) return cadence;
  const words = guardWords({ ...patch, goal: patch.goal ?? row.goal }, patch.source ?? 'agent');
  if (!words.ok) return words;
  const { goal, isDoubtful, warnings } = words.value;
  const def: ScheduleChange['def'] = {
    name: patch.name === undefined ? row.name : nameOf(patch.name),
    goal: patch.goal === undefined ? row.goal : goal,
    cadence: cadence.value,
    notify: patch.notify ?? row.notify,
    project: patch.project === undefined ? row.project : patch.project,
    channel: patch.channel === undefined ? row.channel : patch.channel,
    channelContext: patch.channelContext === undefined ? row.channelContext : patch.channelContext,
    ...actOf(row.act, patch.act),
  };
  const state =
    patch.goal !== undefined && isDoubtful ? ok(HELD) : stateAfterPatch(row, patch, def, facts.nowMs);
  if (!state.ok) return state;
  return ok({
    def: hasDef(row, def) ? null : def,
    state: isState(row, state.value) ? null : state.value,
    warnings: patch.goal === undefined ? [] : warnings,
  });
};

/** Whether this draft would make the same schedule. An interval counts from its making, which may differ. [SC-2] */
export const isMadeAs = (row: ScheduleRow, { def, state }: ScheduleDraft): boolean => {
  const from = row.cadence.type === 'interval' ? { anchor: row.cadence.anchor } : {};
  const cadence = def.cadence.type === 'interval' ? { ...def.cadence, ...from } : def.cadence;
  return hasDef(row, { ...def, cadence }) && isState(row, state ?? ACTIVE);
};

const hasDef = (row: ScheduleRow, def: ScheduleDraft['def']): boolean =>
  Object.entries({ act: null, ...def }).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(Object(row)[name]),
  );

/** SC-6: merges the wished settings of an acting schedule. Absent ones stay, or take their defaults; null removes its tools. */
const actOf = (present: ScheduleAct | null, wish: ScheduleInput['act']): { readonly act?: ScheduleAct } => {
  if (wish === null || (wish === undefined && present === null)) return {};
  const usual = { turns: ACT_LIMITS.turnsDefault, tokens: ACT_LIMITS.tokensDefault, cost: null };
  return { act: scheduleAct.parse({ ...usual, folder: null, heartbeat: false, ...present, ...wish }) };
};

const ACTIVE: ScheduleStateValue = { status: 'active', reason: null };
const PAUSED: ScheduleStateValue = { status: 'paused', reason: null };
const HELD: ScheduleStateValue = {
  status: 'paused',
  reason: 'Its goal reads like an order to break the rules: a person has to look at it, and resume it.',
};

const isState = (row: ScheduleRow, state: ScheduleStateValue | null): boolean =>
  state === null ||
  (state.status === row.status && (state.status !== 'paused' || state.reason === row.reason));

const stateAfterPatch = (
  row: ScheduleRow,
  patch: SchedulePatch,
  def: Pick<ScheduleDefValue, 'cadence'>,
  nowMs: number,
): Checked<ScheduleStateValue | null> => {
  if (patch.status === 'paused')
    return row.status === 'completed' && patch.cadence === undefined ? itIsDone(row) : ok(PAUSED);
  if (row.status === 'completed') {
    if (patch.cadence !== undefined) return ok(ACTIVE);
    return patch.status === 'active' ? itIsDone(row) : ok(null);
  }
  if (patch.status === undefined) return ok(null);
  if (row.status === 'paused' && def.cadence.type === 'once' && def.cadence.at <= nowMs)
    return invalid('Its time has passed while it was paused. Give it another time first.');
  return ok(ACTIVE);
};

const itIsDone = ({ id }: ScheduleRow) =>
  invalid(`The schedule ${id} is completed. Give it another time to run it again.`);

const nameOf = (name: string | null | undefined): string | null => {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

type Words = Pick<ScheduleInput, 'goal' | 'name' | 'project' | 'channel' | 'channelContext' | 'agent'>;
interface GuardedWords {
  readonly goal: string;
  /** Whether the goal reads like an order and no person wrote it. */
  readonly isDoubtful: boolean;
  readonly warnings: readonly string[];
}

const guardWords = (input: Words, source: Source): Checked<GuardedWords> => {
  const goal = parseText(input.goal, {
    ...{ what: 'The goal', charsMax: LIMITS.scheduleGoalCharsMax },
    empty: 'The goal is empty. Say in a sentence what is to be done.',
  });
  if (!goal.ok) return goal;
  const tooLong = tooLongOf(input);
  if (tooLong !== null) return err(tooLong);
  const names = [input.name, input.project, input.channel, input.channelContext, input.agent];
  const guarded = guardText(
    goal.value,
    source,
    names.filter((name) => typeof name === 'string'),
  );
  if (!guarded.ok) return guarded;
  const { content, trust, warnings } = guarded.value;
  const isOrder = trust === 'held' || (trust === 'low' && (source === 'user' || source === 'agent'));
  const isDoubtful = isOrder && source !== 'user';
  const kept = isOrder ? warnings.slice(0, -1) : warnings;
  return ok({
    goal: content,
    isDoubtful,
    warnings: isDoubtful && HELD.reason !== null ? [...kept, HELD.reason] : kept,
  });
};

const tooLongOf = (input: Words): CairnError | null => {
  const bounds = [
    ['name', input.name, LIMITS.scheduleNameCharsMax],
    ['project', input.project, LIMITS.projectCharsMax],
    ['channel', input.channel, LIMITS.scheduleChannelCharsMax],
    ['channelContext', input.channelContext, LIMITS.scheduleChannelCharsMax],
    ['agent', input.agent, LIMITS.agentCharsMax],
  ] as const;
  const found = bounds.find(([, text, max]) => text != null && (countChars(text) > max || !isKeepable(text)));
  return found === undefined
    ? null
    : cairnError('invalid_input', `${found[0]}: at most ${found[2]} characters of valid Unicode.`);
};
