// A server on its embedded database whose power fails at any of its writes. Everything that it acknowledged exists afterwards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { VaultSecrets } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, pullResponse, syncResult } from '@cairn/schema';
import { tempHome, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { ask, askFor, createVault, device, type SyncServer, save, startServer } from '../e2e/daemon/world.ts';
import { createDisk, type Loss, readFiles, writeFiles } from './disk.ts';
import { type Asked, placesIn } from './points.ts';
import { startTraced, whyNoTrace } from './strace.ts';

const POINTS = process.env.CAIRN_CRASH === 'long' ? 80 : 3;
const LOSSES: readonly Loss[] = ['lost', 'torn', 'kept'];
const ROUNDS = 8;
const program = fileURLToPath(new URL('../../packages/cloud/dist/server.js', import.meta.url));

/** An acknowledged push: what it saved, or what it ended. */
interface Push extends Asked {
  readonly head: number;
  readonly here: readonly string[];
  readonly gone: readonly string[];
}

const secretsIn = (folder: string): VaultSecrets =>
  JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'));

const everythingOn = async (server: Pick<SyncServer, 'url'>, token: string) => {
  const answer = await fetch(`${server.url}/v1/pull?limit=5000`, {
    headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), Authorization: `Bearer ${token}` },
  });
  return pullResponse.parse(await answer.json());
};

/** Saves, pushes and forgets through a real device, while every byte that the server writes is recorded. */
const recorded = async () => {
  const server = await startServer();
  const laptop = await device('laptop');
  await createVault(laptop.client, server, 'laptop');
  await ask(laptop.client, 'POST', '/v1/sync', { wait: true });
  await server.kill();
  const folder = join(server.data, 'data');
  const before = readFiles(folder);
  const traced = startTraced([process.execPath, program], {
    ...process.env,
    CAIRN_SERVER_DATA: folder,
    CAIRN_SERVER_PORT: new URL(server.url).port,
  });
  onTestFinished(() => traced.remove());
  await waitUntil(async () => (await fetch(`${server.url}/healthz`)).ok, {
    timeoutMs: 100_000,
    what: 'the traced server',
  });
  const pushes: Push[] = [];
  let [here, gone]: [readonly string[], readonly string[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const begunMs = Date.now();
    const doomed = round % 3 === 2 ? here[0] : undefined;
    if (doomed === undefined) here = [...here, await save(laptop.client, `Pushed in round ${round}`)];
    else {
      await ask(laptop.client, 'POST', '/v1/forget', { ids: [doomed] });
      [here, gone] = [here.slice(1), [...gone, doomed]];
    }
    const { head } = await askFor(laptop.client, syncResult, 'POST', '/v1/sync', {
      wait: true,
      timeoutS: 60,
    });
    pushes.push({ begunMs, answeredMs: Date.now(), head: head ?? 0, here, gone });
    await sleep(3);
  }
  traced.end();
  await traced.ended;
  return {
    folder,
    before,
    pushes,
    calls: traced.calls(folder),
    token: secretsIn(laptop.home.paths.home).token,
  };
};

test.skipIf(whyNoTrace !== null)(
  '[SY-U6] a server on PGlite whose power goes at any write has every push that it acknowledged',
  { timeout: POINTS * 60_000 + 240_000 },
  async () => {
    const random = createSeededRandom('power of a server');
    const { folder, before, pushes, calls, token } = await recorded();
    const disk = createDisk();
    disk.begin(before);
    let played = 0;
    for (const place of placesIn(calls, pushes, POINTS, random)) {
      for (const call of calls.slice(played, place)) disk.play(call);
      played = place;
      const loss = random.pick(LOSSES);
      const at = calls[place];
      const home = await tempHome('server');
      onTestFinished(() => home.remove());
      const data = join(home.path, 'data');
      writeFiles(
        disk.after(loss, () => random.below(1_000) / 1_000),
        folder,
        data,
      );
      const goesOn = async (): Promise<void> => {
        const server = await startServer({ CAIRN_SERVER_DATA: data });
        const { head, items } = await everythingOn(server, token);
        const answered = pushes.filter(({ answeredMs }) => answeredMs + 1 < (at?.atMs ?? 0)).at(-1);
        expect(head).toBeGreaterThanOrEqual(answered?.head ?? 0);
        const there = new Set<string>(items.map(({ entity }) => entity));
        expect((answered?.here ?? []).filter((id) => !there.has(id))).toEqual([]);
        await server.remove();
        await home.remove();
      };
      await goesOn().catch((error: unknown) => {
        throw new Error(`${loss} before call ${place} of ${calls.length}, ${at?.kind} ${at?.path}`, {
          cause: error,
        });
      });
    }
  },
);
