/** Many vaults with their devices, made by the server's own use cases, and what their devices push. */
import { createHash, randomBytes } from 'node:crypto';
import { createProcessHints, createSyncServer, ed25519, type SyncServer } from '@cairn/cloud';
import { openPostgresSyncStore } from '@cairn/cloud/testing';
import {
  type DeviceId,
  deviceId,
  hlcOf,
  memoryId,
  type NewDevice,
  nodeOf,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pushResponse,
  type VaultId,
  vaultId,
} from '@cairn/schema';
import { chunksOf, range } from '../measure.ts';
import type { RawConnection } from './raw-http.ts';

export const WIRE_HEADERS: Readonly<Record<string, string>> = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };

export interface LoadDevice {
  readonly vault: VaultId;
  readonly id: DeviceId;
  readonly token: string;
  readonly epoch: string;
  /** Of its last push. */
  anchor: string;
  pushNo: number;
}

const SETUP_TOKEN = 'for-the-benchmark-alone';
/** A memory of about 200 characters, sealed and padded. To the server random bytes look the same. */
const PAYLOAD_BYTES = 416;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const newDevice = (): { readonly device: NewDevice; readonly token: string } => {
  const token = hex(32);
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const id = deviceId(Date.now(), randomBytes(10));
  return { token, device: { id, name: 'load', boxKey: hex(32), signKey: hex(32), tokenHash } };
};

const sealedTo = (recipient: string) => ({
  kg: 1,
  recipient,
  sealed: randomBytes(80).toString('base64url'),
});

const makeVault = async (server: SyncServer): Promise<LoadDevice> => {
  const { device, token } = newDevice();
  const made = await server.createVault(SETUP_TOKEN, {
    vault: vaultId(Date.now(), randomBytes(10)),
    kind: 'sealed',
    device,
    generation: { kg: 1, verifier: randomBytes(64).toString('base64url') },
    keys: [sealedTo(device.id), sealedTo('recovery')],
    recovery: { boxKey: hex(32), signKey: hex(32) },
  });
  if (!made.ok) throw new Error(`no vault: ${made.error.detail}`);
  const { vault, epoch, anchor } = made.value;
  return { vault, id: device.id, token, epoch, anchor, pushNo: 0 };
};

const addDevice = async (server: SyncServer, first: LoadDevice): Promise<LoadDevice> => {
  const { device, token } = newDevice();
  const request = { device, keys: [sealedTo(device.id)] };
  const forked = await server.fork({ vault: first.vault, device: first.id }, request);
  if (!forked.ok) throw new Error(`no device: ${forked.error.detail}`);
  const { epoch, anchor } = forked.value;
  return { vault: first.vault, id: device.id, token, epoch, anchor, pushNo: 0 };
};

const AT_ONCE = 8;

/**
 * At least one device per vault, and `devices` in all if that is more. The database at `url` is migrated first. Without HTTP,
 * which would limit how many vaults an address may make in a minute.
 */
export const fillVaults = async (
  url: string,
  counts: { readonly vaults: number; readonly devices: number },
): Promise<readonly LoadDevice[]> => {
  const store = await openPostgresSyncStore(url, Date.now());
  const hints = createProcessHints();
  const server = createSyncServer({
    store,
    hints,
    clock: { nowMs: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    signatures: ed25519,
    registration: 'open',
  });
  try {
    await server.ensureSetupToken(SETUP_TOKEN);
    const firsts: LoadDevice[] = [];
    for (const some of chunksOf(range(counts.vaults), AT_ONCE)) {
      firsts.push(...(await Promise.all(some.map(() => makeVault(server)))));
    }
    const others: LoadDevice[] = [];
    for (const at of range(Math.max(counts.devices - counts.vaults, 0))) {
      const first = firsts[at % firsts.length];
      if (first !== undefined) others.push(await addDevice(server, first));
    }
    return [...firsts, ...others];
  } finally {
    hints.close();
    await store.close();
  }
};

let stamps = 0;

/** New memories, `count` of them; throws unless every one was taken. */
export const pushNew = async (
  connection: RawConnection,
  device: LoadDevice,
  count: number,
): Promise<void> => {
  const nowMs = Date.now();
  const node = nodeOf(device.id);
  const items = range(count).map(() => {
    stamps += 1;
    const entity = memoryId(nowMs, randomBytes(10));
    const hlc = hlcOf(nowMs, stamps % 65_536, node);
    const payload = randomBytes(PAYLOAD_BYTES).toString('base64url');
    return { entity, facet: 'body', hlc, v: 1, kg: 1, payload };
  });
  const body = JSON.stringify({
    epoch: device.epoch,
    anchor: device.anchor,
    pushNo: device.pushNo + 1,
    items,
  });
  const answer = await connection.ask('POST', '/v1/push', device.token, body);
  if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.body.toString('utf8')}`);
  const { verdicts, anchor } = pushResponse.parse(JSON.parse(answer.body.toString('utf8')));
  if (verdicts.some(({ verdict }) => verdict !== 'ok')) throw new Error('an item was refused');
  device.anchor = anchor;
  device.pushNo += 1;
};
