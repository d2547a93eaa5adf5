/** Projects a schedule's registers to its row. The order in which the registers arrived does not matter. [SC-5] */
import { entityKind, hlcMs, type Register } from '@cairn/schema';
import { facetIn, newest } from '../memory/apply.ts';
import type { ScheduleRow } from '../ports/schedule-store.ts';

/** Returns the row. Null without a `def`, with a tombstone, and for an entity that is no schedule. */
export const projectSchedule = (registers: readonly Register[]): ScheduleRow | null => {
  const def = facetIn(registers, 'def');
  const isGone = facetIn(registers, 'gone') !== undefined;
  if (def === undefined || isGone || entityKind(def.entity) !== 'schedule') return null;
  const [runner, state] = [facetIn(registers, 'runner'), facetIn(registers, 'state')];
  const { by, ...fields } = def.value;
  return {
    id: def.entity,
    ...fields,
    act: fields.act ?? null,
    status: state?.value.status ?? 'active',
    reason: state?.value.reason ?? null,
    runnerId: runner?.value.device ?? by.device,
    runnerName: runner?.value.name ?? by.name,
    deviceId: by.device,
    deviceName: by.name,
    agent: by.agent,
    updatedAt: hlcMs(newest(registers)),
  };
};

/** Returns the text that word searches read. [SC-2] */
export const scheduleWords = ({ name, goal }: Pick<ScheduleRow, 'name' | 'goal'>): string =>
  `${name ?? ''}\n${goal}`.toLowerCase();
