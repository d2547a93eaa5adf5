/** Saves a memory once, also when the answer to an earlier attempt was lost and the text has changed since. [PG-30] */
import { type BodyOf, err, ok, type Result, type SaveResult } from '@cairn/schema';
import type { Api, Failure } from '../adapters/api.ts';

type Body = BodyOf<'POST /v1/memories'>;
export type Save = (body: Body) => Promise<Result<SaveResult, Failure>>;

interface Lost {
  readonly body: Body;
  /** When the first attempt without an answer began. */
  readonly sinceMs: number;
}

export const createSaver = ({ ask }: Pick<Api, 'ask'>, nowMs: () => number): Save => {
  /** The last attempt without an answer. The daemon may have saved it. */
  let lost: Lost | null = null;
  const isLost = (failure: Failure): boolean => failure.kind === 'offline';
  /** Returns the ids of what a person has saved since. `only`: of these alone. */
  const savedSince = async (sinceMs: number, only: readonly string[] = []) => {
    const query = { since: new Date(sinceMs).toISOString(), source: 'user' as const, id: [...only] };
    const listed = await ask('GET /v1/memories', { query });
    return listed.ok ? ok(listed.value.memories.map(({ id }) => id)) : listed;
  };
  /** Returns the id of the memory that a lost attempt made. */
  const arrived = async ({ body, sinceMs }: Lost): Promise<Result<string | undefined, Failure>> => {
    const ids = await savedSince(sinceMs);
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return ok(undefined);
    // The same request again gives what it made, whatever the daemon changed in the text.
    const again = await ask('POST /v1/memories', { body });
    if (!again.ok) return isLost(again.error) ? err(again.error) : ok(undefined);
    const { id, status } = again.value;
    return ok(status === 'saved' || ids.value.includes(id) ? id : undefined);
  };
  return async (input) => {
    const sinceMs = lost?.sinceMs ?? nowMs();
    const found = lost === null ? ok(undefined) : await arrived(lost);
    if (!found.ok) return found;
    const body = found.value === undefined ? input : { ...input, supersedes: found.value };
    const send = () => ask('POST /v1/memories', { body });
    const sent = await send();
    if (!sent.ok && isLost(sent.error)) lost = { body, sinceMs };
    // The same words again are no second memory.
    const saved = !sent.ok && isLost(sent.error) ? await send() : sent;
    if (!saved.ok || saved.value.status !== 'duplicate' || lost === null) return saved;
    const { id } = saved.value;
    const own = await savedSince(sinceMs, [id]);
    if (!own.ok) return own;
    if (own.value.length === 0) return saved;
    // The person did not know it: it is from a moment ago, maybe without these tags.
    const patched = await ask('PATCH /v1/memories/:id', {
      at: { id },
      body: { addTags: body.tags ?? [], ...(body.pin === true ? { pinned: true } : {}) },
    });
    return patched.ok ? ok({ ...saved.value, status: 'saved' }) : patched;
  };
};
