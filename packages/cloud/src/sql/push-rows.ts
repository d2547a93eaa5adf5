/** Encodes the parameters and decodes the results of a push's statements. */
import * as z from 'zod';
import type { LogRegister } from '../log/register.ts';
import type { PushQuery, PushView, PushWrite } from '../ports/sync-store.ts';
import type { SqlParam, SqlRow } from './database.ts';
import { flag, textOrNull, toDevice, toGeneration, toLastPush, toPresentRegister, toVault } from './rows.ts';

const rowSchema = z.custom<SqlRow>((value) => typeof value === 'object' && value !== null);
const rowsSchema = z.array(rowSchema);

const jsonRow = (row: SqlRow, name: string): SqlRow | null => {
  const json = textOrNull(row, name);
  return json === null ? null : rowSchema.parse(JSON.parse(json));
};
/** `json_agg` returns null if there are no rows. */
const jsonRows = (row: SqlRow, name: string): readonly SqlRow[] => {
  const json = textOrNull(row, name);
  return json === null ? [] : rowsSchema.parse(JSON.parse(json));
};

/** The parameter of `PUSH_VIEWS`. */
export const queriesParam = (queries: readonly PushQuery[]): string =>
  JSON.stringify(
    queries.map(({ vault, device, epoch, anchor, entities }, n) => ({
      n,
      vault,
      device,
      epoch,
      seq: anchor.seq,
      anchor: anchor.mark,
      entities,
    })),
  );

export const toPushView = (row: SqlRow): PushView => {
  const [vault, device, last] = [jsonRow(row, 'vault'), jsonRow(row, 'device'), jsonRow(row, 'last')];
  if (vault === null) throw new Error('a push was shown no vault');
  return {
    vault: toVault(vault),
    device: device === null ? null : toDevice(device),
    last: last === null ? null : toLastPush(last),
    anchorKnown: flag(row, 'anchor_known'),
    generations: jsonRows(row, 'generations').map(toGeneration),
    present: jsonRows(row, 'present').map(toPresentRegister),
  };
};

const toAsked = ({ seen, after, device, push, acked, nowMs }: PushWrite, n: number) => ({
  n,
  vault: seen.id,
  device,
  epoch: seen.epoch,
  kg: seen.kg,
  seen_head: seen.head,
  seen_anchor: seen.anchor,
  seen_registers: seen.registers,
  seen_tombstones: seen.tombstones,
  ...after,
  push_no: push.pushNo,
  sha256: push.sha256,
  outcome: push.outcome,
  acked,
  now_ms: nowMs,
});

/** The parameters of `WRITE_PUSHES`. */
export const writesParams = (writes: readonly PushWrite[]): readonly SqlParam[] => {
  const registers = writes.flatMap(({ inserts, updates }) => [...inserts, ...updates]);
  const pushes = writes.flatMap(({ inserts, updates }, n) => [...inserts, ...updates].map(() => n));
  return [JSON.stringify(writes.map(toAsked)), ...registerParams(registers), pushes];
};

const HLC_BYTES = 16;

/**
 * Returns entities, facets, sequences, versions and generations, then one base64 blob with every register's HLC (16 bytes) and payload,
 * and their offsets in it. Postgres decodes one long text much faster than an array of short ones.
 */
const registerParams = (registers: readonly LogRegister[]): readonly SqlParam[] => {
  const lengths = registers.map(({ payload }) => Math.floor((payload.length * 3) / 4));
  const blob = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + HLC_BYTES + length, 0));
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { hlc, payload } of registers) {
    starts.push(at);
    at += blob.write(hlc, at, 'hex');
    at += blob.write(payload, at, 'base64url');
    ends.push(at);
  }
  return [
    registers.map(({ entity }) => entity),
    registers.map(({ facet }) => facet),
    registers.map(({ seq }) => seq),
    registers.map(({ v }) => v),
    registers.map(({ kg }) => kg),
    blob.toString('base64'),
    starts,
    ends,
  ];
};
