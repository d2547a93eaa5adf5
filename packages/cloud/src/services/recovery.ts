/** `POST /v1/recover`: admits a new device. The recovery key signs a challenge together with the device. [SY-S3] */
import {
  LIMITS,
  ok,
  RECOVERY,
  type RecoverRequest,
  type RecoverResponse,
  recoverLookTranscript,
  recoverTranscript,
} from '@cairn/schema';
import type { StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { toHex } from './hashing.ts';
import { createMemberRegister, isAdding } from './member-list.ts';
import { vaultInfo } from './members.ts';
import { type Answer, problem, transacting } from './problem.ts';

type RecoverLook = Extract<RecoverRequest, { step: 'look' }>;
type RecoverAnswer = Extract<RecoverRequest, { step: 'answer' }>;

const CHALLENGE_BYTES = 32;

const failed = () =>
  problem(
    'challenge_failed',
    'The recovery words do not belong to a vault on this server, or the challenge has expired.',
  );

export const createRecovery = (deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'signatures'>) => {
  const { store, clock, random, signatures } = deps;
  const register = createMemberRegister(deps);

  /** Consumes the challenge and locks its vault. Returns the vault if the signature is by its recovery key. */
  const proved = async (
    tx: StoreTransaction,
    { challenge, signKey, signature }: RecoverLook | RecoverAnswer,
    message: Uint8Array,
  ): Answer<{ readonly vault: VaultRow; readonly expiresAt: number }> => {
    const taken = await tx.takeChallenge(challenge);
    if (taken === null || clock.nowMs() > taken.expiresAt) return failed();
    const vault = await tx.lockVault(taken.vault);
    if (vault === null || vault.recoverySignKey !== signKey) return failed();
    return signatures.isValid({ signKey, message, signature })
      ? ok({ vault, expiresAt: taken.expiresAt })
      : failed();
  };

  const shown = async (tx: StoreTransaction, vault: VaultRow): Promise<RecoverResponse> => ({
    info: await vaultInfo(tx, vault, clock.nowMs()),
    keys: [...(await tx.sealedKeys(vault.id, RECOVERY))],
    members: [...(await tx.members(vault.id))],
    serverTime: clock.nowMs(),
  });

  return {
    /** Returns a challenge for an unknown key too, but does not store it. So nobody can find out which keys exist. */
    challenge: (signKey: string) =>
      transacting(store, async (tx) => {
        const nowMs = clock.nowMs();
        await tx.eraseChallenges(nowMs);
        const challenge = toHex(random.bytes(CHALLENGE_BYTES));
        const expiresAt = nowMs + LIMITS.recoverChallengeMsMax;
        const vault = await tx.vaultByRecoveryKey(signKey);
        if (vault !== null) await tx.insertChallenge({ challenge, vault: vault.id, expiresAt });
        return ok({ challenge, expiresAt, serverTime: nowMs });
      }),

    /** Shows the vault without adding a device. Stores the consumed challenge again, so it stays valid for the answer. */
    look: (request: RecoverLook): Answer<RecoverResponse> =>
      transacting<RecoverResponse>(store, async (tx) => {
        const { challenge } = request;
        const proof = await proved(tx, request, recoverLookTranscript(challenge));
        if (!proof.ok) return proof;
        const { vault, expiresAt } = proof.value;
        await tx.insertChallenge({ challenge, vault: vault.id, expiresAt });
        return ok(await shown(tx, vault));
      }),

    answer: (request: RecoverAnswer): Answer<RecoverResponse> =>
      transacting<RecoverResponse>(store, async (tx) => {
        const { challenge, device, entry, keys } = request;
        const proof = await proved(tx, request, recoverTranscript(challenge, device));
        if (!proof.ok) return proof;
        const { vault } = proof.value;
        if (!isAdding(entry, device))
          return problem('malformed', 'The entry has to add the device that recovers.');
        const added = await register.append(tx, vault, { entries: [entry], keys }, clock.nowMs());
        return added.ok ? ok(await shown(tx, added.value.vault)) : added;
      }),
  };
};
