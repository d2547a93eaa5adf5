/**
 * `cairn join`: shows this device's public keys, authenticated by the code. Then it waits until the inviting device's
 * daemon answers with the sealed keys. Every step can be repeated: the device keeps its id and keys until it is in.
 * [SY-A1]
 */
import type { Answer, Crypto, Pairing, TransportError } from '@cairn/core';
import {
  type CairnError,
  type ClaimResponse,
  cairnError,
  err,
  type JoinInput,
  type JoinResult,
  ok,
  refuse,
} from '@cairn/schema';
import { enterVault, entryOf, openSecrets, prepareDevice, readShown } from './enter-vault.ts';
import type { PendingDevice } from './pairing-notes.ts';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { VaultDeps } from './vault-deps.ts';

/** Waits between claims, in milliseconds. The server allows one address 60 such requests a minute. */
const WAITS_MS = [100, 150, 250, 400, 600, 1_000, 1_500, 2_000] as const;
const WAIT_MS_MAX = 2_500;
/** How long a server may be away before it knows this device, as one that restarts is. Below the 15 s of RL-12. */
const AWAY_MS_MAX = 10_000;
const AWAY = 'The server does not answer yet. Trying again for a few seconds.';

export const joinVault = async (
  deps: VaultDeps,
  input: JoinInput,
  signal: AbortSignal,
): Answer<JoinResult> => {
  const entry = await entryOf(deps, input);
  if (!entry.ok) return entry;
  const { server, name, crypto } = entry.value;
  const code = crypto.parsePairingCode(input.code);
  if (code === null)
    return refuse(
      'not_allowed',
      'This is not an invitation code: it has 16 letters and digits, like 7K3M-9QXA-2TDP-W5HC. Check it, or make a new one with `cairn invite`.',
    );

  const device = await prepareDevice(deps, crypto, server, name);
  const untilMs = input.timeoutS === undefined ? Infinity : deps.nowMs() + input.timeoutS * 1_000;
  const link = deps.linkTo(server, async () => device.token);
  try {
    const [api, pairing] = [link.api.until(signal), crypto.pairing(code)];
    const waiting: Waiting = { deps, api, crypto, pairing, device, untilMs, signal };
    const approved = await awaitApproval(waiting);
    if (!approved.ok) return approved;
    const accepted = accept(waiting, approved.value);
    if (!accepted.ok) return accepted;
    const entered = await enterVault(deps, accepted.value, server, approved.value.info);
    if (!entered.ok) return entered;
    const memories = await awaitBootstrap(deps, { untilMs, signal });
    return ok({ vault: entered.value, device: device.device.id, memories });
  } finally {
    link.close();
  }
};

interface Waiting {
  readonly deps: VaultDeps;
  readonly api: ServerApi;
  readonly crypto: Crypto;
  readonly pairing: Pairing;
  readonly device: PendingDevice;
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

type Approved = Extract<ClaimResponse, { state: 'approved' }>;

const awaitApproval = async (waiting: Waiting): Answer<Approved> => {
  const { deps, api, crypto, pairing, device, untilMs, signal } = waiting;
  const shown = crypto.newDevice(device.device.id, device.device.name, device, device.token);
  const claim = { device: shown, mac: pairing.claimMac(shown) };
  // A server can ask for a long wait, and a cancelled join must not hold up the next one.
  const cancelled = aborted(signal);
  const awayUntilMs = deps.nowMs() + AWAY_MS_MAX;
  let inviter: string | null = null;
  for (let attempt = 0; ; attempt++) {
    if (signal.aborted)
      return refuse('timeout', 'Cancelled. Joining again with the same code is safe.', true);
    const answer = await api.claim(pairing.id, claim);
    if (answer.ok && answer.value.state === 'approved') return ok(answer.value);
    const isAway = !answer.ok && isPassing(answer.error);
    const isHopeful = isAway && (inviter !== null || deps.nowMs() < awayUntilMs);
    if (!answer.ok && answer.error.kind !== 'rate_limited' && !isHopeful)
      return err(refusalOf(answer.error, inviter));
    if (isAway && inviter === null) deps.events.publish({ kind: 'join', message: AWAY });
    if (answer.ok && answer.value.state === 'waiting') {
      inviter = answer.value.inviter;
      const message = `Waiting for "${inviter}" to let this device in. This happens automatically while that device is awake and online.`;
      deps.events.publish({ kind: 'join', message });
    }
    const waitMs = Math.max(
      WAITS_MS[attempt] ?? WAIT_MS_MAX,
      answer.ok ? 0 : (answer.error.retryAfterMs ?? 0),
    );
    if (deps.nowMs() + waitMs >= untilMs) return err(answer.ok ? timeoutOf(inviter) : lateOf(answer.error));
    await Promise.race([deps.sleep(waitMs), cancelled]);
  }
};

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Whether the server is away or busy. After it accepted the code, a join waits for it as long as for the inviter. */
const isPassing = ({ kind }: TransportError): boolean => kind === 'unreachable' || kind === 'unavailable';

/** The last answer of the server says why: too many tries, or that it is away. */
const lateOf = (error: TransportError): CairnError =>
  cairnError('timeout', serverErrorToCairn(error).message, true);

const timeoutOf = (inviter: string | null): CairnError =>
  cairnError(
    'timeout',
    `${inviter === null ? 'The inviting device' : `"${inviter}"`} did not answer. Wake that device and check that it is online. Then join again, with the same code if it is still valid, else with a new one.`,
    true,
  );

/**
 * Returns the error of a refused claim. An invitation that expired while the inviter was away is reported as that, not
 * as a wrong code.
 */
const refusalOf = (error: TransportError, inviter: string | null): CairnError =>
  error.kind === 'invitation_expired' && inviter !== null ? timeoutOf(inviter) : serverErrorToCairn(error);

/**
 * Checks that the inviter knew the code. The code proves the keys and the kind. Through the entry that lets this device
 * in, it also proves the member list up to that entry. [SY-A1, SY-S6]
 */
const accept = ({ crypto, pairing, device }: Waiting, approved: Approved) => {
  const shown = crypto.newDevice(device.device.id, device.device.name, device, device.token);
  const vault = { vault: approved.info.vault, kind: approved.info.kind };
  const read = readShown(crypto, approved);
  if (!read.ok) return read;
  const own = approved.members.findIndex(({ fact }) => fact.kind === 'add' && fact.device.id === shown.id);
  const entryHash = read.value.list.hashes[own] ?? '';
  if (!pairing.isApprovalOf(shown, vault, approved.keys, entryHash, approved.mac))
    return refuse(
      'not_allowed',
      'The answer was not made by a device that knows the code, so it was refused. Make a new invitation and join again.',
    );
  return openSecrets(crypto, device, device, read.value);
};

/** Milliseconds between two looks at the first pull of a device that has just entered a vault. [SY-P4] */
const LOOK_MS = 100;
const TELL_MS = 1_000;

/**
 * Waits until the first pull is complete and returns the number of memories. Ends early after the time-out, when the
 * caller disconnects, or when sync has stopped. The device is in the vault even then, and later syncs bring the rest.
 */
export const awaitBootstrap = async (
  deps: VaultDeps,
  { untilMs, signal }: { readonly untilMs: number; readonly signal: AbortSignal },
): Promise<number> => {
  let toldAt = 0;
  for (;;) {
    const { pull, stopped, times } = await deps.engine().syncFacts();
    const isDone = pull?.bootstrap === null && (times?.lastPullAt ?? null) !== null;
    if (isDone || stopped !== null || signal.aborted || deps.nowMs() >= untilMs) break;
    if (pull?.bootstrap !== null && pull !== null && deps.nowMs() - toldAt >= TELL_MS) {
      toldAt = deps.nowMs();
      const { done, expected } = pull.bootstrap;
      deps.events.publish({ kind: 'join', message: `Received ${done} of ${expected} entries.` });
    }
    await deps.sleep(LOOK_MS);
  }
  return (await deps.engine().counts()).memories;
};
