/** Saves a memory once, also when the answer to an earlier attempt was lost and the text has changed since. [PG-30] */
import { type BodyOf, err, ok, type Result, type SaveResult } from '@cairn/schema';
import type { Api, Failure } from '../adapters/api.ts';

export type Save = (body: BodyOf<'POST /v1/memories'>) => Promise<Result<SaveResult, Failure>>;

interface Attempt {
  readonly content: string;
  readonly atMs: number;
}

export const createSaver = ({ ask }: Pick<Api, 'ask'>, nowMs: () => number): Save => {
  /** Attempts without an answer. The daemon may have saved their text. */
  let lost: readonly Attempt[] = [];
  const isLost = (failure: Failure): boolean => failure.kind === 'offline';
  /** Returns the id of a memory that a lost attempt made. */
  const arrived = async (first: Attempt): Promise<Result<string | undefined, Failure>> => {
    const query = { since: new Date(first.atMs).toISOString(), source: 'user' as const };
    const listed = await ask('GET /v1/memories', { query });
    if (!listed.ok) return err(listed.error);
    const texts = lost.map(({ content }) => content);
    return ok(listed.value.memories.find(({ content }) => texts.includes(content))?.id);
  };
  return async (body) => {
    const attempt: Attempt = { content: body.content.trim(), atMs: nowMs() };
    const [first] = lost;
    const found = first === undefined ? ok(undefined) : await arrived(first);
    if (!found.ok) return found;
    const supersedes = found.value;
    const send = () =>
      ask('POST /v1/memories', { body: { ...body, ...(supersedes === undefined ? {} : { supersedes }) } });
    const sent = await send();
    if (!sent.ok && isLost(sent.error)) lost = [...lost, attempt];
    // The same words again are no second memory.
    const saved = !sent.ok && isLost(sent.error) ? await send() : sent;
    if (!saved.ok || saved.value.status !== 'duplicate' || lost.length === 0) return saved;
    // The person did not know it: it is from a moment ago, maybe without these tags.
    const { id } = saved.value;
    const patched = await ask('PATCH /v1/memories/:id', {
      at: { id },
      body: { addTags: body.tags ?? [], ...(body.pin === true ? { pinned: true } : {}) },
    });
    return patched.ok ? ok({ ...saved.value, status: 'saved' }) : patched;
  };
};
