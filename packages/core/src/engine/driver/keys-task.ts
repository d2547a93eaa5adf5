/** Fetches and checks the vault's keys, saves them, and gives them to the engine. [SY-S4] */
import { type DeviceId, err, type KeyringResponse, ok, type Result } from '@cairn/schema';
import type { DeviceSecrets, VaultSecrets } from '../../ports/keyring.ts';
import { beginningAt, presentMs, resealDuty } from '../../sync/generation-bounds.ts';
import { checkKeyring } from '../vault/check-keyring.ts';
import { planCompletion, planPartings, planReturn } from '../vault/plan-members.ts';
import { vaultKeysOf } from '../vault/vault-keys.ts';
import {
  ask,
  done,
  onEngineError,
  onTransportError,
  refused,
  type TaskContext,
  type TaskEnd,
} from './sync-task.ts';

/** SY-S4: fetches the keys and writes nothing before they were checked against the vault's verifiers. */
export const keysTask = async (context: TaskContext): Promise<TaskEnd> => {
  const own = await context.keyring.load();
  if (own?.lost?.some(({ device }) => device.id === own.device.id)) return done('forked');
  const checked = await freshSecrets(context);
  if (!checked.ok) return checked.error;
  const parted = await partFromLost(context, checked.value);
  if (!parted.ok) return parted.error;
  const secrets = parted.value;
  const used = await context.engine.useKeys(vaultKeysOf(secrets));
  if (!used.ok) return onEngineError(used.error);
  const { reseal } = await context.engine.syncFacts();
  return reseal?.isDone === true && !reseal.isOver ? complete(context, secrets) : done('keys_done');
};

/** Removes identities from before the database was lost. Each signs its own removal. [RL-43] */
const partFromLost = async (
  context: TaskContext,
  secrets: VaultSecrets,
): Promise<Result<VaultSecrets, TaskEnd>> => {
  if (secrets.lost === undefined) return ok(secrets);
  const plan = planPartings(await context.crypto(), secrets, secrets.lost);
  if (plan.request.entries.length > 0) {
    const answer = await ask(context, () => context.transport.appendMembers(plan.request));
    if (!answer.ok) return err(onTransportError(answer.error));
  }
  await context.keyring.save(plan.secrets);
  return ok(plan.secrets);
};

/** Signs for all members that nothing is sealed under an older generation. [TR-4] */
const complete = async (context: TaskContext, secrets: VaultSecrets): Promise<TaskEnd> => {
  const plan = planCompletion(await context.crypto(), secrets);
  const answer = await ask(context, () => context.transport.appendMembers(plan.request));
  // The answer may be lost, or another device may have signed first. The next keyring shows which.
  if (!answer.ok) return onTransportError(answer.error);
  await context.keyring.save(plan.secrets);
  const used = await context.engine.useKeys(vaultKeysOf(plan.secrets));
  return used.ok ? done('keys_done') : onEngineError(used.error);
};

const NO_KEYS: TaskEnd = {
  event: 'stop',
  failure: {
    kind: 'keys_missing',
    message:
      'The keys of the vault are not on this device. Run `cairn leave` (memories stay), then join again.',
    retryAfterMs: null,
  },
};

/** Returns the device's secrets with the key of every present generation. */
export const freshSecrets = async (context: TaskContext): Promise<Result<VaultSecrets, TaskEnd>> => {
  const secrets = await context.keyring.load();
  if (secrets === null) return err(NO_KEYS);
  const fetchKeys = () => ask(context, () => context.transport.keyring());
  const first = await fetchKeys();
  const isUnknown = !first.ok && first.error.kind === 'unauthorized';
  const answer = isUnknown && (await bringBack(context, secrets)) ? await fetchKeys() : first;
  return answer.ok ? checkAndSave(context, answer.value) : err(onTransportError(answer.error));
};

/**
 * Has the former identity return this device's entry to the server. Returns whether that succeeded. A server that was rolled back to
 * before this device took its identity does not know the identity, and perhaps no other member does. The former
 * identity signed the entry that admitted the new one. It returns the entry to the server, as every member does.
 * [RL-48]
 */
const bringBack = async (context: TaskContext, present: VaultSecrets): Promise<boolean> => {
  const { former } = present;
  if (former === undefined) return false;
  const { keyring, transport } = context;
  const given = await freshSecrets({
    ...context,
    transport: {
      ...transport,
      keyring: () => transport.keyring(former.token),
      appendMembers: (request) => transport.appendMembers(request, former.token),
    },
    keyring: {
      load: async () => {
        const secrets = await keyring.load();
        return secrets === null ? null : { ...secrets, ...former, former: undefined };
      },
      save: async (secrets) => {
        // A key that was made after a revocation is not for this device, even when the former identity may have it.
        if (secrets !== null && !isRevoked(secrets, present.device.id))
          await keyring.save({ ...secrets, ...identityOf(present), former });
      },
    },
  });
  return given.ok && !isRevoked(given.value, present.device.id);
};

/** Returns a device's secrets without those of its vault. */
export const identityOf = (one: DeviceSecrets): DeviceSecrets => {
  const { device, token, boxKey, boxSecret, signKey, signSecret } = one;
  return { device, token, boxKey, boxSecret, signKey, signSecret };
};

export const isRevoked = ({ members }: VaultSecrets, id: DeviceId): boolean =>
  members.some(({ fact }) => fact.kind === 'revoke' && fact.device === id);

/** Checks the answer against the present keyring, because a person may have made a generation during the request. */
const checkAndSave = async (
  context: TaskContext,
  answer: KeyringResponse,
): Promise<Result<VaultSecrets, TaskEnd>> => {
  const crypto = await context.crypto();
  const secrets = await context.keyring.load();
  if (secrets === null) return err(NO_KEYS);
  const facts = await context.engine.syncFacts();
  const nowMs = context.clock.nowMs();
  const serverNowMs = nowMs + (facts.offset?.ms ?? 0);
  const checked = checkKeyring(secrets, answer, crypto, beginningAt(presentMs(nowMs, facts)));
  if (!checked.ok) return err(refused({ ...checked.error, retryAfterMs: null }));
  const { secrets: fresh, list, mended } = checked.value;
  const duty = resealDuty(fresh.members, list, fresh.device.id, serverNowMs);
  const resealFrom = checked.value.resealFrom ?? duty;
  // Done before the keys are saved and returned. After a kill in between, both are repeated.
  if (resealFrom !== null) {
    const begun = await context.engine.beginReseal(resealFrom);
    if (!begun.ok) return err(onEngineError(begun.error));
    context.noteResealing(true);
  }
  if (mended !== null) await context.engine.noteMembersMended({ at: context.clock.nowMs(), ...mended });
  if (isNewer(fresh, secrets)) {
    await context.keyring.save(fresh);
    context.pace.news();
  }
  // Lost members and generations are returned to a restored server, each as it was signed. [SY-S6, SY-E2]
  const { lost } = checked.value;
  const request = lost.length === 0 ? null : planReturn(crypto, fresh, lost);
  // Without a request, nothing is lost, or this device lacks some of the keys, and another device returns them.
  if (request === null) return ok(fresh);
  const given = await ask(context, () => context.transport.appendMembers(request));
  return given.ok ? ok(fresh) : err(onTransportError(given.error));
};

/** Whether the secrets are newer, also by the last signature: a mended list may have the same length. */
const isNewer = (fresh: VaultSecrets, { kg, keys, members }: VaultSecrets): boolean =>
  fresh.kg !== kg ||
  fresh.keys.length !== keys.length ||
  fresh.members.length !== members.length ||
  fresh.members.at(-1)?.signature !== members.at(-1)?.signature;
