/**
 * A person's operations on vaults and devices. Operations that enter or leave a vault, rename a device or change the
 * key run one at a time.
 */
import { type Answer, planFarewell, presentMs, type VaultSecrets } from '@cairn/core';
import {
  cairnError,
  type DeviceId,
  type DevicesResult,
  err,
  isDeviceId,
  type JoinInput,
  type JoinResult,
  type LeaveResult,
  ok,
  type RecoverInput,
  refuse,
  refuseInput,
  type VaultCreateInput,
} from '@cairn/schema';
import { createVault } from './create-vault.ts';
import { freeName, listDevices, otherNamed } from './device-list.ts';
import { keptKeys, keysKept, spendId } from './enter-vault.ts';
import type { Inviter } from './inviter.ts';
import { joinVault } from './join-vault.ts';
import { freshKeyring, type GenerationDeps, nextGeneration } from './next-generation.ts';
import { createQueue } from './queue.ts';
import { recoverVault } from './recover-vault.ts';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import { resealOf } from './sync-status.ts';
import type { VaultDeps } from './vault-deps.ts';

export type VaultService = ReturnType<typeof createVaultService>;

/** Services that exist while the device is in a vault. */
export interface VaultSession {
  readonly api: ServerApi;
  readonly inviter: Inviter;
}

export interface VaultServiceDeps extends VaultDeps {
  /** Returns null without a vault, or when sync is paused. */
  readonly session: () => VaultSession | null;
  readonly useKeys: (secrets: VaultSecrets) => Promise<void>;
  /** Starts a push. */
  readonly nudge: () => void;
}

const NOT_IN_VAULT =
  'This device does not belong to a vault. Run `cairn vault create`, or `cairn join` with a code.';
const NO_KEYS = refuse(
  'not_allowed',
  'The keys of the vault are not on this device. Run `cairn leave` (memories stay), then join again.',
);
const NOT_RUNNING = 'Sync is not running. `cairn status` says why.';
const CALLED_OFF = cairnError('timeout', 'Cancelled before it began. Nothing was changed.', true);
/** The goodbye to the server is optional: a device must be able to leave while the server hangs. */
const GOODBYE_MS_MAX = 3_000;
const DEVICES_MS_MAX = 1_500;

/** `until` aborts when the caller disconnects or has waited long enough. Nothing starts after that. [RL-46] */
export const createVaultService = (deps: VaultServiceDeps) => {
  const queue = createQueue();
  const readOnly = () => deps.engine().readOnly;
  const oneAtATime = <T>(work: () => Answer<T>, until?: AbortSignal): Answer<T> => {
    const why = readOnly();
    if (why !== null) return Promise.resolve(err(why));
    return queue(async () => (until?.aborted === true ? err(CALLED_OFF) : work()));
  };

  const withSession = async <T>(work: (session: VaultSession) => Answer<T>): Answer<T> => {
    const session = deps.session();
    if (session !== null) return (await hasKeys(deps)) ? work(session) : NO_KEYS;
    const why = readOnly();
    if (why !== null) return err(why);
    const { vault, stopped } = await deps.engine().syncFacts();
    const kept = await keptKeys(deps);
    if (kept !== null) return err(keysKept(kept));
    return err(
      vault === null
        ? cairnError('not_in_vault', NOT_IN_VAULT)
        : cairnError('sync_stopped', stopped?.message ?? deps.sync.whyPaused(vault.server) ?? NOT_RUNNING),
    );
  };

  const changeKeys = <T>(until: AbortSignal, work: (api: ServerApi) => Answer<T>): Answer<T> =>
    oneAtATime(() => withSession(({ api }) => work(api.until(until))), until);

  return {
    create: (input: VaultCreateInput, until: AbortSignal) =>
      oneAtATime(() => createVault(deps, input, until), until),
    /** Joins a vault. Resolves after the inviter's answer and the first pull. */
    join: (input: JoinInput, until: AbortSignal) =>
      oneAtATime(() => takingFreeName(deps, joinVault(deps, input, until)), until),
    recover: (input: RecoverInput, until: AbortSignal) =>
      oneAtATime(() => takingFreeName(deps, recoverVault(deps, input, until)), until),
    leave: () => oneAtATime(() => leaveVault(deps)),
    invite: (until: AbortSignal) => withSession(({ inviter }) => inviter.invite(until)),
    devices: () =>
      readOnly() === null ? withSession((session) => showSoon(deps, session)) : showKnownDevices(deps),
    /** SY-A10: null restores the name that the device entered with. */
    rename: (id: string, name: string | null) => oneAtATime(() => renameDevice(deps, id, name)),
    /** Makes a new key, and encrypts everything again under it in the background. [SY-S6] */
    rekey: (until: AbortSignal) =>
      changeKeys(until, async (api) => {
        const made = await begunByPresent(deps, api, null);
        if (!made.ok) return made;
        const { kg } = made.value;
        const begun = await deps.engine().beginReseal(kg);
        if (!begun.ok) return begun;
        deps.nudge();
        return ok({ kg, registers: begun.value.registers });
      }),
    revoke: (id: string, until: AbortSignal) =>
      changeKeys(until, async (api) => {
        if (!isDeviceId(id))
          return refuse('not_found', `${id} is not a device's id. \`cairn devices\` lists them.`);
        const { device } = await deps.engine().syncFacts();
        if (device?.id === id) return refuseInput('This is the device itself: run `cairn leave` instead.');
        const made = await begunByPresent(deps, api, id);
        return made.ok ? ok({ revoked: id }) : made;
      }),
  };
};

/** Returns false if the file of keys is missing, or is another vault's. */
const hasKeys = async ({ engine, keyring }: VaultServiceDeps): Promise<boolean> => {
  const { vault } = await engine().syncFacts();
  return (await keyring.load())?.vault === vault?.id;
};

const generationDeps = async (deps: VaultServiceDeps, api: ServerApi): Promise<GenerationDeps> => ({
  ...deps,
  api,
  crypto: await deps.crypto(),
  presentMs: async () => presentMs(deps.nowMs(), await deps.engine().syncFacts()),
});

/** Pulls first, so that the new generation begins after everything that members have sent. [TR-50] */
const begunByPresent = async (
  deps: VaultServiceDeps,
  api: ServerApi,
  revoke: DeviceId | null,
): ReturnType<typeof nextGeneration> => {
  await deps.sync.pullBriefly();
  return nextGeneration(await generationDeps(deps, api), { revoke });
};

const leaveVault = async (deps: VaultServiceDeps): Answer<LeaveResult> => {
  const { vault, device } = await deps.engine().syncFacts();
  if (vault === null) return refuse('not_in_vault', NOT_IN_VAULT);
  const session = deps.session();
  // With the keys of another vault, a goodbye would shut a device of that vault out.
  const isTold =
    session !== null && (await hasKeys(deps))
      ? await Promise.race([sayGoodbye(deps, session.api), deps.sleep(GOODBYE_MS_MAX).then(() => false)])
      : false;
  // Noted first, because a process that ends in between would join again under the id that was revoked.
  const { invitations, foundings } = deps.notes.read();
  if (device !== null) spendId(deps, device.id);
  await deps.sync.end();
  const left = await deps.engine().leaveVault();
  if (!left.ok) {
    // The id stays noted, because the server may have received the goodbye.
    deps.notes.write({ ...deps.notes.read(), invitations, foundings });
    await deps.sync.begin();
    return left;
  }
  await deps.keyring.save(null);
  deps.log.info('left the vault', { vault: left.value.vault });
  const { memories } = await deps.engine().counts();
  const listed = isTold || device === null ? {} : { stillListed: device.id };
  return ok({ vault: left.value.vault, memories, ...listed });
};

/** Returns false if this device may still be on the server's list. */
const sayGoodbye = async (deps: VaultServiceDeps, api: ServerApi): Promise<boolean> => {
  const generation = await generationDeps(deps, api);
  const fresh = await freshKeyring(generation);
  // A device that the server does not admit is on no list.
  if (!fresh.ok) return fresh.error.kind === 'not_allowed';
  return (await api.appendMembers(planFarewell(generation.crypto, fresh.value.secrets))).ok;
};

const showDevices = async (deps: VaultServiceDeps, api: ServerApi): Answer<DevicesResult> => {
  const fresh = await freshKeyring(await generationDeps(deps, api));
  if (!fresh.ok) return fresh;
  const served = await api.devices();
  if (!served.ok) return err(serverErrorToCairn(served.error));
  const facts = await deps.engine().syncFacts();
  const { list } = fresh.value;
  const names = await deps.engine().deviceNames();
  const devices = [...listDevices(list, served.value, facts.device?.id ?? null, names)];
  return ok({ kind: list.kind, reseal: resealOf(facts), devices });
};

/** Lists devices. If the server is slow, returns the devices that this device knows. [RL-45] */
const showSoon = async (deps: VaultServiceDeps, { api, inviter }: VaultSession): Answer<DevicesResult> => {
  const late = deps.sleep(DEVICES_MS_MAX).then(() => showKnownDevices(deps));
  const shown = await Promise.race([showDevices(deps, api), late]);
  return shown.ok ? ok({ ...shown.value, invitations: inviter.open() }) : shown;
};

/** Lists the devices on the last known member list, without the server. [RL-22, RL-45] */
const showKnownDevices = async ({ keyring, crypto, engine }: VaultServiceDeps): Answer<DevicesResult> => {
  const secrets = await keyring.load();
  if (secrets === null)
    return (await engine().syncFacts()).vault === null ? refuse('not_in_vault', NOT_IN_VAULT) : NO_KEYS;
  const list = (await crypto()).members.read(secrets.vault, secrets.members);
  if (!list.ok) throw new Error(`the member list of this device is broken: ${list.error}`);
  const devices = [...listDevices(list.value, null, secrets.device.id, await engine().deviceNames())];
  return ok({ kind: secrets.kind, reseal: null, unasked: true, devices });
};

/** Renames a device. Every member may do this, because each of them can also revoke the others. */
const renameDevice = async (
  deps: VaultServiceDeps,
  id: string,
  name: string | null,
): Answer<DevicesResult> => {
  const known = await showKnownDevices(deps);
  if (!known.ok) return known;
  const { devices } = known.value;
  const device = devices.find((one) => one.id === id);
  if (device === undefined)
    return refuse('not_found', `There is no device "${id}". \`cairn devices\` lists them.`);
  const wanted = name ?? device.enteredAs ?? device.name;
  const other = otherNamed(devices, id, wanted);
  if (other !== undefined)
    return refuseInput(
      `Another device of this vault is named "${other.name}": ${other.id}. Choose another name, or rename that device first.`,
    );
  // Written as a name, because the device itself takes over only names.
  const given = name ?? device.enteredAs ?? null;
  const changed = await deps.engine().changeProfile({ kind: 'device_name', device: id, name: given });
  if (!changed.ok) return changed;
  deps.nudge();
  return showKnownDevices(deps);
};

/** Gives this device a free name after it entered. Only then it can read the names in the vault. [SY-A11] */
const takingFreeName = async (deps: VaultServiceDeps, entering: Answer<JoinResult>): Answer<JoinResult> => {
  const entered = await entering;
  const known = entered.ok ? await showKnownDevices(deps) : entered;
  if (!entered.ok || !known.ok) return entered;
  const { devices } = known.value;
  const own = devices.find(({ current }) => current);
  if (own === undefined) return entered;
  const name = freeName(devices, own.id, own.name);
  if (name === own.name) return entered;
  const changed = await deps.engine().changeProfile({ kind: 'device_name', device: own.id, name });
  if (!changed.ok) return entered;
  deps.nudge();
  return ok({ ...entered.value, renamed: { from: own.name, to: name } });
};
