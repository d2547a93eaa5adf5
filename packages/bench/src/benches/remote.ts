/** Measures saves and searches in a database on a libSQL server, with an added network round trip of 0 and 20 ms. [ST-3] */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { openEngine } from '@cairn/core';
import { type LibsqlServer, startLibsqlServer } from '@cairn/test-support';
import { range, timed, timedEach } from '../measure.ts';
import { must } from '../must.ts';
import { importAll } from '../processes/embedded-store.ts';
import { belowRow, named, type Row, samplesRow } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

/** Round trips that the proxy adds, in milliseconds. */
const ROUND_TRIPS_MS = [0, 20] as const;
const MEMORIES = 2_000;
const BURST = 64;
/**
 * Upper bounds of the median in milliseconds, by the round trip. A save takes two round trips. The search for similar memories takes
 * three, in parallel with the save. A search takes four to six.
 */
const SAVE_MS_MAX = { 0: 50, 20: 100 } as const;
const SEARCH_MS_MAX = { 0: 50, 20: 150 } as const;

export const remote: Bench = async (world) => {
  const server = await startLibsqlServer();
  if (server === null) return [];
  world.cleanup.add(server.stop);
  const rows: Row[] = [];
  for (const ms of ROUND_TRIPS_MS) rows.push(...(await atDistance(world, server, ms)));
  return rows;
};

const atDistance = async (world: World, server: LibsqlServer, ms: 0 | 20): Promise<readonly Row[]> => {
  world.say(`remote: ${ms} ms away`);
  const line = await startSlowLine(server.port, ms);
  world.cleanup.add(async () => line.close());
  const url = (await server.createDatabase()).replace(`:${server.port}`, `:${line.port}`);
  const engine = must(
    await openEngine({
      remote: { url, token: null, holder: 'bench', name: 'bench' },
      deviceName: 'bench',
    }),
  );
  world.cleanup.add(() => engine.close());
  const corpus = createCorpus('remote');
  const filled = world.size(MEMORIES, 100);
  let used = filled;
  const save = async (): Promise<void> => {
    must(await engine.remember({ content: corpus.memory(used++) }));
  };
  await importAll(
    engine,
    corpus.memories(filled).map((content) => ({ content })),
  );
  const samples = range(world.size(200, 10));
  const saves = await timedEach(samples, save);
  const questions = corpus.questions(samples.length, filled);
  const searches = await timedEach(questions, async (query) => {
    must(await engine.search({ query }));
  });
  const bursts = await timedEach(range(world.size(10, 1)), () => Promise.all(range(BURST).map(save)));
  const contexts = await timedEach(range(world.size(20, 2)), async () => {
    must(await engine.context({}));
  });
  const closed = await timed(() => engine.close());
  const away = `database ${ms} ms away`;
  const row = (id: string, what: string) => named(`remote.${id}.${ms}`, `${what}, ${away}`);
  return [
    belowRow(row('save', 'save'), saves, 'median', SAVE_MS_MAX[ms]),
    belowRow(row('search', `search of ${filled}`), searches, 'median', SEARCH_MS_MAX[ms]),
    samplesRow(row('burst', `${BURST} saves at once, all of them`), bursts),
    samplesRow(row('context', "a session's context"), contexts),
    samplesRow(row('close', 'closing'), [closed]),
  ];
};

/** Opens a proxy to a local port. It delays all data by half the round trip in each direction. */
const startSlowLine = async (target: number, roundTripMs: number) => {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), roundTripMs / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    port: address.port,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};
