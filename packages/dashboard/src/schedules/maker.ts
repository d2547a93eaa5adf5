/** Makes a schedule once, also when the answer to an earlier attempt was lost and the form has changed since. [PG-18] */
import type { BodyOf, Result, ScheduleResult } from '@cairn/schema';
import type { Api, Failure } from '../adapters/api.ts';

type Body = BodyOf<'POST /v1/schedules'>;

export const createMaker = ({ ask }: Pick<Api, 'ask'>) => {
  /** An attempt without an answer. The daemon may have made its schedule. */
  let lost: Body | null = null;
  let made: string | null = null;
  return async (body: Body): Promise<Result<ScheduleResult, Failure>> => {
    if (lost !== null) {
      // The same request again gives the schedule that the first one made.
      const again = await ask('POST /v1/schedules', { body: lost });
      if (!again.ok && again.error.kind === 'offline') return again;
      lost = null;
      if (again.ok) made = again.value.schedule.id;
    }
    if (made !== null) return ask('PATCH /v1/schedules/:id', { at: { id: made }, body });
    const sent = await ask('POST /v1/schedules', { body });
    if (!sent.ok && sent.error.kind === 'offline') lost = body;
    return sent;
  };
};
