/**
 * The member list on the server. Stores and relays entries that devices have signed. Refuses entries out of order or without a valid
 * signature. Adds and revokes devices by these entries. The server cannot make an entry, and devices verify all entries again. [SY-S6]
 */
import {
  type CreateVaultRequest,
  type DeviceId,
  exhaustive,
  extendMembers,
  type Generation,
  hlcMs,
  keyRecipients,
  liveMembers,
  type MemberEntry,
  type MemberFault,
  type MemberList,
  type MembersRequest,
  type NewDevice,
  neededKeys,
  ok,
  presentKg,
  type Result,
  readMembers,
  type SealedKey,
} from '@cairn/schema';
import { isTombstone } from '../log/register.ts';
import type { StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { newMark } from './epochs.ts';
import { sha256Hex } from './hashing.ts';
import { checkAdmission, deviceRow, takenToken } from './members.ts';
import { type Problem, problem } from './problem.ts';

const conflict = () =>
  problem('members_conflict', 'The member list has changed meanwhile. Fetch the keyring and sign again.');

const onFault = (fault: MemberFault) =>
  fault === 'order' ? conflict() : problem('malformed', `The entry of the member list is refused: ${fault}.`);

export const createMemberRegister = ({ signatures, random }: Pick<ServiceDeps, 'signatures' | 'random'>) => {
  const checks = { hashOf: sha256Hex, isSigned: signatures.isValid };
  /** Stored entries were verified when they arrived. */
  const trusting = { hashOf: sha256Hex, isSigned: () => true };

  const extended = (
    vault: VaultRow,
    stored: readonly MemberEntry[],
    entries: readonly MemberEntry[],
  ): Result<{ readonly list: MemberList; readonly fresh: readonly MemberEntry[] }, Problem> => {
    const present = readMembers(vault.id, stored, trusting);
    if (!present.ok) throw new Error(`the stored member list of ${vault.id} is broken: ${present.error}`);
    let list = present.value;
    const fresh: MemberEntry[] = [];
    for (const entry of entries) {
      const known = stored[entry.n - 1];
      if (known !== undefined && known.signature === entry.signature && known.prev === entry.prev) continue;
      const longer = extendMembers(vault.id, list, entry, checks);
      if (!longer.ok) return onFault(longer.error);
      list = longer.value;
      fresh.push(entry);
    }
    return ok({ list, fresh });
  };

  return {
    /**
     * Appends entries. Idempotent, because it skips entries that already exist. The caller holds the vault's lock. The keys must include
     * all that the entries need, and may be sealed to members only. A new entry is a commit like a push, so devices also notice a server
     * that lost only the entry. [SY-E1]
     */
    append: async (
      tx: StoreTransaction,
      vault: VaultRow,
      { entries, keys }: MembersRequest,
      nowMs: number,
    ): Promise<Result<{ readonly vault: VaultRow; readonly revoked: readonly DeviceId[] }, Problem>> => {
      const read = extended(vault, await tx.members(vault.id), entries);
      if (!read.ok) return read;
      const { list, fresh } = read.value;
      // A refusal commits earlier writes, so everything is checked before anything is written.
      const tokens = new Set<string>();
      for (const { fact } of fresh) {
        if (fact.kind !== 'add') continue;
        const admission = await checkAdmission(tx, vault.id, fact.device);
        if (!admission.ok) return admission;
        if (tokens.has(fact.device.tokenHash)) return takenToken();
        tokens.add(fact.device.tokenHash);
      }
      const shut = await shutOutOf(tx, vault.id);
      const again = new Set(entries.flatMap(({ fact }) => (fact.kind === 'add' ? [fact.device.id] : [])));
      const keyed =
        fresh.length === 0 ? ok(keysOf(list, again, keys, shut)) : checkKeys(list, fresh, keys, shut);
      if (!keyed.ok) return keyed;
      for (const entry of fresh) await applyEntry(tx, vault, entry, nowMs);
      if (keyed.value.length > 0) await tx.writeSealedKeys(vault.id, keyed.value);
      if (fresh.length === 0) return ok({ vault, revoked: [] });
      const counts = await eraseLate(tx, vault, fresh);
      const after = { ...vault, ...counts, kg: presentKg(list), anchor: newMark(random) };
      await tx.updateVault(vault.id, after);
      await tx.insertAnchor(vault.id, vault.epoch, { seq: vault.head, mark: after.anchor }, nowMs);
      return ok({ vault: after, revoked: fresh.flatMap(revokedBy) });
    },
    /** Returns whether the first entry matches the request and is signed by the recovery key. */
    isFounding: ({ vault, entry, kind, device, generation, recovery }: CreateVaultRequest): boolean => {
      const read = readMembers(vault, [entry], checks);
      if (!read.ok || entry.fact.kind !== 'found') return false;
      return isSame(
        [entry.fact.vaultKind, entry.fact.device, entry.fact.generation, entry.fact.recovery],
        [kind, device, generation, recovery],
      );
    },
  };
};

export const isAdding = ({ fact }: MemberEntry, device: NewDevice): boolean =>
  fact.kind === 'add' && isSame(fact.device, device);

/** One schema parsed both and ordered the fields, so equal JSON means equal entries. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const revokedBy = ({ fact }: MemberEntry): readonly DeviceId[] =>
  fact.kind === 'revoke' ? [fact.device] : [];

const applyEntry = async (tx: StoreTransaction, vault: VaultRow, entry: MemberEntry, nowMs: number) => {
  await tx.insertMember(vault.id, entry);
  const { fact } = entry;
  switch (fact.kind) {
    case 'found':
      return;
    case 'add':
      // A restored server may know the device but not its entry.
      if ((await tx.device(vault.id, fact.device.id)) === null)
        await tx.insertDevice(deviceRow(vault.id, fact.device, nowMs));
      return;
    case 'revoke':
      return shutOut(tx, vault, fact.device, nowMs);
    case 'generation':
      await tx.endGeneration(vault.id, fact.generation.kg - 1, endOf(fact.generation, nowMs));
      await tx.insertGeneration(vault.id, { ...fact.generation, endedAt: null });
      return;
    case 'complete':
      return closeBelow(tx, vault, fact.kg);
    default:
      exhaustive(fact);
  }
};

/** Returns when the previous generation ended. A restored server may receive the new one late. [TR-4] */
const endOf = ({ since }: Generation, nowMs: number): number =>
  since === undefined ? nowMs : Math.min(nowMs, hlcMs(since));

/** Erases registers that a restored server received late. No device accepts them, and their author seals them again. [TR-4] */
const eraseLate = async (
  tx: StoreTransaction,
  { id, registers, tombstones }: VaultRow,
  fresh: readonly MemberEntry[],
): Promise<Pick<VaultRow, 'registers' | 'tombstones'>> => {
  const erased: { readonly facet: string }[] = [];
  for (const { fact } of fresh)
    if (fact.kind === 'generation' && fact.generation.since !== undefined)
      erased.push(...(await tx.eraseLate(id, { below: fact.generation.kg, since: fact.generation.since })));
  return { registers: registers - erased.length, tombstones: tombstones - erased.filter(isTombstone).length };
};

/** An end before every stamp. Nothing is accepted under such a generation, not even backdated items. [TR-4] */
const CLOSED_AT = 0;

const closeBelow = async (tx: StoreTransaction, { id }: VaultRow, complete: number): Promise<void> => {
  for (const { kg } of await tx.generations(id)) if (kg < complete) await tx.endGeneration(id, kg, CLOSED_AT);
};

/** Revokes the token at once, and removes what was sealed to the device and its invitations. */
export const shutOut = async (
  tx: StoreTransaction,
  { id: vault }: Pick<VaultRow, 'id'>,
  device: DeviceId,
  nowMs: number,
): Promise<void> => {
  const row = await tx.device(vault, device);
  if (row !== null && row.revokedAt === null) await tx.revokeDevice(vault, device, nowMs);
  await tx.eraseSealedKeys(vault, device);
  await tx.erasePairings({ vault, inviter: device, newest: 0 });
};

/** Returns the revoked devices. They include members that only the operator has shut out. */
const shutOutOf = async (tx: StoreTransaction, vault: VaultRow['id']): Promise<ReadonlySet<string>> =>
  new Set((await tx.devices(vault)).filter((row) => row.revokedAt !== null).map((row) => row.id));

/** Returns the keys for devices that were already added. These devices may have missed the answer. [SY-A1] */
const keysOf = (
  list: MemberList,
  again: ReadonlySet<string>,
  keys: readonly SealedKey[],
  shut: ReadonlySet<string>,
): readonly SealedKey[] => {
  const live = new Set<string>(liveMembers(list).map(({ id }) => id));
  return keys.filter(
    ({ kg, recipient }) =>
      again.has(recipient) &&
      live.has(recipient) &&
      !shut.has(recipient) &&
      list.generations.some((one) => one.kg === kg),
  );
};

/**
 * Returns the keys to store. A member without a generation's key could not read that generation. Only members may get keys.
 * [SY-S4, SY-S6]
 */
const checkKeys = (
  list: MemberList,
  fresh: readonly MemberEntry[],
  keys: readonly SealedKey[],
  shut: ReadonlySet<string>,
): Result<readonly SealedKey[], Problem> => {
  const kgs = new Set(list.generations.map(({ kg }) => kg));
  const allowed = new Set(keyRecipients(list).map(({ recipient }) => recipient));
  if (keys.some(({ kg, recipient }) => !kgs.has(kg) || !allowed.has(recipient)))
    return problem(
      'malformed',
      'Keys may be sealed only to members, and only for generations of this vault.',
    );
  const given = new Set(keys.map(({ kg, recipient }) => `${kg} ${recipient}`));
  const lacks = neededKeys(list, fresh).some(
    ({ kg, recipient }) => !shut.has(recipient) && !given.has(`${kg} ${recipient}`),
  );
  return lacks
    ? problem(
        'key_generation_conflict',
        'Keys of every generation are needed. Fetch the keyring and seal again.',
      )
    : ok(keys.filter(({ recipient }) => !shut.has(recipient)));
};
