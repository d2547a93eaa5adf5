import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginCursor,
  type Cursor,
  cutPage,
  decodeCursor,
  encodeCursor,
  heldUpTo,
  isBootstrapping,
  rangeOf,
} from './cursor.ts';

const EPOCH = 'ab'.repeat(16);
const MARK = 'cd'.repeat(16);

/** A server of registers 0 to n-1, each with its latest sequence. */
const createRows = () => {
  const seqs = new Map<number, number>();
  let head = 0;
  return {
    write: (register: number) => {
      head += 1;
      seqs.set(register, head);
    },
    head: () => head,
    content: () => [...seqs].map(([register, seq]) => `${register} ${seq}`).sort(),
    page: (cursor: Cursor | null, limit: number) => {
      const state = { epoch: EPOCH, head, anchor: MARK, registers: seqs.size, tombstones: 0 };
      const { high, low } = rangeOf(cursor, false);
      const rows = [...seqs].map(([register, seq]) => ({ register, seq, payload: '' }));
      const upwards = rows
        .filter((row) => row.seq > high)
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit + 1);
      const downwards = rows
        .filter((row) => row.seq < low)
        .sort((a, b) => b.seq - a.seq)
        .slice(0, limit + 1);
      const from = cursor ?? beginCursor(state, false);
      return cutPage(from, state, { upwards, downwards }, { items: limit, payloadBytes: 1_000 });
    },
  };
};

describe('the cursor', () => {
  test('[SY-P4] with any pages and any writes between them, a device ends with exactly what the server has', () => {
    const step = fc.record({
      writes: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 }),
        fc.array(step, { maxLength: 15 }),
        (first, steps) => {
          const server = createRows();
          const held = new Map<number, number>();
          for (const register of first) server.write(register);
          let cursor: Cursor | null = null;
          const pull = (limit: number): boolean => {
            const page = server.page(cursor, limit);
            for (const { register, seq } of page.items)
              held.set(register, Math.max(held.get(register) ?? 0, seq));
            cursor = decodeCursor(encodeCursor(page.cursor));
            expect(page.items.length).toBeLessThanOrEqual(limit);
            // The device holds everything that the cursor claims is held.
            const upTo = heldUpTo(page.cursor);
            for (const line of server.content()) {
              const [register = 0, seq = 0] = line.split(' ').map(Number);
              if (seq <= upTo) expect(held.get(register)).toBe(seq);
            }
            return page.hasMore;
          };
          for (const { writes, limit } of steps) {
            pull(limit);
            for (const register of writes) server.write(register);
          }
          while (pull(4));
          expect([...held].map(([register, seq]) => `${register} ${seq}`).sort()).toEqual(server.content());
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });

  test('[SY-P4] a writer that never rests does not starve a bootstrap', () => {
    const server = createRows();
    for (let register = 0; register < 50; register += 1) server.write(register);
    let cursor: Cursor | null = null;
    let pages = 0;
    for (; pages < 100; pages += 1) {
      const page = server.page(cursor, 5);
      cursor = page.cursor;
      if (!isBootstrapping(page.cursor)) break;
      server.write(100);
    }
    expect(pages).toBeLessThan(20);
  });

  test('[SY-P3] it comes back as it was, and nothing else is one', () => {
    const number = fc.integer({ min: 0, max: 1_000 });
    const cursors = fc
      .record({
        start: number,
        up: number,
        down: number,
        expected: number,
        empty: fc.boolean(),
        more: number,
      })
      .map(
        ({ start, up, down, expected, empty, more }): Cursor => ({
          epoch: EPOCH,
          high: start + up,
          low: Math.max(start + 1 - down, 0),
          start,
          expected,
          empty,
          anchor: { seq: start + up + more, mark: MARK },
        }),
      );
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
        expect(encodeCursor(cursor)).toMatch(/^[A-Za-z0-9_-]{1,1024}$/);
      }),
      { seed: 2 },
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCursor(Buffer.from(text).toString('base64url'))).toBeNull();
      }),
      { seed: 3 },
    );
    const impossible = [
      '2:E:5:0:5:1:0:0:5.M',
      '1:E:4:0:5:1:0:0:5.M',
      '1:E:5:7:5:1:0:0:5.M',
      '1:E:5:0:5:1:2:0:5.M',
      '1:E:5:0:5:1:0:0:4.M',
      '1:E:-5:0:5:1:0:0:5.M',
      '1:E:5:0:5:1:0:5.M',
    ];
    for (const text of impossible) {
      const filled = text.replace('E', EPOCH).replace('M', MARK);
      expect(decodeCursor(Buffer.from(filled).toString('base64url'))).toBeNull();
    }
  });

  test('[SY-P4] a page ends once its payload passes the bound, and holds at least one row', () => {
    const state = { epoch: EPOCH, head: 3, anchor: MARK, registers: 3, tombstones: 0 };
    const rows = [3, 2, 1].map((seq) => ({ seq, payload: 'A'.repeat(400) }));
    const page = cutPage(
      beginCursor(state, true),
      state,
      { upwards: [], downwards: rows },
      { items: 10, payloadBytes: 1 },
    );
    expect(page.items.map((row) => row.seq)).toEqual([3]);
    expect(page).toMatchObject({ hasMore: true, cursor: { low: 3, high: 3, expected: 3 } });
  });
});
