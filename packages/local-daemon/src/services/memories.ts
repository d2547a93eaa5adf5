/**
 * Saves, finds and forgets memories for every entry point of the daemon. Resolves the project, calls the engine and
 * notifies the parts that depend on the change. The caller holds `gate.share`.
 */
import type { Answer, ContextOptions, Engine } from '@cairn/core';
import {
  type ContextDaysInput,
  type ContextInput,
  type ContextResult,
  type ForgetInput,
  type ForgetResult,
  type GetResult,
  type ListInput,
  ok,
  type SaveInput,
  type SaveResult,
  type SearchInput,
  type SearchResult,
  type WhyInput,
} from '@cairn/schema';
import type { AccessCounts } from './access-counts.ts';
import type { Branches } from './branches.ts';
import type { Finding } from './finding.ts';
import type { GivenContexts } from './given-contexts.ts';
import { inProject, resolveProject } from './resolve-project.ts';
import { contextWithPerson, type PersonalFile, searchWithPerson } from './scopes/about-person.ts';
import type { EngineCalls, SharedDeps } from './shared-deps.ts';

export interface MemoriesDeps extends Pick<SharedDeps, 'steadyMs' | 'projects'> {
  readonly engine: () => EngineCalls & Pick<Engine, 'readOnly'>;
  readonly access: AccessCounts;
  readonly finding: Finding;
  /** Pulls changes of other devices for a short time before the context of a session's start is made. [SY-P5] */
  readonly sync: { pullBriefly(): Promise<void> };
  readonly summaries: { sessionBegan(): void };
  readonly wrote: (ids: readonly string[]) => void;
  readonly forgot: (ids: readonly string[]) => void;
  /** OP-10: durations of successful calls. */
  readonly figures: { saved(ms: number): void; searched(ms: number): void };
  /** CX-7: contexts that sessions began with. */
  readonly given: GivenContexts;
  /** M-15: the branch that a memory was saved from. */
  readonly branches: Pick<Branches, 'note'>;
  /** Access to the personal file; set in a scope only. [SP-3] */
  readonly personal?: (() => PersonalFile) | null;
}

/** Project of the caller. The memory is looked for in that project's file first. [SP-2] */
type Place = Pick<ContextInput, 'project' | 'cwd'>;

export type Memories = ReturnType<typeof createMemories>;

export const createMemories = (deps: MemoriesDeps) => {
  const { engine, projects, access, finding, sync, summaries, wrote, forgot, figures, steadyMs, personal } =
    deps;
  const shown = async (asked: Answer<GetResult>): Answer<GetResult> => {
    const found = await asked;
    if (found.ok) access.note([found.value.memory.id]);
    return found;
  };
  const inject = async (made: Awaited<Answer<ContextResult>>, input: ContextInput) => {
    if (made.ok) await noteInjected(engine(), input, made.value);
    return made;
  };
  const ask = async (input: ContextInput, options?: ContextOptions) =>
    engine().context(input, { ...options, ...(await finding.forPrompt(input)) });
  const contextNow = async (input: ContextInput, options?: ContextOptions) =>
    inject(await ask(input, options), input);
  const contextOf = async (input: ContextInput, options?: ContextOptions): Answer<ContextResult> => {
    const { query, preview } = input;
    if (preview === true) return ask(input, options);
    // A prompt gets its context at once. A session's start may wait for changes from other devices.
    if (query !== undefined) return contextNow(input, options);
    await sync.pullBriefly();
    const made = await engine().context({ ...input, explain: true }, options);
    if (made.ok) deps.given.note(input, made.value);
    summaries.sessionBegan();
    if (!made.ok || input.explain === true) return inject(made, input);
    const { parts: _, whole: __, ...unexplained } = made.value;
    return inject(ok(unexplained), input);
  };
  return {
    async save(input: SaveInput): Answer<SaveResult> {
      const startMs = steadyMs();
      const resolved = await resolveProject(projects, input);
      if (!resolved.ok) return resolved;
      const saved = await engine().remember(resolved.value);
      if (saved.ok) figures.saved(steadyMs() - startMs);
      if (saved.ok && saved.value.status !== 'duplicate') deps.branches.note(saved.value.id, input.cwd);
      if (saved.ok && saved.value.status !== 'duplicate') wrote([saved.value.id]);
      return saved;
    },
    async search(input: SearchInput): Answer<SearchResult> {
      const startMs = steadyMs();
      const resolved = await resolveProject(projects, input);
      if (!resolved.ok) return resolved;
      const found = await finding.search(resolved.value);
      if (found.ok) figures.searched(steadyMs() - startMs);
      if (found.ok && input.preview !== true) access.note(found.value.results.map((hit) => hit.id));
      return found.ok && personal != null && typeof resolved.value.project === 'string'
        ? searchWithPerson(personal(), resolved.value, found.value)
        : found;
    },
    get: (id: string) => shown(engine().get(id)),
    /**
     * M-10: finds a memory by its key. Without a namespace, searches all namespaces. `place` is where the search begins;
     * with `isOnly`, nothing of another project is found.
     */
    getByKey: (key: string, namespace: string | null, place: Place = {}, isOnly = false) =>
      inProject(projects, isOnly ? place : {}, ({ project }) =>
        shown(engine().getByKey(key, namespace, project)),
      ),
    list: (input: ListInput) => inProject(projects, input, (here) => engine().list(here)),
    times: (input: ListInput) => inProject(projects, input, (here) => engine().memoryTimes(here)),
    async forget(input: ForgetInput, _?: Place): Answer<ForgetResult> {
      const resolved = await resolveProject(projects, input);
      if (!resolved.ok) return resolved;
      const forgotten = await engine().forget(resolved.value);
      if (forgotten.ok) forgot(forgotten.value.forgotten);
      return forgotten;
    },
    context: (input: ContextInput, options?: ContextOptions) =>
      inProject(projects, input, (here) =>
        personal != null && typeof here.project === 'string'
          ? contextWithPerson(personal(), here, contextOf)
          : contextOf(here, options),
      ),
    /** Does not wait for other devices. The input's project is already resolved. */
    contextNow,
    /** M-13: does not count any memory as used. */
    why: (input: WhyInput) => engine().why(input),
    /** M-14: notes the memories that an agent without a session was given. */
    async gave(agent: string | null, { sections }: ContextResult): Promise<void> {
      const ids = sections.flatMap((section) => section.ids);
      if (ids.length > 0 && !engine().readOnly) await engine().noteGivenTo(agent, ids);
    },
    /** CX-7: returns the contexts that sessions began with, by day. */
    contextDays: (input: ContextDaysInput) =>
      inProject(projects, input, (here) => engine().contextDays(here)),
  };
};

/** CX-1: notes the memories that a session was given, so that none is given twice. */
const noteInjected = async (
  engine: Pick<Engine, 'noteInjected' | 'readOnly'>,
  { session, again }: ContextInput,
  { sections }: ContextResult,
): Promise<void> => {
  if (session == null || session.trim() === '' || engine.readOnly) return;
  const ids = sections.flatMap((section) => section.ids);
  if (ids.length > 0 || again === true) await engine.noteInjected(session.trim(), ids, again === true);
};
