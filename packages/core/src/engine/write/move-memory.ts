/** Moves a memory from one project to another: a successor with the same words, author and day. [TE-13] */
import {
  type Checked,
  type CountValue,
  type EntityId,
  hlcMs,
  memoryId,
  nameRow,
  ok,
  refuse,
  type SupersedeResult,
} from '@cairn/schema';
import { firstBody, rewrittenBody, type Told } from '../../memory/body-value.ts';
import { contentHashOf, deriveKeyedId } from '../../memory/content-hash.ts';
import { countDraft, isStyleName } from '../../memory/count.ts';
import { DEFAULT_NAMESPACE, parseName } from '../../memory/draft.ts';
import { invalid } from '../../memory/invalid-input.ts';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import type { MemoryRow } from '../../ports/store.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { findHead } from '../read/history.ts';
import { replacing } from './replacing.ts';
import { commit, isSameMemory, rewritesOf, standingStyle, type Writer } from './write-memory.ts';
import { tagDrafts } from './write-registers.ts';
import { loadWriterFacts } from './writer-facts.ts';

/**
 * Moves a memory. When the target project has a memory with the same key or text, that memory stays and the moved one
 * joins its history. Author and date stay, so memories of a renamed project keep their age. The date of a rewritten key
 * is that of its present value, because its earlier values stay where they were.
 */
export const moveMemory = (deps: WriteDeps, id: string, to: string | null): Answer<SupersedeResult> =>
  deps.store.write(async (tx) => {
    const project = nameOf(to);
    if (!project.ok) return project;
    const head = await findHead(tx, id);
    if (!head.ok) return head;
    const old = head.value;
    if (old.project === project.value) return invalid('The memory is in that project already.');
    const facts = await loadWriterFacts(tx, deps);
    const writer: Writer = { tx, deps, facts };
    const told = await addressed(writer, { ...old, project: project.value });
    const there = await standingThere(writer, told);
    const next = there?.id ?? idOf(writer, told);
    const isBack = there !== null && (await headOf(writer, there)) === old.id;
    // A successor that waits for review hides nothing, so the memory would stay where it is. [G-1]
    if (there?.state === STATE.held && !isBack)
      return refuse(
        'refused',
        `${there.key === null ? 'The same text' : `A value of the key "${there.key}"`} waits for review in that project (${there.id}). Accept or reject it first.`,
      );
    const words =
      there === null
        ? [
            {
              entity: next,
              facet: { facet: 'body', value: firstBody(await sinceItsValue(writer, told)) },
            } as const,
          ]
        : isBack
          ? await broughtBack(writer, there, told)
          : [];
    const counts = await movedCounts(writer, old.seen, next, isBack ? there.seen : null);
    await commit(writer, [...words, ...counts, ...(await replacing(writer, old, next))]);
    return ok({ id: next, supersedes: old.id });
  });

const sinceItsValue = async ({ tx }: Writer, told: MemoryRow): Promise<MemoryRow> => {
  const body = (await tx.registersOf([told.id])).find(({ facet }) => facet === 'body');
  return body?.facet === 'body' && (body.value.rewrite ?? 0) > 0
    ? { ...told, createdAt: Math.max(told.createdAt, hlcMs(body.hlc)) }
    : told;
};

/** M-5: returns the memory under the address that its style has in the project. */
const addressed = async (writer: Writer, told: MemoryRow): Promise<MemoryRow> => {
  const { key, namespace } = told;
  return key !== null && namespace !== null && isStyleName(namespace, key)
    ? standingStyle(writer, { ...told, key, namespace })
    : told;
};

const headOf = async ({ tx }: Writer, { id }: MemoryRow): Promise<EntityId | null> => {
  const head = await findHead(tx, id);
  return head.ok ? head.value.id : null;
};

/** M-5: returns the write that adds a style's observations to the target. `known`: those that the target has already. */
const movedCounts = async (
  { tx, facts }: Writer,
  moved: CountValue | null,
  to: EntityId,
  known: CountValue | null,
): Promise<readonly FacetDraft[]> => {
  if (moved === null) return [];
  const more = { ...moved, n: Math.max(0, moved.n - (known?.n ?? 0)) };
  return [countDraft(to, await tx.registersOf([to]), facts.device.id, more)];
};

/**
 * Returns the writes for a key that moves back to a project. The memory there was replaced by the moved one, so it takes
 * the newer value.
 */
const broughtBack = async (
  { tx, facts }: Writer,
  there: MemoryRow,
  told: Told & Pick<MemoryRow, 'contentHash'>,
): Promise<readonly FacetDraft[]> => {
  const entity = there.id;
  const registers = await tx.registersOf([entity]);
  const value = rewrittenBody({ ...told, createdAt: there.createdAt }, rewritesOf(registers));
  const body = { facet: 'body', value } as const;
  return [
    ...(there.contentHash === told.contentHash ? [] : [{ entity, facet: body }]),
    ...tagDrafts(facts, entity, registers, told.tags),
    { entity, facet: { facet: 'flags', value: { pinned: told.pinned, trust: told.trust } } },
  ];
};

const nameOf = (to: string | null): Checked<string | null> => {
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
