/** The writes for changed tags: the whole list for older programs, then the counts that devices merge. [RL-6, SY-D3] */
import type { EntityId } from '@cairn/schema';
import type { FacetDraft } from '../../memory/stamp.ts';
import { countTags } from '../../merge/tags.ts';
import type { StoredRegister } from '../../ports/store.ts';
import type { WriterFacts } from './writer-facts.ts';

/** Returns the writes for changed tags. `registers`: the memory's registers here. */
export const tagDrafts = (
  { device }: Pick<WriterFacts, 'device'>,
  entity: EntityId,
  registers: readonly StoredRegister[],
  tags: readonly string[],
): readonly FacetDraft[] => {
  const body = registers.find((register) => register.facet === 'body');
  const value = countTags(registers, body?.value.tags ?? [], tags);
  return [
    { entity, facet: { facet: 'tags', value: { tags: [...tags] } } },
    { entity, facet: { facet: `tagged.${device.id}`, value } },
  ];
};
