/** What a register is known by: in maps and sets, and in the tables of sync. */
import type { EntityId } from '@cairn/schema';
import type { OutboxKey, StoredRegister } from '../ports/store.ts';

interface Named {
  readonly entity: string;
  readonly facet: string;
}

export const registerKey = ({ entity, facet }: Named): string => `${entity} ${facet}`;
export const stampedKey = (one: OutboxKey): string => `${registerKey(one)} ${one.hlc}`;

export const byRegister = <T extends Named>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [registerKey(one), one]));

/** Returns each entity once. */
export const entitiesOf = (all: readonly { readonly entity: EntityId }[]): readonly EntityId[] => [
  ...new Set(all.map(({ entity }) => entity)),
];

export const byEntityOf = (all: readonly StoredRegister[]): Map<EntityId, StoredRegister[]> =>
  Map.groupBy(all, ({ entity }) => entity);

/** Leaves out everything but the key. */
export const keyOf = ({ entity, facet, hlc }: OutboxKey): OutboxKey => ({ entity, facet, hlc });
