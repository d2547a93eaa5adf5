/**
 * Reads the parents of commits from git's `commit-graph` file, without unpacking objects. Supports a single file, not a
 * chain of files.
 */

import { findName } from './pack.ts';

export interface CommitGraph {
  /** Returns the commit's parents. Returns null if the file is damaged or lacks the commit. */
  parents(id: string): readonly string[] | null;
}

const MAGIC = 0x43475048;
const VERSION = 1;
const HEADER_BYTES = 8;
const CHUNK_BYTES = 12;
const NO_PARENT = 0x7000_0000;
const LAST = 0x8000_0000;
/** Limit for damaged files. Git itself makes merges of at most 16 parents. */
const PARENTS_MAX = 4_096;
/** Bytes of a row after the tree's id: two parents, and a time that is not read. */
const COMMIT_BYTES = 16;

export const parseCommitGraph = (bytes: Buffer, idBytes: number): CommitGraph | null => {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) !== MAGIC || bytes[4] !== VERSION) return null;
  if (bytes[5] !== (idBytes === 32 ? 2 : 1) || bytes[7] !== 0) return null;
  const fanout = chunkOf(bytes, 'OIDF');
  const names = chunkOf(bytes, 'OIDL');
  const commits = chunkOf(bytes, 'CDAT');
  const edges = chunkOf(bytes, 'EDGE');
  const count = names === null ? 0 : Math.floor(names.length / idBytes);
  const rowBytes = idBytes + COMMIT_BYTES;
  if (fanout?.length !== 1_024 || names === null || commits === null || commits.length < count * rowBytes)
    return null;

  const nameAt = (n: number): string | null =>
    n < count ? names.toString('hex', n * idBytes, (n + 1) * idBytes) : null;
  const find = (id: Buffer): number | null => {
    const first = id[0] ?? 0;
    const low = first === 0 ? 0 : fanout.readUInt32BE(4 * (first - 1));
    return findName(names, id, [low, Math.min(fanout.readUInt32BE(4 * first), count)]);
  };
  /** Reads the further parents of a merge of more than two. They are in a list whose last entry is marked. */
  const listAt = (from: number): readonly number[] => {
    const found: number[] = [];
    for (let at = 4 * from; edges !== null && at + 4 <= edges.length && found.length < PARENTS_MAX; at += 4) {
      const edge = edges.readUInt32BE(at);
      found.push(edge % LAST);
      if (edge >= LAST) return found;
    }
    return [count];
  };
  return {
    parents: (id) => {
      const n = find(Buffer.from(id, 'hex'));
      if (n === null) return null;
      const at = n * rowBytes + idBytes;
      const [first, second] = [commits.readUInt32BE(at), commits.readUInt32BE(at + 4)];
      if (first === NO_PARENT) return [];
      const others = second === NO_PARENT ? [] : second >= LAST ? listAt(second - LAST) : [second];
      const parents = [first, ...others].map(nameAt);
      return parents.every((name) => name !== null) ? parents : null;
    },
  };
};

const chunkOf = (bytes: Buffer, name: string): Buffer | null => {
  const count = bytes[6] ?? 0;
  for (let n = 0; n < count; n++) {
    const at = HEADER_BYTES + CHUNK_BYTES * n;
    if (at + 2 * CHUNK_BYTES > bytes.length) return null;
    if (bytes.toString('latin1', at, at + 4) !== name) continue;
    const [from, to] = [bytes.readBigUInt64BE(at + 4), bytes.readBigUInt64BE(at + 4 + CHUNK_BYTES)];
    return from <= to && to <= BigInt(bytes.length) ? bytes.subarray(Number(from), Number(to)) : null;
  }
  return null;
};
