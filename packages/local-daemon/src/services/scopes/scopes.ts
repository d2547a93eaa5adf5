/**
 * Finds the file that a request is about, and keeps which project belongs to which scope. When a scope cannot be
 * opened, requests about it are refused and never sent to another file. [SP-1, SP-2, SP-3]
 */
import type { Answer, BackupFacts, Engine, Timers } from '@cairn/core';
import {
  type CairnError,
  type Checked,
  cairnError,
  err,
  type Memory,
  ok,
  refuse,
  refuseInput,
  type ScopesResult,
  systemCodeOf,
  unwritable,
} from '@cairn/schema';
import type { Gate } from '../gate.ts';
import type { HookEvents } from '../hook-events.ts';
import type { Log } from '../log.ts';
import type { Memories } from '../memories.ts';
import { type Placed, type ProjectFinder, resolveProject } from '../resolve-project.ts';
import { answerUnexpected } from '../unexpected.ts';
import { type Moved, memoriesOf, moveMemories, planMove } from './move-memories.ts';
import { PERSONAL, type ScopeFile, type ScopeFiles, scopeName } from './scope-file.ts';

export interface ScopeServices {
  readonly engine: () => Engine;
  readonly gate: Gate;
  readonly memories: Memories;
  readonly hooks: HookEvents;
  readonly projects: ProjectFinder;
  readonly wrote: (ids: readonly string[]) => void;
}

export interface OpenScope<S> {
  readonly services: S;
  end(): Promise<void>;
}

export interface ScopesDeps<S> {
  readonly files: ScopeFiles;
  readonly open: (name: string) => Answer<OpenScope<S>>;
  /** Returns the services of the personal file. */
  readonly own: () => S;
  readonly timers: Timers;
  readonly log: Log;
}

export type Scopes<S extends ScopeServices = ScopeServices> = ReturnType<typeof createScopes<S>>;

/** Finds the services for a request. */
export type ScopeFinder<S extends ScopeServices = ScopeServices> = Pick<
  Scopes<S>,
  'isEmpty' | 'named' | 'of' | 'all' | 'problems'
>;

interface Known<S> {
  file: ScopeFile;
  /** Result of opening, kept for later requests. A failure is cleared after a while, so that the next request tries again. */
  opening: Answer<OpenScope<S>> | null;
}

export const createScopes = <S extends ScopeServices>(deps: ScopesDeps<S>) => {
  const { files, own, log } = deps;
  const found = files.list();
  const known = new Map<string, Known<S>>(
    found.flatMap(([name, file]) => (file === null ? [] : [[name, { file, opening: null }]])),
  );
  /** Scopes whose projects nobody knows, because their facts cannot be read. */
  const unread = new Set(found.flatMap(([name, file]) => (file === null ? [name] : [])));

  const names = new Map<S, string>();

  const begin = async (name: string, scope: Known<S>): Answer<OpenScope<S>> => {
    const result = await deps
      .open(name)
      .catch((error: unknown) =>
        err(
          answerUnexpected(error, () => log.error('the opening of a scope failed', { error: String(error) })),
        ),
      );
    if (result.ok) return result;
    log.error('a scope cannot be opened', { scope: name, reason: result.error.message });
    // Opening costs threads, so a failed scope is not opened for every request.
    deps.timers.after(RETRY_MS, () => {
      scope.opening = null;
    });
    return result;
  };

  const opened = async (name: string, scope: Known<S>): Answer<S> => {
    scope.opening ??= begin(name, scope);
    const result = await scope.opening;
    if (result.ok) {
      names.set(result.value.services, name);
      return ok(result.value.services);
    }
    const { kind, message, retryable } = result.error;
    return refuse(kind, `The scope "${name}" cannot be opened: ${message}`, retryable);
  };

  const named = async (name: string): Answer<S> => {
    if (name === PERSONAL) return ok(own());
    const scope = known.get(name);
    return scope === undefined ? err(absent(name)) : opened(name, scope);
  };

  const absent = (name: string): CairnError =>
    unread.has(name) ? cairnError('storage_corrupt', unreadText(name)) : unknown(name);

  /** While the facts of a scope are unread, a project that no other scope has may be its own. */
  const unowned = (): Checked<null> => {
    const [name] = unread;
    return name === undefined ? ok(null) : err(absent(name));
  };

  const ownerOf = (project: string): string | null =>
    [...known].find(([, { file }]) => file.projects.includes(project))?.[0] ?? null;

  const keep = (name: string, change: (file: ScopeFile) => ScopeFile): void => {
    const scope = known.get(name);
    if (scope === undefined) return;
    const file = change(scope.file);
    files.write(name, file);
    scope.file = file;
  };

  /** Returns what is in the way of a new scope, such as a file with its name. */
  const written = (name: string, file: ScopeFile): CairnError | null => {
    try {
      files.write(name, file);
      return null;
    } catch (error) {
      return unwritable(systemCodeOf(error), `scopes/${name}`, String(error));
    }
  };

  const openings = () => Promise.all([...known].map(([name, scope]) => opened(name, scope)));

  /** Returns all scopes that can be opened: an id may be in any of them. */
  const all = async (): Promise<readonly S[]> =>
    (await openings()).flatMap((result) => (result.ok ? [result.value] : []));

  /**
   * Moves the memories. Before that, notes their ids in the scope that they enter or leave. Removes the ids once no
   * memory is in two files.
   */
  const moving = async (records: readonly Memory[], from: S, to: S, name: string): Answer<Moved> => {
    const ids = new Set(records.map(({ id }) => id));
    const at = name === PERSONAL ? (names.get(from) ?? name) : name;
    keep(at, (file) => ({ ...file, moving: [...new Set([...file.moving, ...ids])] }));
    const moved = await moveMemories(records, from, to);
    if (moved.ok) keep(at, (file) => ({ ...file, moving: file.moving.filter((id) => !ids.has(id)) }));
    return moved;
  };

  /** Finds the project's memories in other files. A move that was cut short may have left some. */
  const elsewhere = async (project: string, to: S) => {
    const plans: { readonly from: S; readonly records: readonly Memory[] }[] = [];
    for (const from of [own(), ...(await all())].filter((one) => one !== to)) {
      const memories = await memoriesOf(from.engine());
      if (!memories.ok) return memories;
      const ids = memories.value.filter((one) => one.project === project).map(({ id }) => id);
      const records = await planMove(memories.value, ids, from.engine(), to.engine());
      if (!records.ok) return records;
      if (records.value.length > 0) plans.push({ from, records: records.value });
    }
    return ok(plans);
  };

  const listed = async ([name, scope]: readonly [string, Known<S>]) => {
    const services = await opened(name, scope);
    const { projects, moving: cut } = scope.file;
    const about = { name, projects: [...projects], moving: [...cut] };
    if (!services.ok)
      return { ...about, memories: null, vault: null, server: null, problem: services.error.message };
    const engine = services.value.engine();
    const [{ memories }, { vault }] = await Promise.all([engine.counts(), engine.syncFacts()]);
    return { ...about, memories, vault: vault?.id ?? null, server: vault?.server ?? null, problem: null };
  };

  const isEmpty = (): boolean => known.size === 0 && unread.size === 0;

  return {
    ...{ isEmpty, named, all },
    /** Returns null for the personal file. */
    async of(place: Placed): Answer<S | null> {
      if (isEmpty()) return ok(null);
      const resolved = await resolveProject(own().projects, place);
      // The request's own handler reports a wrong project.
      if (!resolved.ok || typeof resolved.value.project !== 'string') return ok(null);
      const name = ownerOf(resolved.value.project);
      return name === null ? unowned() : named(name);
    },
    /** Returns the scope whose file was backed up, by its device or, where the personal file has no vault, by its vault. */
    async ofBackup({ device, vault }: BackupFacts): Promise<string | null> {
      const isInVault = (await own().engine().syncFacts()).vault !== null;
      for (const services of await all()) {
        const facts = await services.engine().syncFacts();
        const isSame = device !== null && facts.device?.id === device;
        if (isSame || (!isInVault && vault !== null && facts.vault?.id === vault))
          return names.get(services) ?? null;
      }
      return null;
    },
    list: async (): Promise<ScopesResult> => ({
      scopes: [...(await Promise.all([...known].map(listed))), ...[...unread].map(unlisted)],
    }),
    /** Returns a sentence for each scope that cannot be used. */
    problems: async (): Promise<readonly string[]> => [
      ...[...unread].map(unreadText),
      ...(await openings()).flatMap((result) => (result.ok ? [] : [result.error.message])),
    ],
    async add(name: string): Answer<{ readonly name: string }> {
      if (scopeName(name) === null)
        return refuseInput(
          `A scope's name is 1 to 32 small letters, digits and dashes, and not "${PERSONAL}".`,
        );
      if (known.has(name)) return refuseInput(`There is a scope "${name}" already.`);
      const scope: Known<S> = { file: { projects: [], moving: [] }, opening: null };
      // Facts that cannot be read are replaced only when the scope opens.
      const problem = unread.has(name) ? null : written(name, scope.file);
      if (problem !== null) return err(problem);
      known.set(name, scope);
      const services = await opened(name, scope);
      if (services.ok) {
        if (unread.delete(name)) files.write(name, scope.file);
        return ok({ name });
      }
      known.delete(name);
      if (!unread.has(name)) files.unlist(name);
      return services;
    },
    async remove(name: string): Answer<{ readonly name: string }> {
      const scope = known.get(name);
      if (scope === undefined) return err(absent(name));
      scope.opening ??= begin(name, scope);
      const open = await scope.opening;
      // A scope that cannot be opened at the moment may be intact and hold keys that exist nowhere else.
      if (!open.ok && open.error.kind !== 'storage_corrupt') return open;
      if (open.ok && (await open.value.services.engine().syncFacts()).vault !== null)
        return refuse(
          'already_in_vault',
          `The scope "${name}" is in a vault. \`cairn --scope ${name} leave\` removes this device from the vault first.`,
        );
      known.delete(name);
      if (open.ok) await open.value.end();
      files.remove(name);
      return ok({ name });
    },
    async use(name: string, { move = false, ...place }: Placed & { readonly move?: boolean | undefined }) {
      const to = await named(name);
      if (!to.ok) return to;
      const resolved = await resolveProject(own().projects, place);
      if (!resolved.ok) return resolved;
      const { project } = resolved.value;
      if (typeof project !== 'string') return refuseInput('Name a project.');
      const plans = await elsewhere(project, to.value);
      if (!plans.ok) return plans;
      const many = plans.value.reduce((sum, { records }) => sum + records.length, 0);
      if (many > 0 && !move) return refuseInput(staying(many));
      // The project changes its scope before the move, so memories saved meanwhile are in the right file.
      const before = ownerOf(project);
      if (before !== name) keep(name, (file) => ({ ...file, projects: [...file.projects, project] }));
      if (before !== null && before !== name)
        keep(before, (file) => ({ ...file, projects: file.projects.filter((one) => one !== project) }));
      for (const { from, records } of plans.value) {
        const moved = await moving(records, from, to.value, name);
        if (!moved.ok) return moved;
      }
      return ok({ project, scope: name, moved: many });
    },
    /** Moves memories. `fromName` null is the personal file. */
    async move(ids: readonly string[], name: string, fromName: string | null) {
      const from = await named(fromName ?? PERSONAL);
      if (!from.ok) return from;
      const to = await named(name);
      if (!to.ok) return to;
      if (from.value === to.value)
        return refuseInput(
          fromName == null
            ? `A memory is moved out of the personal file, unless --scope names the scope that it is in: \`cairn --scope NAME scope move ID ${name}\`.`
            : `They are in "${name}" already.`,
        );
      const memories = await memoriesOf(from.value.engine());
      if (!memories.ok) return memories;
      const records = await planMove(memories.value, ids, from.value.engine(), to.value.engine());
      if (!records.ok) return records;
      const moved = await moving(records.value, from.value, to.value, name);
      return moved.ok ? ok({ scope: name, ...moved.value }) : moved;
    },
    begin: () => void all(),
    async end(): Promise<void> {
      const openings = [...known.values()].map(({ opening }) => opening);
      await Promise.all((await Promise.all(openings)).map((open) => (open?.ok ? open.value.end() : null)));
    },
  };
};

const RETRY_MS = 5_000;

const unreadText = (name: string): string =>
  `The projects of the scope "${name}" are unknown, because its file scope.json cannot be read. Repair it and start the daemon again, or run \`cairn scope add ${name}\` and then \`cairn scope use ${name}\` in each of its projects. Until then no project without a scope can be used.`;
const unlisted = (name: string) => ({
  ...{ name, projects: [], moving: [], memories: null, vault: null, server: null },
  problem: unreadText(name),
});
/** A client sends some names with a space behind them. */
const unknown = (name: string): CairnError =>
  cairnError(
    'not_found',
    `There is no scope "${name.trim()}". \`cairn scope list\` shows them; \`cairn scope add\` makes one.`,
  );
const staying = (many: number): string =>
  many === 1
    ? 'One memory of this project is in another file. Add --move to move it too.'
    : `${many} memories of this project are in other files. Add --move to move them too.`;
