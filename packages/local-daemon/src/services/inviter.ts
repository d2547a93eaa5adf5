/**
 * The inviting side of pairing. It gives out codes. While a code is valid, it lets in every device that proves to know
 * the code. Handing over the code is the approval. Codes outlive a restart of the daemon. [SY-A1]
 */
import {
  type Answer,
  type Crypto,
  isAdmissible,
  type PairingCode,
  planAdmission,
  signerOf,
} from '@cairn/core';
import { type DeviceId, err, type InviteResult, LIMITS, ok, type PairingState } from '@cairn/schema';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { SharedDeps } from './shared-deps.ts';

export type Inviter = ReturnType<typeof createInviter>;

export interface InviterDeps
  extends Pick<SharedDeps, 'nowMs' | 'timers' | 'keyring' | 'notes' | 'crypto' | 'log'> {
  readonly server: string;
  readonly api: ServerApi;
  /** Fetches the keyring, because this device lacks key generations. */
  readonly fetchKeys: () => void;
}

/** The server's hints arrive at once. This interval is for hints that are lost. */
const LOOK_MS = 1_000;

const OUTDATED: ReadonlySet<string> = new Set(['key_generation_conflict', 'members_conflict']);

export const createInviter = (deps: InviterDeps) => {
  const { api, notes, timers, log } = deps;
  let cancel: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const valid = () => notes.read().invitations.filter(({ expiresAt }) => expiresAt > deps.nowMs());
  const prune = (): void => {
    const present = notes.read();
    if (present.invitations.length > valid().length) notes.write({ ...present, invitations: valid() });
  };
  const drop = (code: string): void => {
    const present = notes.read();
    notes.write({ ...present, invitations: present.invitations.filter((one) => one.code !== code) });
  };

  const schedule = (): void => {
    if (closed || cancel !== null || valid().length === 0) return;
    cancel = timers.after(LOOK_MS, () => {
      cancel = null;
      look();
    });
  };

  /** Looks for claims. Called when the server hints at one. */
  const look = (): void => {
    if (closed) return;
    if (looking !== null) {
      again = true;
      return;
    }
    looking = lookOnce()
      .catch((error: unknown) => log.error('an invitation could not be answered', { error: String(error) }))
      .finally(() => {
        looking = null;
        if (again) {
          again = false;
          look();
        } else schedule();
      });
  };

  const lookOnce = async (): Promise<void> => {
    for (const { code } of valid()) {
      const crypto = await deps.crypto();
      const parsed = crypto.parsePairingCode(code);
      if (parsed === null) drop(code);
      else await answerClaim(crypto, parsed);
    }
  };

  const answerClaim = async (crypto: Crypto, code: PairingCode): Promise<void> => {
    const pairing = crypto.pairing(code);
    const state = await api.pairing(pairing.id);
    if (!state.ok) {
      if (state.error.kind === 'invitation_unknown' || state.error.kind === 'invitation_expired') drop(code);
      return;
    }
    if (state.value.approved || state.value.triesLeft <= 0) return drop(code);
    const { claim } = state.value;
    if (claim === null) return;
    if (!pairing.isClaimOf(claim.device, claim.mac))
      return reject(pairing.id, claim.device.id, 'a device with a wrong code was refused');
    await approve(crypto, code, claim);
  };

  const reject = async (pairing: string, device: DeviceId, why: string): Promise<void> => {
    await api.answerClaim(pairing, { kind: 'reject', device });
    log.warn(why, { device });
  };

  const approve = async (
    crypto: Crypto,
    code: PairingCode,
    { device }: NonNullable<PairingState['claim']>,
  ): Promise<void> => {
    const secrets = await deps.keyring.load();
    if (secrets === null) return;
    const pairing = crypto.pairing(code);
    const why = 'a device that was revoked, or that has the id of another, was refused';
    if (!isAdmissible(crypto, secrets, device)) return reject(pairing.id, device.id, why);
    const { entry, entryHash, keys } = planAdmission(crypto, secrets, signerOf(secrets), device);
    const vault = { vault: secrets.vault, kind: secrets.kind };
    const mac = pairing.approveMac(device, vault, keys, entryHash);
    const approval = { kind: 'approve', device: device.id, keys, entry, mac } as const;
    const answer = await api.answerClaim(pairing.id, approval);
    // The member list is longer in both cases: this device or another one added an entry.
    if (answer.ok || OUTDATED.has(answer.error.kind)) deps.fetchKeys();
    if (answer.ok) {
      log.info('let a device in', { device: device.id });
      return drop(code);
    }
    log.warn('a device could not be let in', { device: device.id, kind: answer.error.kind });
  };

  const endOf = ({ expiresAt }: { readonly expiresAt: number }): string => new Date(expiresAt).toISOString();

  prune();
  schedule();
  return {
    /** When the codes expire that nobody has used. */
    open: (): string[] => valid().map(endOf),
    invite: async (until: AbortSignal): Answer<InviteResult> => {
      const crypto = await deps.crypto();
      const code = crypto.makePairingCode();
      const made = await api.until(until).invite(crypto.pairing(code).id);
      if (!made.ok) return err(serverErrorToCairn(made.error));
      // The server can shorten the life of a code, and not prolong it.
      const lastsMs = Math.min(made.value.expiresAt - made.value.serverTime, LIMITS.pairingMsMax);
      const expiresAt = deps.nowMs() + Math.max(lastsMs, 0);
      notes.write({ ...notes.read(), invitations: [...valid(), { code, expiresAt }] });
      schedule();
      return ok({
        code,
        command: `cairn join ${code} --server ${deps.server}`,
        expiresAt: endOf({ expiresAt }),
      });
    },
    look,
    close: (): void => {
      closed = true;
      cancel?.();
    },
  };
};
