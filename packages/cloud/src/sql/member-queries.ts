/** Queries of devices, key generations, the member list, invitations and challenges. */
import type { DeviceId, VaultId } from '@cairn/schema';
import { challenges, devices, generations, members, pairings, sealedKeys } from '@cairn/schema/cloud-tables';
import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { StoreReads, StoreTransaction } from '../ports/sync-store.ts';
import type { SqlSession } from './database.ts';
import { db, read, readOne, write } from './queries.ts';

const GENERATION = { kg: generations.kg, verifier: generations.verifier, endedAt: generations.endedAt };
const SEALED = { kg: sealedKeys.kg, recipient: sealedKeys.recipient, sealed: sealedKeys.sealed };
const ofDevice = (vault: VaultId, id: DeviceId) => and(eq(devices.vault, vault), eq(devices.id, id));

export const memberReads = (session: SqlSession) =>
  ({
    devices: (vault) => {
      const all = db.select().from(devices).where(eq(devices.vault, vault));
      return read(session, all.orderBy(devices.createdAt, devices.id));
    },
    device: (vault, id) => readOne(session, db.select().from(devices).where(ofDevice(vault, id))),
    generations: (vault) => {
      const all = db.select(GENERATION).from(generations).where(eq(generations.vault, vault));
      return read(session, all.orderBy(generations.kg));
    },
    sealedKeys: (vault, recipient) => {
      const own = and(eq(sealedKeys.vault, vault), eq(sealedKeys.recipient, recipient));
      return read(session, db.select(SEALED).from(sealedKeys).where(own).orderBy(sealedKeys.kg));
    },
    members: async (vault) => {
      const all = db.select({ entry: members.entry }).from(members).where(eq(members.vault, vault));
      return (await read(session, all.orderBy(members.n))).map(({ entry }) => entry);
    },
    pairing: (id) => readOne(session, db.select().from(pairings).where(eq(pairings.id, id))),
  }) satisfies Partial<StoreReads>;

export const memberWrites = (session: SqlSession) =>
  ({
    insertDevice: (row) => write(session, db.insert(devices).values(row)),
    revokeDevice: (vault, id, revokedAt) =>
      write(session, db.update(devices).set({ revokedAt }).where(ofDevice(vault, id))),
    insertGeneration: (vault, generation) =>
      write(session, db.insert(generations).values({ vault, ...generation })),
    endGeneration: (vault, kg, endedAt) => {
      const one = and(eq(generations.vault, vault), eq(generations.kg, kg));
      return write(session, db.update(generations).set({ endedAt }).where(one));
    },
    writeSealedKeys: async (vault, keys) => {
      const target = [sealedKeys.vault, sealedKeys.kg, sealedKeys.recipient];
      const puts = keys.map((key) =>
        db
          .insert(sealedKeys)
          .values({ vault, ...key })
          .onConflictDoUpdate({ target, set: { sealed: key.sealed } }),
      );
      await Promise.all(puts.map((put) => write(session, put)));
    },
    eraseSealedKeys: (vault, recipient) =>
      write(
        session,
        db.delete(sealedKeys).where(and(eq(sealedKeys.vault, vault), eq(sealedKeys.recipient, recipient))),
      ),
    insertMember: (vault, entry) => write(session, db.insert(members).values({ vault, n: entry.n, entry })),
    writePairing: (row) => {
      const { expiresAt, triesLeft, claim, refused, approvedMac } = row;
      const set = { expiresAt, triesLeft, claim, refused, approvedMac };
      return write(session, db.insert(pairings).values(row).onConflictDoUpdate({ target: pairings.id, set }));
    },
    erasePairings: (which) => {
      if ('expiredBefore' in which)
        return write(session, db.delete(pairings).where(lt(pairings.expiresAt, which.expiredBefore)));
      const own = and(eq(pairings.vault, which.vault), eq(pairings.inviter, which.inviter));
      const ids = db.select({ id: pairings.id }).from(pairings).where(own);
      const staying = ids.orderBy(desc(pairings.expiresAt), pairings.id).limit(which.newest);
      return write(session, db.delete(pairings).where(and(own, notInArray(pairings.id, staying))));
    },
    insertChallenge: (row) => write(session, db.insert(challenges).values(row)),
    takeChallenge: (challenge) =>
      readOne(session, db.delete(challenges).where(eq(challenges.challenge, challenge)).returning()),
    eraseChallenges: (expiredBefore) =>
      write(session, db.delete(challenges).where(lt(challenges.expiresAt, expiredBefore))),
  }) satisfies Partial<StoreTransaction>;
