import { type LibsqlServer, startLibsqlServer, waitUntil } from '@cairn/test-support';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { newMark } from '../../testing/temp-remote.ts';
import { unitVector } from '../../vectors/unit-vector.ts';
import { openEngine } from '../open-engine.ts';
import { createPipeline } from './pipeline.ts';
import { createRemoteDatabase } from './remote-database.ts';

const server: LibsqlServer | null = await startLibsqlServer();
afterAll(() => server?.stop());

const place = async () => ({
  url: (await server?.createDatabase()) ?? '',
  token: null,
  holder: newMark(),
  name: 'laptop',
});
const open = async (remote: Awaited<ReturnType<typeof place>>): Promise<Engine> => {
  const opened = await openEngine({ remote, deviceName: 'laptop' });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
};
const contentsOf = async (engine: Engine, query: string): Promise<readonly string[]> => {
  const found = await engine.search({ query });
  return found.ok ? found.value.results.map(({ content }) => content) : [found.error.message];
};

describe.skipIf(server === null)('the engine on a libSQL server', () => {
  test('[ST-3] saves, finds, tells what is similar, supersedes, forgets, and is the same device afterwards', async () => {
    const remote = await place();
    const first = await open(remote);
    const saved = await first.remember({ content: 'The deploy pipeline uses npm for packages' });
    const other = await first.remember({ content: 'The deploy pipeline uses pnpm for packages' });
    if (!saved.ok || !other.ok) throw new Error('not saved');
    expect(other.value.similar).toMatchObject([{ id: saved.value.id }]);
    expect(await first.supersede(saved.value.id, { content: 'The deploy pipeline uses bun' })).toMatchObject({
      ok: true,
    });
    expect(await contentsOf(first, 'deploy pipeline bun')).toContain('The deploy pipeline uses bun');
    expect(await first.forget({ ids: [other.value.id] })).toMatchObject({ ok: true });
    expect(await contentsOf(first, 'deploy pipeline')).toEqual(['The deploy pipeline uses bun']);
    const identity = await first.identity({ name: 'other' });
    await first.close();
    const second = await open(remote);
    expect(await contentsOf(second, 'deploy pipeline')).toEqual(['The deploy pipeline uses bun']);
    expect(await second.identity({ name: 'other' })).toEqual(identity);
  });

  test('[ST-3] [F-12] finds what was said at once, and settles it behind that', async () => {
    const remote = await place();
    const engine = await open(remote);
    const say = (content: string) =>
      engine.appendMessages({ session: { name: 's' }, messages: [{ role: 'user', content }] });
    for (const content of ['a zebra', 'a quagga', 'an okapi'])
      expect(await say(content)).toMatchObject({ ok: true });
    const first = async (query: string): Promise<unknown> => {
      const found = await engine.search({ query, in: ['sessions'], limit: 1 });
      return found.ok ? found.value.passages[0]?.text : found.error.message;
    };
    expect(await first('okapi')).toBe('an okapi');
    await say('a giraffe');
    expect(await first('giraffe')).toBe('a giraffe');
    const database = createRemoteDatabase({ pipeline: createPipeline(remote), ownership: null });
    const nexts = async () =>
      (await database.all('SELECT next FROM passages WHERE waits IS NULL ORDER BY ordinal')).map(
        (row) => row[0],
      );
    await waitUntil(async () => (await nexts()).length === 4, { timeoutMs: 20_000, what: 'nothing waits' });
    // Turns of roles do not share context words. [F-20]
    expect(await nexts()).toEqual(['', '', '', '']);
  });

  test('[ST-3] many at once keep every save that was answered', async () => {
    const engine = await open(await place());
    const saved = await Promise.all(
      Array.from({ length: 100 }, (_, n) => engine.remember({ content: `Fact number ${n} of the hundred` })),
    );
    expect(saved.every((one) => one.ok && one.value.status === 'saved')).toBe(true);
    expect((await engine.counts()).memories).toBe(100);
  });

  test('[ST-3] finds by meaning too', async () => {
    const engine = await open(await place());
    const saved = await engine.remember({ content: 'We meet on Thursdays' });
    if (!saved.ok) throw new Error('not saved');
    const { texts: owners } = await engine.unembedded('m', 10);
    const vector = unitVector(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8)) ?? new Float32Array();
    const vectors = owners.map(({ hash }) => ({ hash, vector }));
    expect(await engine.keepVectors({ model: 'm', vectors, owners })).toMatchObject({ value: { kept: 1 } });
    const fusion = { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0.25 } as const;
    const meaning = { kind: 'vector', model: 'm', vector, fusion } as const;
    const found = await engine.search({ query: 'weekly appointment' }, meaning);
    expect(found).toMatchObject({ ok: true, value: { results: [{ content: 'We meet on Thursdays' }] } });
  });

  test('[ST-3] what needs a file is a sentence, what does not is looked after', async () => {
    const engine = await open(await place());
    await engine.remember({ content: 'The staging database listens on port 5433' });
    expect(await engine.backup('/nowhere/copy.db')).toMatchObject({
      ok: false,
      error: { kind: 'storage_remote', message: expect.stringContaining('cairn export') },
    });
    const checked = await engine.check(true);
    expect(checked.ok && checked.value.map(({ id, status }) => [id, status])).toEqual([
      ['index', 'pass'],
      ['projection', 'pass'],
      ['integrity', 'pass'],
      ['values', 'pass'],
    ]);
    expect((await engine.bytes()).file).toBeGreaterThan(10_000);
  });
});
