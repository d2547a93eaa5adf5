/** Registers and rows for tests, made like the engine makes them. */
import {
  type BodyValue,
  type DeviceId,
  deviceId,
  type EntityId,
  type FacetValue,
  HLC_ZERO,
  type Hlc,
  hlcOf,
  keyedId,
  memoryId,
} from '@cairn/schema';
import { projectMemory } from '../memory/apply.ts';
import { STATE } from '../memory/memory-state.ts';
import type { MemoryRow, QuarantinedRegister, Revision, StoredRegister } from '../ports/store.ts';
import type { Citation, SummaryRow } from '../ports/summary-store.ts';

/** Returns an id. A larger number gives a larger id. */
export const sampleId = (n: number): EntityId =>
  memoryId(1_700_000_000_000 + n, new Uint8Array(10).fill(n % 251));
export const sampleKeyedId = (n: number): EntityId => keyedId(new Uint8Array(16).fill(n % 128));
export const sampleDevice: DeviceId = deviceId(1_700_000_000_000, new Uint8Array(10).fill(7));
export const SAMPLE_SALT = 'ab'.repeat(32);
const NODE = '0123456789abcdef';

/** Returns the stamp of one device at the `n`th millisecond after a fixed time. */
export const sampleHlc = (n: number, node = NODE): Hlc => hlcOf(1_700_000_000_000 + n, 0, node);
export const sampleMs = (n: number): number => 1_700_000_000_000 + n;

export const sampleBody = (content: string, fields: Partial<BodyValue> = {}): BodyValue => ({
  content,
  namespace: null,
  key: null,
  project: null,
  source: 'agent',
  createdAt: sampleMs(0),
  by: { device: sampleDevice, name: 'laptop', session: null, agent: null },
  ...fields,
});

export const sampleRegister = (
  entity: EntityId,
  hlc: Hlc,
  value: FacetValue,
  fields: { readonly kg?: number; readonly seq?: number | null } = {},
): StoredRegister => ({ entity, hlc, kg: fields.kg ?? 0, seq: fields.seq ?? null, ...value });

export const keyOf = ({ entity, facet, hlc }: StoredRegister) => ({ entity, facet, hlc });

export const bodyRegister = (
  entity: EntityId,
  hlc: Hlc,
  content: string,
  fields: Partial<BodyValue> = {},
): StoredRegister => sampleRegister(entity, hlc, { facet: 'body', value: sampleBody(content, fields) });

export const linkRegister = (entity: EntityId, hlc: Hlc, supersededBy: EntityId | null): StoredRegister =>
  sampleRegister(entity, hlc, { facet: 'link', value: { supersededBy } });

export const goneRegister = (entity: EntityId, hlc: Hlc, hash: string | null = null): StoredRegister =>
  sampleRegister(entity, hlc, { facet: 'gone', value: { hash } });

export const sampleRevision = (stored: StoredRegister, replacedAt: number): Revision => {
  const { seq: _, ...register } = stored;
  return { entity: stored.entity, register, replacedAt };
};

/** Returns a register that cannot be read. */
export const sampleUnread = (
  entity: EntityId,
  fields: Partial<QuarantinedRegister> = {},
): QuarantinedRegister => ({
  ...{ entity, facet: 'later', hlc: sampleHlc(1), seq: 8, v: 2, kg: 3 },
  ...{ payload: 'AAEC_-', reason: 'unknown', ...fields },
});

/** Returns a row as `projectMemory` makes it, with the test's changes. */
export const sampleRow = (
  entity: EntityId,
  content: string,
  fields: Partial<BodyValue> & {
    readonly state?: MemoryRow['state'];
    readonly supersededBy?: EntityId | null;
    readonly supersededAt?: number | null;
  } = {},
): MemoryRow => {
  const { state, supersededBy, supersededAt, ...body } = fields;
  const projected = projectMemory([bodyRegister(entity, HLC_ZERO, content, body)]);
  if (projected === null) throw new Error('a sample row needs a memory id');
  return {
    ...projected.row,
    state: state ?? STATE.current,
    supersededBy: supersededBy ?? null,
    supersededAt: supersededAt ?? null,
  };
};

const cite = ({ id, contentHash }: MemoryRow): Citation => ({ entity: id, contentHash });

/** Returns an incremental, extractive summary of global memories. */
export const sampleSummary = (
  id: string,
  sentences: readonly { readonly text: string; readonly cites: readonly MemoryRow[] }[],
  alsoCites: readonly MemoryRow[] = [],
): SummaryRow => ({
  id,
  type: 'incremental',
  project: null,
  sentences: sentences.map(({ text, cites }) => ({ text, cites: cites.map(cite) })),
  alsoCites: alsoCites.map(cite),
  model: null,
  periodStart: sampleMs(1),
  periodEnd: sampleMs(3),
  createdAt: sampleMs(5),
});
