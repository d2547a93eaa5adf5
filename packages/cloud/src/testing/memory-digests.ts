/** Digests of the in-memory store. [SY-E5] */
import { createHash } from 'node:crypto';
import { DIGEST_CHARS, digestLine, isNameBefore, type VaultId } from '@cairn/schema';
import { payloadBytes } from '../log/cursor.ts';
import { isTombstone, type LogRegister, registerKey } from '../log/register.ts';
import type { DigestRange, DigestState, StoreReads, VaultRow } from '../ports/sync-store.ts';

interface DigestTables {
  readonly vaults: ReadonlyMap<string, VaultRow>;
  readonly registers: ReadonlyMap<string, ReadonlyMap<string, LogRegister>>;
}

const countedRows = (tables: DigestTables, vault: VaultId, above: number): readonly LogRegister[] =>
  [...(tables.registers.get(vault)?.values() ?? [])]
    .filter((row) => !isTombstone(row) || row.seq > above)
    .sort((a, b) => (isNameBefore(a, b) ? -1 : 1));

const digestRange = (rows: readonly LogRegister[]): DigestRange => {
  const digest = createHash('sha256').update(rows.map(digestLine).join('')).digest('hex');
  return { from: rows[0]?.entity ?? '', count: rows.length, digest: digest.slice(0, DIGEST_CHARS) };
};

export const digestReads = (
  tables: DigestTables,
): Pick<StoreReads, 'digest' | 'digestRows' | 'registersByName'> => {
  const stateOf = (vault: VaultId, above: number): DigestState | null => {
    const row = tables.vaults.get(vault);
    return row === undefined ? null : { epoch: row.epoch, head: row.head, above };
  };
  return {
    digest: async (vault, above, entitiesPerRange) => {
      const state = stateOf(vault, above);
      if (state === null) return null;
      const rows = countedRows(tables, vault, state.above);
      const rank = new Map([...new Set(rows.map((row) => row.entity))].map((entity, at) => [entity, at]));
      const ranges = Map.groupBy(rows, (row) => Math.floor((rank.get(row.entity) ?? 0) / entitiesPerRange));
      return { state, ranges: [...ranges.values()].map(digestRange) };
    },
    digestRows: async ({ vault, above, after, to, limit }) => {
      const state = stateOf(vault, above);
      if (state === null) return null;
      const rows = countedRows(tables, vault, state.above).filter(
        (row) => isNameBefore(after, row) && (to === null || row.entity < to),
      );
      return { state, rows: rows.slice(0, limit) };
    },
    registersByName: async (vault, names, payloadBytesMax) => {
      const all = tables.registers.get(vault);
      const found = names
        .map((name) => all?.get(registerKey(name)))
        .filter((row) => row !== undefined)
        .sort((a, b) => a.seq - b.seq);
      let before = 0;
      return found.filter((row) => {
        const isIn = before < payloadBytesMax;
        before += payloadBytes(row);
        return isIn;
      });
    },
  };
};
