/** `POST /v1/recover`: the recovery key proves itself by signing a challenge together with the new device. [SY-S3] */
import {
  LIMITS,
  type NewDevice,
  ok,
  type RecoverRequest,
  type RecoverResponse,
  recoverTranscript,
} from '@cairn/schema';
import type { Clock, Random } from '../ports/clock.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { toHex } from './hashing.ts';
import { admit, RECOVERY, vaultInfo } from './members.ts';
import { type Answer, problem, settled } from './problem.ts';

interface RecoveryDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly signatures: Signatures;
}

export interface RecoverChallenge {
  readonly challenge: string;
  readonly expiresAt: number;
  readonly serverTime: number;
}

type RecoverAnswer = Extract<RecoverRequest, { step: 'answer' }>;

const CHALLENGE_BYTES = 32;

const failed = () =>
  problem(
    'challenge_failed',
    'The recovery words are not those of a vault here, or the challenge has expired.',
  );

export const createRecovery = ({ store, clock, random, signatures }: RecoveryDeps) => ({
  /** An unknown key is given a challenge too, which nothing answers, so that nobody can ask which keys exist. */
  challenge: async (signKey: string): Answer<RecoverChallenge> =>
    settled<RecoverChallenge>(
      await store.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        await tx.eraseChallenges(nowMs);
        const challenge = toHex(random.bytes(CHALLENGE_BYTES));
        const expiresAt = nowMs + LIMITS.recoverChallengeMsMax;
        const vault = await tx.vaultByRecoveryKey(signKey);
        if (vault !== null) await tx.insertChallenge({ challenge, vault: vault.id, expiresAt });
        return ok({ challenge, expiresAt, serverTime: nowMs });
      }),
    ),

  answer: async (request: RecoverAnswer): Answer<RecoverResponse> =>
    settled<RecoverResponse>(
      await store.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        const taken = await tx.takeChallenge(request.challenge);
        if (taken === null || nowMs > taken.expiresAt) return failed();
        const vault = await tx.lockVault(taken.vault);
        if (vault === null || vault.recoverySignKey !== request.signKey) return failed();
        if (!signatures.isValid(proofOf(request, request.device))) return failed();
        const admitted = await admit(tx, vault.id, request.device, nowMs);
        if (!admitted.ok) return admitted;
        const keys = [...(await tx.sealedKeys(vault.id, RECOVERY))];
        return ok({ info: await vaultInfo(tx, vault, nowMs), keys, serverTime: nowMs });
      }),
    ),
});

const proofOf = (request: RecoverAnswer, device: NewDevice) => ({
  signKey: request.signKey,
  message: recoverTranscript(request.challenge, device),
  signature: request.signature,
});
