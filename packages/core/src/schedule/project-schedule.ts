/** A schedule's registers → its row, or nothing. The row can always be made again, in any order of their arrival. [SC-5] */
import { compareHlc, entityKind, HLC_ZERO, type Hlc, hlcMs, type Register } from '@cairn/schema';
import type { ScheduleRow } from '../ports/schedule-store.ts';

/** Null while its `def` is not here, under a tombstone, and for what is not a schedule. */
export const projectSchedule = (registers: readonly Register[]): ScheduleRow | null => {
  const { def, runner, state, isGone } = facetsOf(registers);
  if (def === undefined || isGone || entityKind(def.entity) !== 'schedule') return null;
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

type Facet<F extends Register['facet']> = Extract<Register, { facet: F }>;
interface Facets {
  def?: Facet<'def'>;
  runner?: Facet<'runner'>;
  state?: Facet<'state'>;
  isGone: boolean;
}

const facetsOf = (registers: readonly Register[]): Facets => {
  const facets: Facets = { isGone: false };
  for (const register of registers) {
    if (register.facet === 'def') facets.def = register;
    else if (register.facet === 'runner') facets.runner = register;
    else if (register.facet === 'state') facets.state = register;
    else if (register.facet === 'gone') facets.isGone = true;
  }
  return facets;
};

const newest = (registers: readonly Register[]): Hlc =>
  registers.reduce<Hlc>((max, { hlc }) => (compareHlc(hlc, max) > 0 ? hlc : max), HLC_ZERO);

/** The text that a search for words looks at. [SC-2] */
export const scheduleWords = ({ name, goal }: Pick<ScheduleRow, 'name' | 'goal'>): string =>
  `${name ?? ''}\n${goal}`.toLowerCase();
