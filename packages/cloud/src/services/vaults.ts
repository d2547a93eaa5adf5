/** `POST /v1/vaults`, and the setup token, which opens the first vault on a server without accounts. [SY-A4, SY-S1, SY-S3] */
import { type CreateVaultRequest, FIRST_KG, ok, RECOVERY, type Result, type VaultInfo } from '@cairn/schema';
import type { AccountSessions } from '../ports/account-sessions.ts';
import type { Registration, StoreFailure, StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { newEpoch, newMark } from './epochs.ts';
import { sha256Hex, toHex } from './hashing.ts';
import { createMemberRegister } from './member-list.ts';
import { deviceRow, vaultInfo } from './members.ts';
import { type Answer, type Problem, problem, transacting } from './problem.ts';
import { isSameHash } from './session.ts';
import { createVaultOpener, isOpenedBy, type VaultOpener } from './vault-opener.ts';

interface VaultDeps extends Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'signatures'> {
  /** Applies unless an operator has set another value, which the store keeps. */
  readonly registration: Registration;
  /** Sessions of Supabase. Without them only the setup token opens a vault. */
  readonly sessions?: AccountSessions | undefined;
}

const SETUP_TOKEN_BYTES = 32;

const checkShape = ({ kind, device, generation, keys }: CreateVaultRequest): Result<null, Problem> => {
  if (generation.kg !== FIRST_KG[kind]) {
    return problem('malformed', `The first generation of a ${kind} vault is ${FIRST_KG[kind]}.`);
  }
  const recipients = new Set(keys.map((key) => key.recipient));
  const complete = recipients.size === 2 && recipients.has(device.id) && recipients.has(RECOVERY);
  return complete && keys.every((key) => key.kg === generation.kg)
    ? ok(null)
    : problem(
        'malformed',
        'The keys have to be sealed to the first device and to recovery, and to nobody else.',
      );
};

export const createVaults = (deps: VaultDeps) => {
  const { store, clock, random, registration, sessions } = deps;
  const register = createMemberRegister(deps);
  const { openerOf, admit } = createVaultOpener({ clock, registration, sessions: sessions ?? null });
  /** Answers a repeated creation, whose first answer may be lost. Its id, first device, recovery key and opener must match. */
  const repeated = async (
    tx: StoreTransaction,
    vault: VaultRow,
    request: CreateVaultRequest,
    opener: VaultOpener,
  ) => {
    const device = await tx.device(vault.id, request.device.id);
    const same =
      device !== null &&
      isOpenedBy(vault.account, opener) &&
      isSameHash(device.tokenHash, request.device.tokenHash) &&
      vault.recoverySignKey === request.recovery.signKey;
    return same
      ? ok(await vaultInfo(tx, vault, clock.nowMs()))
      : problem('conflict', 'Another vault has this id. Make a new one.');
  };

  const insert = async (tx: StoreTransaction, request: CreateVaultRequest, opener: VaultOpener) => {
    const nowMs = clock.nowMs();
    const vault: VaultRow = {
      id: request.vault,
      account: opener.kind === 'account' ? opener.id : null,
      kind: request.kind,
      epoch: newEpoch(random),
      head: 0,
      anchor: newMark(random),
      kg: request.generation.kg,
      registers: 0,
      tombstones: 0,
      anchorFloor: 0,
      registersMax: null,
      recoveryBoxKey: request.recovery.boxKey,
      recoverySignKey: request.recovery.signKey,
      createdAt: nowMs,
      movingTo: null,
    };
    await tx.insertVault(vault);
    await tx.insertAnchor(vault.id, vault.epoch, { seq: 0, mark: vault.anchor }, nowMs);
    await tx.insertGeneration(vault.id, { ...request.generation, endedAt: null });
    await tx.insertDevice(deviceRow(vault.id, request.device, nowMs));
    await tx.insertMember(vault.id, request.entry);
    await tx.writeSealedKeys(vault.id, request.keys);
    return ok(await vaultInfo(tx, vault, nowMs));
  };

  return {
    /** `bearer`: the setup token or a session, as in the header. */
    createVault: async (bearer: string | null, request: CreateVaultRequest): Answer<VaultInfo> => {
      const shape = checkShape(request);
      if (!shape.ok) return shape;
      if (!register.isFounding(request))
        return problem(
          'malformed',
          'The first entry of the member list has to say the same, signed by the recovery key.',
        );
      const found = await openerOf(bearer);
      if (!found.ok) return found;
      const opener = found.value;
      return transacting<VaultInfo>(store, async (tx) => {
        const admitted = await admit(tx, opener);
        const present = await tx.vault(request.vault);
        if (present !== null) return repeated(tx, present, request, opener);
        if (!admitted.ok) return admitted;
        if ((await tx.deviceByTokenHash(request.device.tokenHash)) !== null) {
          return problem('conflict', 'Another device has this token. Make a new one.');
        }
        if ((await tx.vaultByRecoveryKey(request.recovery.signKey)) !== null) {
          return problem('conflict', 'Another vault has this recovery key. Make a new one.');
        }
        return insert(tx, request, opener);
      });
    },

    /**
     * Ensures that there is a setup token while there is no vault. `given` replaces the stored one. Returns the token only if it was
     * made now, because only its SHA-256 is stored. If sessions open vaults, none is made.
     */
    ensureSetupToken: async (given: string | null): Promise<Result<string | null, StoreFailure>> =>
      store.transaction(async (tx) => {
        const server = await tx.lockServer();
        if (server.hasVaults) return null;
        if (given !== null) {
          await tx.updateServer({ setupTokenHash: sha256Hex(given) });
          return null;
        }
        if (server.setupTokenHash !== null || sessions !== undefined) return null;
        const made = toHex(random.bytes(SETUP_TOKEN_BYTES));
        await tx.updateServer({ setupTokenHash: sha256Hex(made) });
        return made;
      }),
  };
};
