/** An id that somebody typed → the schedule. */
import {
  type CairnError,
  cairnError,
  type EntityId,
  entityKind,
  err,
  isEntityId,
  ok,
  type Result,
  type ScheduleStateValue,
} from '@cairn/schema';
import type { FacetDraft } from '../memory/stamp.ts';
import type { StoreTransaction, TimedSchedule } from '../ports/store.ts';

export const stateDrafts = (entity: EntityId, value: ScheduleStateValue | null): readonly FacetDraft[] =>
  value === null ? [] : [{ entity, facet: { facet: 'state', value } }];

export const findSchedule = async (
  tx: Pick<StoreTransaction, 'timedSchedule'>,
  raw: string,
): Promise<Result<TimedSchedule, CairnError>> => {
  const id = raw.trim();
  const found = isEntityId(id) && entityKind(id) === 'schedule' ? await tx.timedSchedule(id) : null;
  return found === null ? err(unknownSchedule(id)) : ok(found);
};

export const unknownSchedule = (id: string): CairnError =>
  cairnError(
    'not_found',
    `There is no schedule with the id "${[...id].slice(0, 64).join('')}" on this device. \`cairn schedule list --all\` shows them.`,
  );
