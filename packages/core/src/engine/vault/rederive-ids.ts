/** Derives ids again when a store enters a vault with another salt, because derived ids depend on the salt. [SY-D2] */
import { type BodyValue, type EntityId, entityKind, isDerivedId, type Register } from '@cairn/schema';
import { deriveImportedId, deriveKeyedId, deriveProfileId, goneHashOf } from '../../memory/content-hash.ts';
import type { RemovedMemory, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import { allCopies } from '../../removed/end-removed.engine.ts';
import { allRegisters } from '../../sync/sync-session.engine.ts';
import { planWrite } from '../write/write-registers.ts';

interface Renaming {
  readonly from: EntityId;
  readonly to: EntityId;
}

const PAGE = 2_000;

export const rederiveIds = async (tx: StoreTransaction, salt: string, nowMs: number): Promise<void> => {
  const { free, merging, nameless } = planRenamings(await derivedRegisters(tx), salt);
  // The hashes of forgotten texts stay, so the texts stay forgotten on this device.
  if (nameless.length > 0) await tx.apply({ eraseRegisters: await tx.registersOf(nameless) });
  if (free.length > 0) await tx.rename(free);
  for (const { from, to } of merging) {
    const registers = await tx.registersOf([from]);
    await tx.apply({ eraseRegisters: registers, eraseMemories: [from], unforgotten: [from] });
    const renamed = registers.map((register): StoredRegister => ({ ...register, entity: to, seq: null }));
    await tx.apply(await planWrite(tx, renamed, { origin: 'local', nowMs, inVault: false }));
  }
  await rehashForgotten(tx, salt);
  await renameRemoved(tx, salt);
};

/** Renames copies of forgotten memories. Of two copies with one name the newer one stays. [M-16] */
const renameRemoved = async (tx: StoreTransaction, salt: string): Promise<void> => {
  const copies = new Map<EntityId, RemovedMemory>();
  const removedErase: EntityId[] = [];
  for (const copy of await allCopies(tx)) {
    const { entity, body: value } = copy;
    const to = isDerivedId(entity) ? (derivedBodyId(entity, value, salt) ?? entity) : entity;
    if (to !== entity) removedErase.push(entity);
    if ((copies.get(to)?.at ?? -1) < copy.at) copies.set(to, { ...copy, entity: to });
  }
  if (removedErase.length > 0) await tx.apply({ removedErase, removedAdd: [...copies.values()] });
};

/** Hashes forgotten texts with the new salt, so that all devices of the vault recognise them. [SY-M8] */
const rehashForgotten = async (tx: StoreTransaction, salt: string): Promise<void> => {
  const forgotten = (await tx.forgottenHere()).map((words) => ({
    ...words,
    hash: words.contentHash === null ? words.hash : goneHashOf(salt, words.contentHash),
  }));
  const hashes = new Map(forgotten.map(({ entity, hash }) => [entity, hash]));
  const registers = (await tx.registersOf([...hashes.keys()])).flatMap((register) =>
    register.facet === 'gone'
      ? [{ ...register, value: { hash: hashes.get(register.entity) ?? register.value.hash } }]
      : [],
  );
  await tx.apply({ registers, forgotten });
};

/** Returns, for every entity with a derived id, the register that the id is derived from, or null. */
const derivedRegisters = async (tx: StoreTransaction): Promise<ReadonlyMap<EntityId, Register | null>> => {
  const names = new Map<EntityId, Register | null>();
  for await (const page of allRegisters(tx, PAGE))
    for (const register of page)
      if (isDerivedId(register.entity) && (isNaming(register) || !names.has(register.entity)))
        names.set(register.entity, isNaming(register) ? register : null);
  return names;
};

const isNaming = ({ entity, facet }: Register): boolean =>
  facet === 'body' || (entityKind(entity) === 'profile' && facet !== 'gone');

const planRenamings = (names: ReadonlyMap<EntityId, Register | null>, salt: string) => {
  const free: Renaming[] = [];
  /** Pairs of ids that become one. That happens only if a newer program normalises names differently. */
  const merging: Renaming[] = [];
  /** Entities without a body. The name to derive the new id from is unknown, and no other device knows the id. */
  const nameless: EntityId[] = [];
  const taken = new Set<EntityId>();
  for (const [from, naming] of names) {
    const to = naming === null ? null : derivedIdOf(naming, salt);
    if (to === null) nameless.push(from);
    else if (taken.has(to) || (to !== from && names.has(to))) merging.push({ from, to });
    else {
      taken.add(to);
      if (to !== from) free.push({ from, to });
    }
  }
  return { free, merging, nameless };
};

const derivedIdOf = (naming: Register, salt: string): EntityId | null => {
  if (naming.facet !== 'body') return 'of' in naming.value ? deriveProfileId(salt, naming.value.of) : null;
  return derivedBodyId(naming.entity, naming.value, salt);
};

const derivedBodyId = (entity: EntityId, body: BodyValue, salt: string): EntityId | null => {
  const { content, project, namespace, key } = body;
  if (entityKind(entity) === 'memory') return deriveImportedId(salt, { content, project, namespace });
  return namespace === null || key === null ? null : deriveKeyedId(salt, { namespace, project, key });
};
