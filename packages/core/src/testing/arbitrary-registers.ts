/** Small sets of registers for property tests: few entities and stamps, so that everything collides. */
import { type EntityId, type FacetValue, TRUSTS } from '@cairn/schema';
import fc from 'fast-check';
import type { StoredRegister } from '../ports/store.ts';
import { sampleBody, sampleHlc, sampleId, sampleKeyedId, sampleRegister } from './sample-memories.ts';

const FREE = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];
const KEYED = [sampleKeyedId(1), sampleKeyedId(2)];
const ENTITIES: readonly EntityId[] = [...FREE, ...KEYED];
const NODES = ['0123456789abcdef', 'fedcba9876543210'];
const FACETS = ['body', 'link', 'flags', 'tags', 'gone', 'count.d_1', 'past.0', 'past.1'] as const;

/** Returns a value that depends on the stamp, because a device never stamps two values alike. */
const facetValueOf = (
  entity: EntityId,
  facet: (typeof FACETS)[number],
  tick: number,
  node: number,
): FacetValue => {
  const n = tick * 2 + node;
  const pick = ENTITIES[(n * 7 + facet.length) % ENTITIES.length] ?? entity;
  if (facet === 'body' || facet === 'past.0' || facet === 'past.1') {
    const keyed = KEYED.includes(entity) ? { key: entity.slice(2, 6), namespace: 'default' } : {};
    return {
      facet,
      value: sampleBody(`text ${n % 3}`, { ...keyed, createdAt: n, tags: ['first'], trust: 'normal' }),
    };
  }
  if (facet === 'link') return { facet, value: { supersededBy: n % 5 === 0 ? null : pick } };
  if (facet === 'flags') return { facet, value: { pinned: n % 2 === 0, trust: TRUSTS[n % 4] ?? 'low' } };
  if (facet === 'tags') return { facet, value: { tags: [`t${n}`] } };
  if (facet === 'gone') return { facet, value: { hash: `${n}` } };
  return { facet, value: { n, first: tick, last: tick } };
};

export const arbitraryRegister: fc.Arbitrary<StoredRegister> = fc
  .record({
    entity: fc.constantFrom(...ENTITIES),
    facet: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('body', 'link') },
      { weight: 2, arbitrary: fc.constantFrom('flags', 'tags', 'count.d_1', 'past.0', 'past.1') },
      { weight: 1, arbitrary: fc.constant('gone') },
    ),
    tick: fc.integer({ min: 1, max: 6 }),
    node: fc.integer({ min: 0, max: 1 }),
    kg: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ entity, facet, tick, node, kg }) => {
    const known = FACETS.find((one) => one === facet) ?? 'body';
    const hlc = sampleHlc(tick, NODES[node]);
    return sampleRegister(entity, hlc, facetValueOf(entity, known, tick, node), { kg });
  });

export const arbitraryRegisters = fc.array(arbitraryRegister, { maxLength: 14 });

/** The seed and length of the quick run, which is always the same. A seed that was found is added by name. */
export const FIXED = { seed: 20_261_121, numRuns: 200 } as const;

/** Sorts the items by their JSON, for a comparison that ignores order. */
export const sorted = <T>(items: Iterable<T>): readonly T[] =>
  [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
