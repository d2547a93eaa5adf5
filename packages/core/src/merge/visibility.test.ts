import type { EntityId } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MemoryState, STATE } from '../memory/memory-state.ts';
import type { Neighbour } from '../ports/store.ts';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { sampleHlc, sampleId, sampleKeyedId } from '../testing/sample-memories.ts';
import { chainOf, forgottenWith, headOf, relinked } from './chain.ts';
import { viewOf, visibilityOf } from './visibility.ts';

const [a, b, c, d] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];
const NAMES: readonly EntityId[] = [a, b, c, d, sampleId(5), sampleId(6)];

const memory = (id: EntityId, fields: Partial<Neighbour> = {}): Neighbour => ({
  id,
  gone: false,
  supersededBy: null,
  linkHlc: fields.supersededBy == null ? null : sampleHlc(1),
  replaces: [],
  contentHash: id,
  project: null,
  namespace: null,
  trust: 'normal',
  state: 0,
  ...fields,
});
const gone = (id: EntityId): Neighbour => memory(id, { gone: true, contentHash: null, trust: null });
const states = (...neighbours: readonly Neighbour[]) => Object.fromEntries(visibilityOf(neighbours));

const arbitraryNeighbours: fc.Arbitrary<readonly Neighbour[]> = fc
  .tuple(
    ...NAMES.map((id, n) =>
      fc.record({
        id: fc.constant(id),
        gone: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
        supersededBy: fc.option(fc.constantFrom(...NAMES)),
        replaces: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.boolean()), {
            maxLength: 2,
            selector: ([original]) => original,
          })
          .map((edges) =>
            edges
              .map(([original, kept]) => ({ original, kept }))
              .filter(({ original }) => original !== id)
              .sort((x, y) => (x.original < y.original ? -1 : 1)),
          ),
        linkHlc: fc.integer({ min: 1, max: 9 }).map((tick) => sampleHlc(tick * 10 + n)),
        contentHash: fc.constantFrom('x', 'y'),
        project: fc.constantFrom(null, 'p'),
        namespace: fc.constant(null),
        trust: fc.constantFrom('normal', 'normal', 'held'),
        state: fc.constant(0),
        here: fc.boolean(),
      }),
    ),
  )
  .map((all) =>
    all
      .filter(({ here }) => here)
      .map(({ here: _, ...one }) => ({
        ...one,
        trust: one.gone ? null : one.trust,
        replaces: one.gone ? [] : one.replaces,
        state: 0,
      })),
  );

describe('visibility', () => {
  test('[SY-M5] a successor hides; an absent one does not; a forgotten one still does', () => {
    expect(states(memory(a, { supersededBy: b }), memory(b))).toEqual({ [a]: 1, [b]: 0 });
    expect(states(memory(a, { supersededBy: b }))).toEqual({ [a]: 0 });
    expect(states(memory(a, { supersededBy: b }), gone(b))).toEqual({ [a]: 1 });
  });

  test('[SY-M5] of two that supersede the same one both stay, and a ring loses its weakest link', () => {
    expect(states(memory(a, { supersededBy: c }), memory(b), memory(c))).toEqual({ [a]: 1, [b]: 0, [c]: 0 });
    const ring = [
      memory(a, { supersededBy: b, linkHlc: sampleHlc(3) }),
      memory(b, { supersededBy: c, linkHlc: sampleHlc(1) }),
      memory(c, { supersededBy: a, linkHlc: sampleHlc(2) }),
    ];
    expect(states(...ring)).toEqual({ [a]: 1, [b]: 0, [c]: 1 });
    expect(states(memory(a, { supersededBy: a }))).toEqual({ [a]: 0 });
  });

  test('[SY-M5] following the links always ends, and something of every ring is seen', () => {
    fc.assert(
      fc.property(arbitraryNeighbours, (neighbours) => {
        const next = viewOf(neighbours).next;
        for (const start of next.keys()) {
          let at: EntityId | undefined = start;
          for (let steps = 0; at !== undefined; steps++) {
            expect(steps).toBeLessThanOrEqual(neighbours.length);
            at = next.get(at);
          }
        }
      }),
      FIXED,
    );
  });

  test('[SY-M5] the order in which memories are looked at does not matter', () => {
    fc.assert(
      fc.property(
        arbitraryNeighbours,
        fc.infiniteStream(fc.double({ min: 0, max: 1 })),
        (neighbours, dice) => {
          const shuffled = neighbours
            .map((one) => ({ one, at: dice.next().value }))
            .sort((x, y) => x.at - y.at)
            .map(({ one }) => one);
          expect(states(...shuffled)).toEqual(states(...neighbours));
        },
      ),
      FIXED,
    );
  });

  test('[G-1] what is held is hidden, and hides nothing until it is approved', () => {
    expect(states(memory(a, { supersededBy: b }), memory(b, { trust: 'held' }))).toEqual({ [a]: 0, [b]: 3 });
  });

  test('[SY-M8] equal text in one scope shows once, under the smallest id', () => {
    const twin = { contentHash: 'same' };
    expect(states(memory(c, twin), memory(a, twin), memory(b, twin))).toEqual({ [a]: 0, [b]: 2, [c]: 2 });
    expect(states(memory(a, twin), memory(b, { ...twin, project: 'p' }))).toEqual({ [a]: 0, [b]: 0 });
    expect(states(memory(a, twin), memory(b, { ...twin, namespace: 'n' }))).toEqual({ [a]: 0, [b]: 0 });
    expect(states(memory(a, twin), memory(sampleKeyedId(1), twin))).toEqual({
      [a]: 0,
      [sampleKeyedId(1)]: 0,
    });
  });

  test('[SY-M8] when the shown twin is superseded the other one shows', () => {
    const twin = { contentHash: 'same' };
    expect(states(memory(a, { ...twin, supersededBy: c }), memory(b, twin), memory(c))).toEqual({
      [a]: 1,
      [b]: 0,
      [c]: 0,
    });
  });

  test('[SY-M8] every text that is current somewhere shows exactly once in its scope', () => {
    fc.assert(
      fc.property(arbitraryNeighbours, (neighbours) => {
        const found = visibilityOf(neighbours);
        const keyOf = ({ contentHash, project }: Neighbour) => `${contentHash} ${project}`;
        const shown = neighbours.filter(({ id }) => found.get(id) === 0).map(keyOf);
        expect(new Set(shown).size).toBe(shown.length);
        for (const twin of neighbours.filter(({ id }) => found.get(id) === 2))
          expect(shown).toContain(keyOf(twin));
      }),
      FIXED,
    );
  });
});

describe('chains', () => {
  const line = [memory(a, { supersededBy: b }), memory(b, { supersededBy: c }), memory(c), memory(d)];

  test('[M-3] any member leads to the head', () => {
    for (const id of [a, b, c]) expect(headOf(line, id)).toEqual({ kind: 'head', id: c });
    expect(headOf(line, sampleId(9))).toEqual({ kind: 'unknown' });
    expect(headOf([memory(a, { supersededBy: b }), gone(b)], a)).toEqual({ kind: 'gone' });
    expect(headOf([gone(a)], a)).toEqual({ kind: 'gone' });
  });

  test('[SY-M5] a chain is the same from every member', () => {
    for (const id of [a, b, c]) expect([...chainOf(line, id)].sort()).toEqual([a, b, c]);
    for (const id of [a, b, c]) expect([...forgottenWith(line, [id])].sort()).toEqual([a, b, c]);
  });

  test('[SY-M8] what is shown as one is forgotten as one, with its own past', () => {
    const twins = [
      memory(a, { supersededBy: b, contentHash: 'old', state: 1 }),
      memory(b, { contentHash: 'same', state: 2 }),
      memory(c, { contentHash: 'same' }),
      memory(d, { contentHash: 'same', project: 'p' }),
    ];
    expect([...forgottenWith(twins, [c])].sort()).toEqual([a, b, c]);
    expect([...forgottenWith([...twins, gone(sampleId(5))], [sampleId(5)])]).toEqual([]);
  });

  test('[G-1] what is held leaves what it would replace, which then leads to another successor or to none', () => {
    const held = memory(b, { trust: 'held', replaces: [{ original: a, kept: false }] });
    const alone = [memory(a, { supersededBy: b }), held];
    expect([...forgottenWith(alone, [b])]).toEqual([b]);
    expect([...forgottenWith(alone, [a])].sort()).toEqual([a, b]);
    expect(relinked(alone, new Set([b]))).toEqual([{ id: a, to: null }]);
    const forked = [...alone, memory(c, { replaces: [{ original: a, kept: false }] })];
    expect(relinked(forked, forgottenWith(forked, [b]))).toEqual([{ id: a, to: c }]);
  });

  test('[SY-M8, TR-55] what goes with a memory is what the definition says, on any graph', () => {
    const shown = fc.array(fc.constantFrom<MemoryState>(...Object.values(STATE)), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(arbitraryNeighbours, shown, fc.subarray([...NAMES]), (all, states, ids) => {
        const neighbours = all.map((one, at) => ({ ...one, state: states[at] ?? 0 }));
        const expected = new Set(ids.flatMap((id) => [...goesWith(neighbours, id)]));
        expect([...forgottenWith(neighbours, ids)].sort()).toEqual([...expected].sort());
      }),
      FIXED,
    );
  });

  test.each([500, 4_000])(
    '[TR-55] of %i, each text and each link is looked at a bounded number of times',
    (n) => {
      let looks = 0;
      const counted = <T extends object>(one: T): T =>
        new Proxy(one, {
          get: (target, field) => {
            looks++;
            return Reflect.get(target, field);
          },
        });
      const ids = Array.from({ length: n }, (_, at) => sampleId(at + 10));
      const hub = memory(a, { replaces: ids.map((original) => counted({ original, kept: false })) });
      const star = [hub, ...ids.map((id) => memory(id, { supersededBy: a }))].map(counted);
      const twins = ids.map((id) => counted(memory(id, { contentHash: 'same' })));
      for (const [all, from, size] of [
        [star, a, n + 1],
        [twins, sampleId(10), n],
      ] as const) {
        expect(forgottenWith(all, [from]).size).toBe(size);
        expect(chainOf(all, from).length).toBeGreaterThan(0);
        expect(visibilityOf(all).size).toBe(size);
      }
      expect(looks).toBeLessThanOrEqual(100 * n);
    },
  );
});

/** Computes the set by its definition, until nothing more is added. The cost does not matter here. */
const goesWith = (neighbours: readonly Neighbour[], id: EntityId): ReadonlySet<EntityId> => {
  const living = neighbours.filter((one) => !one.gone);
  const isShown = ({ state }: Neighbour): boolean => state === 0 || state === 2;
  const isKept = (original: EntityId, successor: EntityId): boolean =>
    neighbours.some(
      (one) => one.id === successor && one.replaces.some((edge) => edge.original === original && edge.kept),
    );
  const areTied = (from: EntityId, to: Neighbour): boolean => {
    const at = neighbours.find((one) => one.id === from);
    const isPast =
      at?.trust !== 'held' &&
      (to.supersededBy === from || at?.replaces.some(({ original }) => original === to.id) === true);
    const isNext = at?.supersededBy === to.id || to.replaces.some(({ original }) => original === from);
    const isTwin =
      at !== undefined &&
      !at.gone &&
      !to.gone &&
      isShown(at) &&
      isShown(to) &&
      at.contentHash === to.contentHash &&
      at.project === to.project &&
      at.namespace === to.namespace;
    return isPast || (isNext && !isKept(from, to.id)) || isTwin;
  };
  const goes = new Set<EntityId>([id]);
  for (const from of goes) {
    const absent = NAMES.filter((name) => !neighbours.some((one) => one.id === name)).map(gone);
    for (const to of [...neighbours, ...absent]) if (areTied(from, to)) goes.add(to.id);
  }
  return new Set(living.map((one) => one.id).filter((one) => goes.has(one)));
};
