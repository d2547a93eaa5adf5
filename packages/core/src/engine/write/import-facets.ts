/** An accepted record → what is written of it. */
import { type EntityId, isEntityId } from '@cairn/schema';
import { firstBody, rewrittenBody } from '../../memory/body-value.ts';
import type { ImportDraft } from '../../memory/import-draft.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import type { StoredRegister } from '../../ports/store.ts';
import { tagDrafts } from './tag-drafts.ts';
import type { WriterFacts } from './writer-facts.ts';

/** A keyed memory that is here and whose value the record replaces. */
export interface Rewritten {
  readonly createdAt: number;
  /** How many bodies came before the present one. */
  readonly rewrites: number;
  readonly registers: readonly StoredRegister[];
}

/** `ids`: what the ids of this request's records are called here. */
export const importFacets = (
  draft: ImportDraft,
  present: Rewritten | null,
  ids: ReadonlyMap<string, EntityId>,
  facts: Pick<WriterFacts, 'device'>,
): readonly FacetDraft[] => {
  const { id, tags, pinned, trust } = draft;
  const body: FacetDraft = {
    entity: id,
    facet: {
      facet: 'body',
      value:
        present === null
          ? firstBody(draft)
          : rewrittenBody({ ...draft, createdAt: present.createdAt }, present.rewrites),
    },
  };
  const own: readonly FacetDraft[] =
    present === null
      ? []
      : [
          ...tagDrafts(facts, id, present.registers, tags),
          { entity: id, facet: { facet: 'flags', value: { pinned, trust } } },
        ];
  const target = draft.supersededBy === null ? null : (ids.get(draft.supersededBy) ?? draft.supersededBy);
  const link: readonly FacetDraft[] =
    target === null || !isEntityId(target) || target === id
      ? []
      : [{ entity: id, facet: { facet: 'link', value: { supersededBy: target } } }];
  return [body, ...own, ...link];
};
