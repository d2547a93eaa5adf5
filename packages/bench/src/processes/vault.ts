/** Makes vaults as people do. Pushes many memories to a vault as a device would, but faster. */
import { readFile } from 'node:fs/promises';
import { createCrypto, type VaultSecrets } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import {
  type BodyValue,
  FACET_VERSION,
  hlcOf,
  inviteResult,
  LIMITS,
  memoryId,
  nodeOf,
  pullResponse,
  pushResponse,
  statusResult,
  vaultCreateResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';
import type { World } from '../world.ts';
import { type Device, startDevice } from './device.ts';
import { openClient } from './keep-alive.ts';
import { WIRE_HEADERS } from './load-vaults.ts';
import type { Server } from './server.ts';

/** Makes a vault and returns its recovery words. */
export const createVault = async (device: Device, server: Server, name: string): Promise<string> => {
  const { url, setupToken } = server;
  const made = await device.ask('POST', '/v1/vault', { server: url, setupToken, name });
  return vaultCreateResult.parse(made).recoveryWords;
};

const join = async (inviter: Device, joiner: Device, server: Server, name: string): Promise<void> => {
  const { code } = inviteResult.parse(await inviter.ask('POST', '/v1/vault/invite', {}));
  await joiner.ask('POST', '/v1/vault/join', { code, server: server.url, name, timeoutS: 120 });
};

export const statusOf = async (device: Device) => statusResult.parse(await device.ask('GET', '/v1/status'));

/** Returns true if the device has nothing to push or pull. */
export const isSynced = ({ sync }: Awaited<ReturnType<typeof statusOf>>): boolean =>
  sync.state === 'idle' && sync.pending === 0 && sync.inflight === 0;

export const awaitSynced = (device: Device, timeoutMs: number): Promise<unknown> =>
  waitUntil(async () => isSynced(await statusOf(device)), { timeoutMs, what: 'sync to come to rest' });

const PAIRED_MS_MAX = 60_000;

/** Starts two devices of one new vault, each at its server, and waits until both are synced. */
export const startPair = async (world: World, [one, two]: readonly [Server, Server]) => {
  const [a, b] = [await startDevice(world, 'a'), await startDevice(world, 'b')];
  await createVault(a, one, 'laptop');
  await join(a, b, two, 'desktop');
  for (const device of [a, b]) await awaitSynced(device, PAIRED_MS_MAX);
  return [a, b] as const;
};

const isSecrets = (value: unknown): value is VaultSecrets =>
  typeof value === 'object' && value !== null && 'token' in value && 'keys' in value && 'vault' in value;

/** Reads the keys that a stopped device stores. */
export const readSecrets = async (device: Device): Promise<VaultSecrets> => {
  const secrets: unknown = JSON.parse(await readFile(device.paths.keys, 'utf8'));
  if (!isSecrets(secrets)) throw new Error('the device has no keys');
  return secrets;
};

/** JSON of one batch's items. */
export type SealedBatch = string;

/** Seals new memories as this device's engine does, in batches of 500. Their times are a millisecond apart. */
export const sealBatches = async (secrets: VaultSecrets, texts: readonly string[], fromMs: number) => {
  const random = createSeededRandom('bench ids');
  const crypto = await createCrypto({ random });
  const sealer = crypto.makeSealer(secrets);
  const { id, name } = secrets.device;
  const node = nodeOf(id);
  const by = { device: id, name, session: null, agent: null };
  const items = texts.map((content, at) => {
    const createdAt = fromMs + at;
    const body = bodyOf(content, createdAt, by);
    const register = {
      entity: memoryId(createdAt, random.bytes(10)),
      facet: 'body',
      hlc: hlcOf(createdAt, 0, node),
      v: FACET_VERSION,
    };
    return JSON.stringify(sealer.seal(register, JSON.stringify(body)));
  });
  return chunksOf(items, LIMITS.batchItemsMax).map((batch) => batch.join(','));
};

/** Returns the parts of an agent's new memory. */
export const bodyOf = (content: string, createdAt: number, by: BodyValue['by']): BodyValue => ({
  content,
  namespace: null,
  key: null,
  project: null,
  source: 'agent',
  createdAt,
  by,
});

export type Pusher = Awaited<ReturnType<typeof createPusher>>;

/** Makes a pusher that pushes as a stopped device, beginning with that device's first push. */
export const createPusher = async (server: Server, secrets: Pick<VaultSecrets, 'token'>) => {
  const { ask, close } = openClient(server.url, {
    ...WIRE_HEADERS,
    authorization: `Bearer ${secrets.token}`,
  });
  const { epoch, anchor: first } = pullResponse.parse(JSON.parse(await ask('GET', '/v1/pull?limit=1')));
  let anchor = first;
  let pushNo = 0;
  return {
    /** Throws unless the server accepted every item. */
    async push(batch: SealedBatch): Promise<void> {
      pushNo += 1;
      const body = `{"epoch":"${epoch}","anchor":"${anchor}","pushNo":${pushNo},"items":[${batch}]}`;
      const answer = pushResponse.parse(JSON.parse(await ask('POST', '/v1/push', body)));
      const refused = answer.verdicts.find(({ verdict }) => verdict !== 'ok');
      if (refused !== undefined) throw new Error(`an item was refused: ${JSON.stringify(refused)}`);
      anchor = answer.anchor;
    },
    close,
  };
};
