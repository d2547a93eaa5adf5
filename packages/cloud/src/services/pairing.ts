/**
 * Invitations. The server relays between inviter and claimant, and can impersonate neither: a code that it never sees authenticates the
 * messages. [SY-A1]
 */
import {
  type ApproveRequest,
  type ClaimRequest,
  type ClaimResponse,
  LIMITS,
  ok,
  type PairingState,
  type Result,
} from '@cairn/schema';
import type { PairingRow, StoreReads, StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { createMemberRegister, isAdding } from './member-list.ts';
import { vaultInfo } from './members.ts';
import { type Answer, type Problem, problem, reading, transacting } from './problem.ts';
import { isSameHash, type Session } from './session.ts';

/** How long an expired invitation can still be found, so that a latecomer gets "expired" instead of "unknown". */
const KEPT_MS = 24 * 3_600_000;

const unknown = () =>
  problem('invitation_unknown', 'No invitation has this code. Make one with `cairn invite`.');
const refused = (detail: string) => problem('invitation_refused', detail);

const isSameClaim = (a: ClaimRequest, b: ClaimRequest): boolean =>
  isSameHash(a.mac, b.mac) &&
  isSameDevice(a, b) &&
  a.device.name === b.device.name &&
  a.device.tokenHash === b.device.tokenHash;

/** The first claimant may repeat the claim, also with another name. Nobody takes its place before the inviter has answered. */
const isSameDevice = (a: ClaimRequest, b: ClaimRequest): boolean =>
  a.device.id === b.device.id && a.device.boxKey === b.device.boxKey && a.device.signKey === b.device.signKey;

/** The outcome of a claim. `wake`: the invitation whose device must be told. */
type Claimed = { readonly response: ClaimResponse; readonly wake: PairingRow | null };

const stateOf = (row: PairingRow, nowMs: number): PairingState => ({
  id: row.id,
  expiresAt: row.expiresAt,
  triesLeft: row.triesLeft,
  claim: row.approvedMac === null ? row.claim : null,
  approved: row.approvedMac !== null,
  serverTime: nowMs,
});

export const createPairing = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'hints' | 'signatures'>,
) => {
  const { store, clock, hints } = deps;
  const register = createMemberRegister(deps);
  const approvedFor = async (
    reads: StoreReads,
    row: PairingRow,
    vault: VaultRow,
    claim: ClaimRequest,
  ): Promise<Result<Claimed, Problem> | null> => {
    if (row.approvedMac === null || row.claim === null) return null;
    if (!isSameClaim(row.claim, claim))
      return refused('This code was used by another device. Make a new one.');
    const device = await reads.device(vault.id, claim.device.id);
    if (device === null || device.revokedAt !== null) return refused('This device was revoked.');
    const response: ClaimResponse = {
      state: 'approved',
      keys: [...(await reads.sealedKeys(vault.id, claim.device.id))],
      members: [...(await reads.members(vault.id))],
      mac: row.approvedMac,
      info: await vaultInfo(reads, vault, clock.nowMs()),
      serverTime: clock.nowMs(),
    };
    return ok({ response, wake: null });
  };

  const claimInside = async (tx: StoreTransaction, id: string, claim: ClaimRequest): Answer<Claimed> => {
    const found = await tx.pairing(id);
    const vault = found === null ? null : await tx.lockVault(found.vault);
    const row = vault === null ? null : await tx.pairing(id);
    if (vault === null || row === null) return unknown();
    const approved = await approvedFor(tx, row, vault, claim);
    if (approved !== null) return approved;
    if (row.triesLeft <= 0)
      return refused('This code was tried too often. Make a new one with `cairn invite`.');
    if (row.refused.some((mac) => isSameHash(mac, claim.mac))) {
      return refused('The inviting device refused: the code is wrong.');
    }
    if (clock.nowMs() > row.expiresAt) {
      return problem('invitation_expired', 'This code has expired. Make a new one with `cairn invite`.');
    }
    if (row.claim !== null && !isSameDevice(row.claim, claim))
      return refused('Another device has claimed this code and waits. Make a new one with `cairn invite`.');
    const inviter = await tx.device(vault.id, row.inviter);
    if (row.claim === null || !isSameClaim(row.claim, claim)) await tx.writePairing({ ...row, claim });
    const response: ClaimResponse = {
      state: 'waiting',
      inviter: inviter?.name ?? '',
      expiresAt: row.expiresAt,
      serverTime: clock.nowMs(),
    };
    return ok({ response, wake: row });
  };

  /** Returns the inviter's own invitation. Call it under the vault's lock. */
  const own = async (reads: StoreReads, session: Session, id: string): Promise<PairingRow | null> => {
    const row = await reads.pairing(id);
    return row !== null && row.vault === session.vault && row.inviter === session.device ? row : null;
  };

  const approve = async (
    tx: StoreTransaction,
    vault: VaultRow,
    row: PairingRow,
    claim: ClaimRequest,
    request: Extract<ApproveRequest, { kind: 'approve' }>,
  ) => {
    if (clock.nowMs() > row.expiresAt) return problem('invitation_expired', 'The invitation has expired.');
    if (row.triesLeft <= 0) return refused('The invitation has no tries left.');
    const { entry, keys } = request;
    if (!isAdding(entry, claim.device))
      return problem('malformed', 'The entry has to add the device that claims.');
    const added = await register.append(tx, vault, { entries: [entry], keys }, clock.nowMs());
    if (!added.ok) return added;
    const after = { ...row, approvedMac: request.mac };
    await tx.writePairing(after);
    return ok(stateOf(after, clock.nowMs()));
  };

  const reject = async (tx: StoreTransaction, row: PairingRow, claim: ClaimRequest) => {
    const after = {
      ...row,
      claim: null,
      triesLeft: Math.max(row.triesLeft - 1, 0),
      refused: [...row.refused, claim.mac],
    };
    await tx.writePairing(after);
    return ok(stateOf(after, clock.nowMs()));
  };

  return {
    /** Repeating it with the same id returns the same invitation. */
    invite: (session: Session, id: string): Answer<{ id: string; expiresAt: number; serverTime: number }> =>
      transacting(store, async (tx) => {
        const nowMs = clock.nowMs();
        if ((await tx.lockVault(session.vault)) === null) return unknown();
        await tx.erasePairings({ expiredBefore: nowMs - KEPT_MS });
        const present = await tx.pairing(id);
        if (present !== null) {
          const mine = present.vault === session.vault && present.inviter === session.device;
          return mine
            ? ok({ id, expiresAt: present.expiresAt, serverTime: nowMs })
            : problem('conflict', 'Another invitation has this id. Make a new code.');
        }
        const { vault, device: inviter } = session;
        await tx.erasePairings({ vault, inviter, newest: LIMITS.pairingsPerDeviceMax - 1 });
        const expiresAt = nowMs + LIMITS.pairingMsMax;
        await tx.writePairing({
          id,
          vault,
          inviter,
          expiresAt,
          triesLeft: LIMITS.pairingTriesMax,
          claim: null,
          refused: [],
          approvedMac: null,
        });
        return ok({ id, expiresAt, serverTime: nowMs });
      }),

    /** Needs no token: anyone who knows the id may claim. The first claim stands until the inviter has answered it. */
    claim: async (id: string, request: ClaimRequest): Answer<ClaimResponse> => {
      const answer = await transacting(store, (tx) => claimInside(tx, id, request));
      if (!answer.ok) return answer;
      const { response, wake } = answer.value;
      if (wake !== null) {
        hints.publish(wake.vault, { kind: 'pairing', id }, { kind: 'only', device: wake.inviter });
      }
      return ok(response);
    },

    pairingState: (session: Session, id: string): Answer<PairingState> =>
      reading<PairingState>(store, async (reads) => {
        const row = await own(reads, session, id);
        return row === null ? unknown() : ok(stateOf(row, clock.nowMs()));
      }),

    answerClaim: (session: Session, id: string, request: ApproveRequest): Answer<PairingState> =>
      transacting<PairingState>(store, async (tx) => {
        const vault = await tx.lockVault(session.vault);
        const row = vault === null ? null : await own(tx, session, id);
        if (vault === null || row === null) return unknown();
        if (row.claim?.device.id !== request.device) {
          return problem('conflict', 'Another claim or no claim waits now. Check again.');
        }
        if (row.approvedMac !== null) return ok(stateOf(row, clock.nowMs()));
        return request.kind === 'reject'
          ? reject(tx, row, row.claim)
          : approve(tx, vault, row, row.claim, request);
      }),
  };
};
