/** Pages through the messages of a session. Their sequences rise, from any number and with gaps. [PG-17] */
import { ok, type Result, type SessionInfo, type SessionMessage } from '@cairn/schema';
import type { Api, Failure } from '../adapters/api.ts';

/** Messages that are read at once. The number drawn is limited too: ten thousand would take seconds and stop scrolling. */
export const PAGE = 200;
export const DRAWN_MAX = 600;

/** The newest messages; `upto`: of those up to this sequence. */
export interface Part {
  readonly last: number;
  readonly upto: number | null;
}

export const NEWEST: Part = { last: PAGE, upto: null };

/** Asks for one message more than is shown: it tells whether there is an earlier one. */
export const queryOf = ({ last, upto }: Part) => ({ last: last + 1, upto });

/** `earlier`: the part to show next; null if no message is earlier. */
export const shownPart = (messages: readonly SessionMessage[], part: Part) => {
  const shown = messages.slice(-part.last);
  if (messages.length <= part.last) return { shown, earlier: null };
  if (part.last < DRAWN_MAX) return { shown, earlier: { ...part, last: part.last + PAGE } };
  return { shown, earlier: { ...part, upto: shown.at(-PAGE - 1)?.sequence ?? null } };
};

/** Returns the part that ends with the message `count` after `after`, or with the newest one. */
export const partAfter = async (
  api: Pick<Api, 'ask'>,
  { id, lastSequence }: Pick<SessionInfo, 'id' | 'lastSequence'>,
  after: number,
  count: number,
): Promise<Result<Part, Failure>> => {
  let [from, end, left] = [after, lastSequence, count];
  // A request returns the newest messages of its range, so the range is halved until it holds no more than are left.
  for (let step = count; from < end && left > 0; step = Math.max(left, Math.floor((end - from) / 2))) {
    const upto = Math.min(from + step, end);
    const query = { after: from, upto, last: left + 1 };
    const read = await api.ask('GET /v1/sessions/:id/messages', { at: { id }, query });
    if (!read.ok) return read;
    const { length } = read.value.messages;
    if (length > left) end = upto;
    else [from, left] = [upto, left - length];
  }
  return ok({ last: DRAWN_MAX, upto: from < lastSequence ? from : null });
};
