/**
 * Makes a new key generation for all remaining members by compare-and-swap, for `cairn devices revoke` and `cairn vault
 * rekey`. A revocation and its new key are one request, so a killed process leaves both or neither. A revoked device
 * keeps what it already has. [SY-A3, SY-S6]
 */
import {
  type Answer,
  beginningAt,
  type CheckedKeyring,
  type Crypto,
  checkKeyring,
  type Keyring,
  planSuccession,
  type VaultSecrets,
} from '@cairn/core';
import { cairnError, type DeviceId, err, liveMember, ok, refuse, refuseInput } from '@cairn/schema';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';

export interface GenerationDeps {
  readonly api: ServerApi;
  readonly crypto: Crypto;
  readonly keyring: Keyring;
  /** Returns the device's best estimate of the present time. [TR-50] */
  readonly presentMs: () => Promise<number>;
  /** Puts the new keys in use. They are saved already. */
  readonly useKeys: (secrets: VaultSecrets) => Promise<void>;
}

const OLDER_SERVER = cairnError(
  'server_error',
  'The server did not accept the new key: it is probably older than this program. Update the server, then try again.',
);

/** Attempts while other devices join or make generations at the same time. */
const TRIES_MAX = 5;

/** Makes a new generation and returns its number. With `revoke` null, it only changes the key. */
export const nextGeneration = async (
  deps: GenerationDeps,
  { revoke }: { readonly revoke: DeviceId | null },
): Answer<{ readonly kg: number }> => {
  const { api, crypto, keyring, useKeys, presentMs } = deps;
  for (let attempt = 1; ; attempt++) {
    const fresh = await freshKeyring(deps);
    if (!fresh.ok) return fresh;
    const { secrets, list, lost } = fresh.value;
    if (lost.length > 0) return giveBackFirst(deps);
    if (revoke !== null && list.members.every(({ device }) => device.id !== revoke))
      return refuse('not_found', `No device of this vault is ${revoke}. \`cairn devices\` lists them.`);
    // A repeated revocation: the first one has made the key.
    if (revoke !== null && liveMember(list, revoke) === null) return ok({ kg: secrets.kg });
    const plan = planSuccession(crypto, secrets, { revoke, since: beginningAt(await presentMs()) });
    if (plan.request.entries.length === 0)
      return refuseInput('A readable vault is not encrypted, so there is no key to change.');
    const made = await api.appendMembers(plan.request);
    if (made.ok) {
      await keyring.save(plan.secrets);
      await useKeys(plan.secrets);
      return ok({ kg: plan.secrets.kg });
    }
    if (attempt < TRIES_MAX && made.error.kind === 'members_conflict') continue;
    return err(made.error.kind === 'malformed' ? OLDER_SERVER : serverErrorToCairn(made.error));
  }
};

/**
 * Starts the repair of the server's member list: `useKeys` makes sync check the list. Always returns the error that says
 * to try again.
 */
const giveBackFirst = async ({ keyring, useKeys }: GenerationDeps): Answer<never> => {
  const own = await keyring.load();
  if (own !== null) await useKeys(own);
  return refuse(
    'server_error',
    'The server was restored from a backup and lacks a part of the list of devices. This device sends that part now: try again in a moment.',
    true,
  );
};

/** Fetches and checks the server's keyring. A bad keyring is refused, as in sync. */
export const freshKeyring = async (deps: Omit<GenerationDeps, 'useKeys'>): Answer<CheckedKeyring> => {
  const { api, crypto, keyring, presentMs } = deps;
  const answer = await api.keyring();
  if (!answer.ok) return err(serverErrorToCairn(answer.error));
  const secrets = await keyring.load();
  if (secrets === null) return refuse('not_allowed', 'The keys of the vault are not on this device.');
  const checked = checkKeyring(secrets, answer.value, crypto, beginningAt(await presentMs()));
  return checked.ok ? ok(checked.value) : refuse('not_allowed', checked.error.message);
};
