// A hostile member: a device of the vault in an attacker's hands. It seals any value and sends it to an honest server.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCrypto, type VaultSecrets } from '@cairn/core';
import {
  type EntityId,
  type Hlc,
  hlcOf,
  LIMITS,
  nodeOf,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pullResponse,
  pushResponse,
  type WireRegister,
} from '@cairn/schema';
import { worldNowMs } from './passage.ts';

/** Returns what a looted device yields: its token, and the keys of all its generations. */
export const lootOf = (home: string): VaultSecrets => JSON.parse(readFileSync(`${home}/keys.json`, 'utf8'));

export interface Forgery {
  readonly entity: EntityId;
  readonly facet: string;
  readonly value: unknown;
  /** Stamp; the present time by default. */
  readonly hlc?: Hlc;
  readonly v?: number;
}

export type Forge = (forgery: Forgery) => WireRegister;

/** Seals under the newest generation of the loot, as any member does. */
export const forgeWith = async (secrets: VaultSecrets): Promise<Forge> => {
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const { vault, kind, kg, keys, device } = secrets;
  const sealer = crypto.makeSealer({ vault, kind, kg, keys });
  const node = nodeOf(device.id);
  let counter = 0;
  return ({ entity, facet, value, hlc = hlcOf(worldNowMs(), counter++, node), v = 1 }) =>
    sealer.seal({ entity, facet, hlc, v }, JSON.stringify(value));
};

export interface HostileMember {
  readonly forge: Forge;
  /** Pushes and returns the server's verdicts, in order. */
  push(items: readonly WireRegister[]): Promise<readonly string[]>;
}

/** Makes a hostile member from `secrets`, of a device that has not pushed and whose daemon does not run. */
export const hostileMember = async (secrets: VaultSecrets, server: string): Promise<HostileMember> => {
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${server}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${secrets.token}`,
        'content-type': 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  let pushNo = 0;
  /** Push numbers rise by one, so each push waits for the one before. */
  let last: Promise<unknown> = Promise.resolve();
  const pushOne = async (items: readonly WireRegister[]): Promise<readonly string[]> => {
    const { epoch, anchor } = pullResponse.parse(await ask('/v1/pull?empty=0&limit=1'));
    const answer = await ask('/v1/push', { epoch, anchor, pushNo: ++pushNo, items });
    const settled = pushResponse.safeParse(answer);
    if (!settled.success) throw new Error(`the server answers ${JSON.stringify(answer)}`);
    return settled.data.verdicts.map(({ verdict }) => verdict);
  };
  const pushAll = async (items: readonly WireRegister[]): Promise<readonly string[]> => {
    const verdicts: string[] = [];
    for (let at = 0; at < items.length; at += LIMITS.batchItemsMax)
      verdicts.push(...(await pushOne(items.slice(at, at + LIMITS.batchItemsMax))));
    return verdicts;
  };
  return {
    forge: await forgeWith(secrets),
    push: (items) => {
      const pushed = last.then(() => pushAll(items));
      last = pushed.catch(() => undefined);
      return pushed;
    },
  };
};
