import { createHash } from 'node:crypto';
import { digestLine, type EntityId, isNameBefore } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldRegister } from '../ports/store.ts';
import { sampleHlc, sampleId } from '../testing/sample-memories.ts';
import {
  boundsOf,
  compareRows,
  createDigester,
  differingRanges,
  joinDigests,
  upTo,
  windowEnd,
} from './digest.ts';

const held = (entity: EntityId, at: number, more: Partial<HeldRegister> = {}): HeldRegister => ({
  entity,
  facet: 'body',
  hlc: sampleHlc(at),
  seq: at,
  waiting: false,
  refused: null,
  unread: null,
  ...more,
});
const row = (entity: EntityId, at: number, seq = at) => ({ entity, facet: 'body', hlc: sampleHlc(at), seq });
const [a, b, c] = [sampleId(1), sampleId(2), sampleId(3)];
const settled = { high: 100, head: 100 };

describe('digests', () => {
  test('[SY-E5] a digest is that of its lines, however they are cut into pages', () => {
    const registers = [held(a, 1), held(b, 2, { facet: 'später' }), held(c, 3)];
    const expected = createHash('sha256')
      .update(registers.map(digestLine).join(''))
      .digest('hex')
      .slice(0, 32);
    for (const size of [1, 2, 3]) {
      const digester = createDigester({ from: '', to: null });
      for (let at = 0; at < 3; at += size) digester.add(registers.slice(at, at + size));
      expect(digester.end()).toEqual({ from: '', count: 3, digest: expected });
    }
    expect(digestLine({ entity: b, facet: 'später', hlc: sampleHlc(2) })).toBe(
      `${b} ${sampleHlc(2)} 7 später\n`,
    );
  });

  test('[SY-E5] names sort as their bytes do', () => {
    const facet = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(facet, facet, (one, two) => {
        const bytes = Buffer.compare(Buffer.from(one), Buffer.from(two));
        expect(isNameBefore({ entity: a, facet: one }, { entity: a, facet: two })).toBe(bytes < 0);
      }),
      { seed: 11 },
    );
    expect(isNameBefore({ entity: a, facet: 'z' }, { entity: b, facet: 'a' })).toBe(true);
  });

  test('[SY-E5] only ranges that differ in digest or count are looked into', () => {
    const range = (from: string, digest: string, count = 1) => ({ from, count, digest });
    const server = [range('', 'x'), range('k', 'y'), range('m', 'z')];
    expect(boundsOf(server)).toEqual([
      { from: '', to: 'k' },
      { from: 'k', to: 'm' },
      { from: 'm', to: null },
    ]);
    expect(differingRanges(server, server)).toEqual([]);
    expect(differingRanges(server, [range('', 'x', 2), range('k', 'y'), range('m', 'other')])).toEqual([
      { from: '', to: 'k' },
      { from: 'm', to: null },
    ]);
    expect(joinDigests(server)).toEqual(joinDigests([...server]));
    expect(joinDigests(server).registers).toBe(3);
  });

  test('[SY-E5] each side may lack a register or have an older one', () => {
    const device = [held(a, 5), held(b, 2), held(c, 9, { refused: 'too_big' })];
    const server = [row(a, 3), row(b, 7), row(sampleId(4), 1)];
    const { differences, pending } = compareRows(device, server, settled);
    expect(pending).toBe(0);
    expect(differences.map(({ kind, entity, reason }) => [kind, entity, reason])).toEqual([
      ['server_older', a, null],
      ['device_older', b, null],
      ['device_lacks', sampleId(4), null],
      ['server_lacks', c, 'too_big'],
    ]);
    expect(compareRows([held(a, 5)], [row(a, 5, 77)], settled)).toEqual({ differences: [], pending: 0 });
  });

  test('[SY-E5] what is on its way is pending, in either direction', () => {
    const positions = { high: 10, head: 20 };
    const pendingOf = (device: HeldRegister[], server: ReturnType<typeof row>[]) => {
      const { differences, pending } = compareRows(device, server, positions);
      return [differences.length, pending];
    };
    expect(pendingOf([held(a, 5, { waiting: true, seq: null })], [])).toEqual([0, 1]);
    expect(pendingOf([held(a, 5, { waiting: true, seq: null })], [row(a, 4)])).toEqual([0, 1]);
    expect(pendingOf([], [row(a, 15)])).toEqual([0, 1]);
    expect(pendingOf([held(a, 4)], [row(a, 15)])).toEqual([0, 1]);
    // Sent after the server's rows were read.
    expect(pendingOf([held(a, 21)], [])).toEqual([0, 1]);
    expect(pendingOf([held(a, 5, { seq: null })], [])).toEqual([1, 0]);
    expect(pendingOf([], [row(a, 10)])).toEqual([1, 0]);
  });

  test('[SY-E5] two pages are compared up to where both are whole', () => {
    const page = (more: boolean, ...entities: EntityId[]) => ({
      rows: entities.map((id) => held(id, 1)),
      more,
    });
    expect(windowEnd(page(false, a), page(false, c))).toBeNull();
    expect(windowEnd(page(true, a, b), page(false, c))).toMatchObject({ entity: b });
    expect(windowEnd(page(true, a, b), page(true, a))).toMatchObject({ entity: a });
    const rows = page(false, a, b, c).rows;
    expect(upTo(rows, { entity: b, facet: 'body' })).toHaveLength(2);
    expect(upTo(rows, { entity: b, facet: 'a' })).toHaveLength(1);
    expect(upTo(rows, null)).toHaveLength(3);
  });
});
