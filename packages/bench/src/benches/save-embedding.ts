/** Measures what embedding costs concurrent saves, and the daemon's memory meanwhile. */
import { statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { eachInTurn, range, sleep, timed } from '../measure.ts';
import { type Device, startDevice } from '../processes/device.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { residentMb } from '../processes/process-usage.ts';
import { factRow, named, type Round, ratioRow } from '../report.ts';
import type { World } from '../world.ts';

/** Milliseconds between two saves. People and agents do not save at full speed. */
const PAUSE_MS = 10;
const DAEMON_MB = 150;
/** Texts that wait when a round begins: six batches of the embedder. */
const BACKLOG = 800;
const EMBEDDED_MS_MAX = 600_000;

/** Measures rounds of saves to a device that embeds and to one that does not. The first device embeds the texts saved just before. */
export const saveWhileEmbedding = async (world: World, texts: (count: number) => readonly string[]) => {
  const [on, off] = await Promise.all([
    startDevice(world, 'embedding', { CAIRN_EMBED: 'on' }),
    startDevice(world, 'not-embedding'),
  ]);
  const block = world.size(100, 10);
  const rounds: Round[] = [];
  const resident: number[] = [];
  for (const _ of range(world.size(6, 2))) {
    await allEmbedded(on);
    const bare = await saveEach(off, texts(block), PAUSE_MS);
    // During saves, a batch is embedded each second, so these texts last until the block is done.
    await saveEach(on, texts(BACKLOG), 0);
    await waitUntil(async () => ((await embedderOf(on))?.pending ?? 0) < BACKLOG, {
      ...{ timeoutMs: EMBEDDED_MS_MAX, what: 'the first batch of vectors', everyMs: 20 },
    });
    const ours = await saveEach(on, texts(block), PAUSE_MS);
    if ((await embedderOf(on))?.pending === 0)
      throw new Error('everything was embedded before the saves were done');
    rounds.push({ ours, bare });
    resident.push(await residentMb(on.pid()));
  }
  await Promise.all([on.stop(), off.stop()]);
  const what = 'save over HTTP while the daemon embeds, against one that does not';
  return [
    ratioRow(named('save.embedding', what), rounds, 1.1),
    factRow(
      named('save.daemon.rss', 'daemon resident while it embeds', 'MB'),
      Math.max(...resident),
      DAEMON_MB,
    ),
  ];
};

const embedderOf = async (device: Device) =>
  statusResult.parse(await device.ask('GET', '/v1/status')).models.embedder;

const allEmbedded = (device: Device): Promise<unknown> =>
  waitUntil(async () => (await embedderOf(device))?.pending === 0, {
    ...{ timeoutMs: EMBEDDED_MS_MAX, what: 'the vectors of all saves', everyMs: 100 },
  });

const saveEach = async (
  device: Device,
  texts: readonly string[],
  pauseMs: number,
): Promise<readonly number[]> => {
  const client = createHttpClient(device);
  const samples = await eachInTurn(texts, async (content) => {
    if (pauseMs > 0) await sleep(pauseMs);
    return timed(() => client.post('/v1/memories', { content }));
  });
  client.close();
  return samples;
};
