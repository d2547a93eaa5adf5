/** Pins, unpins and tags a memory: the facets that may change without a new version. */
import { LIMITS, type MemoryResult, ok, type PatchInput } from '@cairn/schema';
import { parseTags } from '../../memory/draft.ts';
import { guardText } from '../../memory/guard.ts';
import { invalid } from '../../memory/invalid-input.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { rowToMemory } from '../../memory/to-memory.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { findHead } from '../read/history.ts';
import { commit } from './write-memory.ts';
import { tagDrafts } from './write-registers.ts';
import { loadWriterFacts } from './writer-facts.ts';

/** Does not write a field that already has its value. */
export const patch = async (deps: WriteDeps, id: string, input: PatchInput): Answer<MemoryResult> => {
  const added = parseTags(input.addTags ?? []);
  if (!added.ok) return added;
  // Parses each tag alone, because a request may remove more tags than a memory can have.
  const removed = (input.removeTags ?? []).map((tag) => parseTags([tag]));
  const gone = new Set(removed.flatMap((tag) => (tag.ok ? tag.value : [])));
  const both = added.value.find((tag) => gone.has(tag));
  if (both !== undefined) return invalid(`The tag "${both}" cannot be added and removed at once.`);
  const guarded = guardText('tags', 'user', added.value);
  if (!guarded.ok) return guarded;
  return deps.store.write(async (tx) => {
    const found = await findHead(tx, id);
    if (!found.ok) return found;
    const row = found.value;
    const tags = [...new Set([...row.tags, ...added.value])].filter((tag) => !gone.has(tag));
    if (tags.length > LIMITS.tagsMax) {
      return invalid(`That would be ${tags.length} tags; the limit is ${LIMITS.tagsMax}. Remove some first.`);
    }
    const facts = await loadWriterFacts(tx, deps);
    const drafts: FacetDraft[] = [];
    const flags = { pinned: input.pinned ?? row.pinned, trust: row.trust };
    if (flags.pinned !== row.pinned) drafts.push({ entity: row.id, facet: { facet: 'flags', value: flags } });
    if (tags.length !== row.tags.length || tags.some((tag) => !row.tags.includes(tag)))
      drafts.push(...tagDrafts(facts, row.id, await tx.registersOf([row.id]), tags));
    if (drafts.length > 0) await commit({ tx, deps, facts }, drafts);
    return ok({ memory: rowToMemory((await tx.memory(row.id)) ?? row) });
  });
};
