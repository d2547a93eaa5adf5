/** Vaults and devices for the load benches, made by the server's use cases, and the pushes of these devices. */
import { randomBytes } from 'node:crypto';
import { createWorld, openPostgresSyncStore, type TestDevice } from '@cairn/cloud/testing';
import {
  FACET_VERSION,
  hlcOf,
  memoryId,
  nodeOf,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pushResponse,
} from '@cairn/schema';
import { eachInTurn, range } from '../measure.ts';
import { createCorpus } from '../text/corpus.ts';
import type { RawAnswer, RawConnection } from './raw-http.ts';

export const WIRE_HEADERS: Readonly<Record<string, string>> = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };

export type VaultKind = 'sealed' | 'readable';

export type LoadDevice = ReturnType<typeof toLoadDevice>;

/** Bytes of a memory of about 200 characters, sealed and padded. Random bytes cost the server the same. */
export const PAYLOAD_BYTES = 416;

const toLoadDevice = ({ session, id, token, epoch, anchor }: TestDevice, kind: VaultKind) => ({
  kind,
  vault: session.vault,
  id,
  token,
  epoch: epoch(),
  /** Anchor of the device's last push. */
  anchor: anchor(),
  pushNo: 0,
});

/**
 * Makes vaults with at least one device each, and `devices` devices in all if that is more. The database at `url` is migrated first.
 * HTTP is not used, because it limits how many vaults an address may make in a minute.
 */
export const fillVaults = async (
  url: string,
  counts: { readonly vaults: number; readonly devices: number },
  kind: VaultKind = 'sealed',
): Promise<readonly LoadDevice[]> => {
  const store = await openPostgresSyncStore(url, Date.now());
  const world = createWorld(store, `${url} ${kind}`);
  try {
    const made = await eachInTurn(range(counts.vaults), () => world.createVault(kind));
    const firsts = made.map(({ first }) => first);
    const inviters = range(Math.max(counts.devices - counts.vaults, 0)).flatMap(
      (at) => firsts[at % firsts.length] ?? [],
    );
    const others = await eachInTurn(inviters, (first) => world.join(first));
    return [...firsts, ...others].map((device) => toLoadDevice(device, kind));
  } finally {
    await store.close();
  }
};

let stamps = 0;
const corpus = createCorpus('load');

const payloadOf = ({ kind, id }: LoadDevice, nowMs: number): Buffer =>
  kind === 'sealed'
    ? randomBytes(PAYLOAD_BYTES)
    : Buffer.from(
        JSON.stringify({
          ...{ content: corpus.memory(stamps), namespace: null, key: null, project: null, source: 'agent' },
          createdAt: nowMs,
          by: { device: id, name: 'laptop', session: null, agent: null },
        }),
      );

export const newItems = (device: LoadDevice, count: number) => {
  const nowMs = Date.now();
  const node = nodeOf(device.id);
  return range(count).map(() => {
    stamps += 1;
    const entity = memoryId(nowMs, randomBytes(10));
    const hlc = hlcOf(nowMs, stamps % 65_536, node);
    const payload = payloadOf(device, nowMs).toString('base64url');
    return { entity, facet: 'body', hlc, v: FACET_VERSION, kg: device.kind === 'sealed' ? 1 : 0, payload };
  });
};

/** Returns the body of a push of `count` new memories. */
export const newPush = (device: LoadDevice, count: number): string => {
  const { epoch, anchor, pushNo } = device;
  return JSON.stringify({ epoch, anchor, pushNo: pushNo + 1, items: newItems(device, count) });
};

/** Stores what the device receives after its push, and returns the head. Throws unless every item was accepted. */
export const takeAnswer = (device: LoadDevice, { status, body }: RawAnswer): number => {
  if (status !== 200) throw new Error(`push: ${status} ${body.toString('utf8')}`);
  const { verdicts, anchor, head } = pushResponse.parse(JSON.parse(body.toString('utf8')));
  if (verdicts.some(({ verdict }) => verdict !== 'ok')) throw new Error('an item was refused');
  device.anchor = anchor;
  device.pushNo += 1;
  return head;
};

export const pushNew = async (connection: RawConnection, device: LoadDevice, count: number) => {
  takeAnswer(device, await connection.ask('POST', '/v1/push', device.token, newPush(device, count)));
};
