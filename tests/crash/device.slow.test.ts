// A device whose power fails at any of its writes. One run is recorded with every byte. For each point, a disk is made as it may be found
// afterwards, and a daemon has to work on it.

import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type DaemonClient } from '@cairn/client/device';
import { createSeededRandom } from '@cairn/core/testing';
import { doctorResult, listResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  filesWith,
  find,
  type Home,
  kill,
  makeHome,
  program,
  save,
  start,
} from '../e2e/daemon/world.ts';
import { type Held, LOCAL_WORK, line, type Step } from './device-work.ts';
import { createDisk, type Loss, writeFiles } from './disk.ts';
import { type Asked, allowedAt, placesIn } from './points.ts';
import { startTraced, whyNoTrace } from './strace.ts';

const POINTS = process.env.CAIRN_CRASH === 'long' ? 300 : 16;
const LOSSES: readonly Loss[] = ['lost', 'torn', 'kept'];

const connected = async ({ paths, env }: Home): Promise<DaemonClient> => {
  const found = await waitUntil(
    async () => {
      const client = await connect(paths, { start: false, env, program });
      return client.ok ? client.value : null;
    },
    { timeoutMs: 60_000, everyMs: 20, what: 'the traced daemon' },
  );
  if (found === null) throw new Error('no daemon');
  return found;
};

const recorded = async (steps: readonly Step[]) => {
  const home = await makeHome();
  const traced = startTraced([process.execPath, program], home.env);
  onTestFinished(() => traced.remove());
  const client = await connected(home);
  const ids = new Map([['home', home.paths.home]]);
  const asked: Asked[] = [];
  for (const step of steps) {
    const begunMs = Date.now();
    await step.run(client, ids);
    asked.push({ begunMs, answeredMs: Date.now() });
    await sleep(3);
  }
  await ask(client, 'POST', '/v1/shutdown', {});
  client.close();
  await traced.ended;
  return { home, asked, calls: traced.calls(home.paths.home) };
};

const listed = async (client: DaemonClient): Promise<readonly string[]> =>
  (await askFor(client, listResult, 'GET', '/v1/memories?limit=1000')).memories
    .map(({ content, pinned, tags, key }) =>
      line(content, { pinned, tags, ...(key === null ? {} : { key }) }),
    )
    .toSorted();

const isHeld = (list: readonly string[], { shown }: Held): boolean =>
  list.join('\n') === [...shown.values()].toSorted().join('\n');

/** Checks that the daemon works, everything promised exists, nothing forgotten is anywhere, and it can save again. */
const goesOn = async (home: Home, allowed: readonly Held[]): Promise<void> => {
  const client = await start(home);
  const list = await listed(client);
  const found = allowed.find((held) => isHeld(list, held));
  expect(found === undefined ? list : 'as promised').toEqual(
    found === undefined ? [...(allowed[0]?.shown.values() ?? [])].toSorted() : 'as promised',
  );
  const { checks } = await askFor(client, doctorResult, 'POST', '/v1/doctor', {});
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
  await save(client, 'Said after the power was back');
  expect(await find(client, 'power was back')).toContain('Said after the power was back');
  const gone = [...(found?.gone ?? [])];
  await waitUntil(() => filesWith(home.paths.home, gone).length === 0, {
    timeoutMs: 20_000,
    what: `what was forgotten to leave ${filesWith(home.paths.home, gone).join(', ')}`,
  });
  client.close();
  await kill(home);
};

test.skipIf(whyNoTrace !== null)(
  '[ST-2, ST-4] a device whose power goes at any write has everything that was acknowledged, and nothing that was forgotten',
  { timeout: POINTS * 30_000 + 120_000 },
  async () => {
    const random = createSeededRandom('power');
    const { home, asked, calls } = await recorded(LOCAL_WORK);
    expect(asked).toHaveLength(LOCAL_WORK.length);
    const disk = createDisk();
    let played = 0;
    for (const place of placesIn(calls, asked, POINTS, random)) {
      for (; played < place; played++)
        disk.play(calls[played] ?? { kind: 'folder', path: '', atMs: 0, thread: 0 });
      const loss = random.pick(LOSSES);
      const after = await makeHome();
      writeFiles(
        disk.after(loss, () => random.below(1_000) / 1_000),
        home.paths.home,
        after.paths.home,
      );
      const call = calls[place];
      const allowed = allowedAt(LOCAL_WORK, asked, call?.atMs ?? 0);
      await goesOn(after, allowed).catch((error: unknown) => {
        throw new Error(`${loss} before call ${place} of ${calls.length}, ${call?.kind} ${call?.path}`, {
          cause: error,
        });
      });
    }
  },
);
