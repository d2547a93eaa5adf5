/** Moves a memory from one project to another: a successor with the same words, author and day. [TE-13] */
import {
  type CairnError,
  cairnError,
  err,
  memoryId,
  nameRow,
  ok,
  type Result,
  type SupersedeResult,
} from '@cairn/schema';
import { firstBody, rewrittenBody, type Told } from '../../memory/body-value.ts';
import { contentHashOf, deriveKeyedId } from '../../memory/content-hash.ts';
import { DEFAULT_NAMESPACE, parseName } from '../../memory/draft.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import type { MemoryRow } from '../../ports/store.ts';
import type { Answer } from '../api.ts';
import { findHead } from '../read/history.ts';
import { replacing } from './replacing.ts';
import { tagDrafts } from './tag-drafts.ts';
import { commit, isSameMemory, rewritesOf, type Writer } from './write-memory.ts';
import { loadWriterFacts, type WriteDeps } from './writer-facts.ts';

/**
 * Moves a memory. When the target project has a memory with the same key or text, that memory stays and the moved one
 * joins its history. Author and date stay, so memories of a renamed project keep their age.
 */
export const moveMemory = (deps: WriteDeps, id: string, to: string | null): Answer<SupersedeResult> =>
  deps.store.write(async (tx) => {
    const project = nameOf(to);
    if (!project.ok) return project;
    const head = await findHead(tx, id);
    if (!head.ok) return head;
    const old = head.value;
    if (old.project === project.value)
      return err(cairnError('invalid_input', 'The memory is in that project already.'));
    const facts = await loadWriterFacts(tx, deps);
    const writer: Writer = { tx, deps, facts };
    const told = { ...old, project: project.value };
    const there = await standingThere(writer, told);
    const next = there?.id ?? idOf(writer, told);
    const words =
      there === null
        ? [{ entity: next, facet: { facet: 'body', value: firstBody(told) } } as const]
        : await broughtBack(writer, there, told);
    await commit(writer, [...words, ...(await replacing(writer, old, next))]);
    return ok({ id: next, supersedes: old.id });
  });

/**
 * Returns the writes for a key that moves back to a project. The memory there was replaced by the moved one, so it takes
 * the newer value. Empty when the memory there is independent.
 */
const broughtBack = async (
  { tx, facts }: Writer,
  there: MemoryRow,
  told: Told & Pick<MemoryRow, 'id' | 'contentHash'>,
): Promise<readonly FacetDraft[]> => {
  const head = await findHead(tx, there.id);
  if (!head.ok || head.value.id !== told.id) return [];
  const entity = there.id;
  const registers = await tx.registersOf([entity]);
  const body = { facet: 'body', value: rewrittenBody(told, rewritesOf(registers)) } as const;
  return [
    ...(there.contentHash === told.contentHash ? [] : [{ entity, facet: body }]),
    ...tagDrafts(facts, entity, registers, told.tags),
    { entity, facet: { facet: 'flags', value: { pinned: told.pinned, trust: told.trust } } },
  ];
};

const nameOf = (to: string | null): Result<string | null, CairnError> => {
  const name = parseName('project', to, nameRow('project').charsMax);
  return name.ok ? ok(name.value ?? null) : name;
};

const keyedOf = ({ key, namespace, project }: Told) =>
  key === null ? null : { key, namespace: namespace ?? DEFAULT_NAMESPACE, project };

const standingThere = async ({ tx, facts }: Writer, told: Told): Promise<MemoryRow | null> => {
  const keyed = keyedOf(told);
  if (keyed !== null) return tx.memory(deriveKeyedId(facts.salt, keyed));
  const equal = await tx.memoriesByHash([contentHashOf(told.content)]);
  return equal.find((row) => isSameMemory(row, told)) ?? null;
};

const idOf = ({ facts, deps }: Writer, told: Told) => {
  const keyed = keyedOf(told);
  return keyed === null ? memoryId(facts.stampMs, deps.random.bytes(10)) : deriveKeyedId(facts.salt, keyed);
};
