/**
 * Installs Cairn into agents and removes it. All edits are planned from the files' texts before anything is written. If
 * one file of an agent cannot be edited, none of the agent's files is changed. [IN-1 to IN-5]
 */
import { dirname } from 'node:path';
import { dropToml } from '../../agents/edit/toml-block.ts';
import { keptBy, withOurPart, withoutOurPart } from '../../agents/file-plan.ts';
import type {
  AgentInstaller,
  InstallScope,
  InstallWish,
  Launcher,
  Piece,
  Place,
} from '../../agents/installer.ts';
import { type ConfigFiles, textIn } from './config-files.ts';
import { type FileRecord, hashOf, type Integration, isSamePlace } from './records.ts';

export interface FileChange {
  readonly path: string;
  /** Text before the change; null for no file. `after`: the text after it; null when the file is deleted. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface Outcome {
  readonly changes: readonly FileChange[];
  /** Sentences, each with the path of its file. */
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

export interface IntegrationDeps {
  readonly files: ConfigFiles;
  readonly place: Place;
  readonly launcher: Launcher;
  readonly version: string;
  readonly records: {
    read(): readonly Integration[];
    /** Reads and writes them, one process at a time. */
    change(update: (all: readonly Integration[]) => readonly Integration[]): void;
  };
}

interface PlannedFile extends FileChange {
  readonly record: FileRecord | null;
  /** True when the file has nothing of Cairn's yet, so a copy of it is worth keeping. */
  readonly isTheirs?: boolean;
}
type Plan = PlannedFile | { readonly failure: string };

/** How many times a file is planned when its agent writes it at the same moment. */
const TRIES_MAX = 5;

const USER_MODE = 0o600;
const PROJECT_MODE = 0o644;

export type Integrations = ReturnType<typeof createIntegrations>;

export const createIntegrations = (deps: IntegrationDeps) => {
  const { files, place, launcher, version, records } = deps;
  const keyOf = (installer: AgentInstaller, scope: InstallScope) => ({
    agent: installer.agent,
    scope,
    root: scope === 'user' ? null : place.root,
  });
  const known = (key: ReturnType<typeof keyOf>): Integration | undefined =>
    records.read().find((one) => isSamePlace(one, key));

  const planAll = (pieces: readonly Piece[], plan: (piece: Piece) => Plan | null) => {
    const jobs = pieces.map((piece) => ({ plan: plan(piece), again: () => plan(piece) }));
    return {
      planned: jobs.flatMap(({ plan: made, again }) =>
        made !== null && 'path' in made ? [{ ...made, again }] : [],
      ),
      failures: jobs.flatMap(({ plan: made }) => (made !== null && 'failure' in made ? [made.failure] : [])),
    };
  };

  /** Writes one file. If its agent wrote it in between, plans the file again from the agent's text. */
  const applyOne = (file: PlannedFile, again: () => Plan | null, mode: number): Plan | null => {
    let plan: Plan | null = file;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (plan === null || 'failure' in plan || plan.before === plan.after) return plan;
      const { path, before, after, isTheirs = false }: PlannedFile = plan;
      const result =
        after !== null
          ? files.write(path, after, { expected: before, mode, backup: isTheirs })
          : before === null
            ? null
            : files.remove(path, before);
      if (result?.kind === 'failed') return { failure: sentence(path, result.reason) };
      if (result?.kind !== 'changed') return withMade(plan, result?.made ?? null);
      plan = again();
    }
    return {
      failure: sentence(file.path, 'another program keeps changing it; stop that program and try again'),
    };
  };

  /** Writes the files that differ. Returns the changes that were made and the failures. */
  const apply = (planned: readonly (PlannedFile & { again: () => Plan | null })[], scope: InstallScope) => {
    const mode = scope === 'user' ? USER_MODE : PROJECT_MODE;
    const plans = planned.flatMap(({ again, ...file }) => applyOne(file, again, mode) ?? []);
    return {
      done: plans.filter((plan) => 'path' in plan),
      failures: plans.flatMap((plan) => ('failure' in plan ? [plan.failure] : [])),
    };
  };

  const install = (installer: AgentInstaller, scope: InstallScope, dryRun: boolean): Outcome => {
    const wish: InstallWish = { scope, place, launcher };
    const key = keyOf(installer, scope);
    const past = known(key);
    const { planned, failures } = planAll(installer.pieces(wish), (piece) => planInstall(deps, piece, past));
    const notes = installer.notes(wish);
    if (failures.length > 0) return { changes: [], failures, notes: [] };
    if (dryRun) return { changes: changed(planned), failures: [], notes };
    const applied = apply(planned, scope);
    const fresh = applied.done.flatMap(({ record }) => (record === null ? [] : [record]));
    // The earlier record stays valid for a file that could not be written now.
    const left = (past?.files ?? []).filter(({ path }) => fresh.every((file) => file.path !== path));
    if (fresh.length > 0)
      records.change((all) => [
        ...all.filter((one) => !isSamePlace(one, key)),
        { ...key, version, files: [...left, ...fresh] },
      ]);
    return { changes: changed(applied.done), failures: applied.failures, notes };
  };

  const uninstall = (installer: AgentInstaller, scope: InstallScope, dryRun: boolean): Outcome => {
    const key = keyOf(installer, scope);
    const past = known(key);
    const pieces = installer.pieces({ scope, place, launcher }).flatMap(withSpellings);
    const { planned, failures } = planAll(pieces, (piece) => planUninstall(deps, piece, past));
    if (failures.length > 0)
      return { changes: [], failures: [...failures, ...changed(planned).map(leftSentence)], notes: [] };
    if (dryRun) return { changes: changed(planned), failures: [], notes: [] };
    const applied = apply(planned, scope);
    // Inner folders have to be deleted before the outer folders that were created first.
    const notes = applied.done.toReversed().flatMap((file) => leaveNothing(deps, file, past));
    if (applied.failures.length === 0) records.change((all) => all.filter((one) => !isSamePlace(one, key)));
    return { changes: changed(applied.done), failures: applied.failures, notes };
  };

  return { install, uninstall };
};

/** An agent's file may have got its other name since the installation. */
const withSpellings = (piece: Piece): readonly Piece[] =>
  piece.kind === 'json' && piece.otherPath !== undefined
    ? [piece, { ...piece, path: piece.otherPath }]
    : [piece];

const withMade = (file: PlannedFile, made: string | null): PlannedFile =>
  file.record === null || made === null ? file : { ...file, record: { ...file.record, made } };

const changed = (planned: readonly PlannedFile[]): readonly FileChange[] =>
  planned
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => ({ path, before, after }));

const sentence = (path: string, reason: string): string => `${path}: ${reason}. It was left as it is.`;

/** Returns the sentence about a file that its owner has to mend. */
const unfit = (path: string, reason: string): string =>
  `${sentence(path, reason)} Fix it, then run this again.`;

const leftSentence = ({ path }: FileChange): string =>
  `${path}: Cairn's part is still in it, because all of an agent's files go together. Fix the other file and run this again.`;

const planInstall = ({ files }: IntegrationDeps, piece: Piece, past: Integration | undefined): Plan => {
  const { path } = piece;
  const found = files.read(path);
  if (found.kind === 'failed') return { failure: unfit(path, found.reason) };
  const before = found.kind === 'text' ? found.text : null;
  const made = withOurPart(piece, before);
  if (made.kind === 'refused') return { failure: unfit(path, made.reason) };
  const known = past?.files.find((file) => file.path === path);
  // Only a file that nobody else changed since the last installation can be restored byte for byte.
  const isUntouched = known !== undefined && before !== null && hashOf(before) === known.after;
  // A file that cannot be parsed, such as an empty one, has nothing of Cairn's.
  const bare = before === null ? null : withoutOurPart(piece, before, keptBy(piece, before), false);
  const isTheirs = bare !== null && (bare.kind === 'refused' || bare.text === before);
  const origin = isUntouched
    ? { before: known.before, kept: known.kept }
    : {
        before: before === null ? null : hashOf(before),
        kept: isTheirs ? [...keptBy(piece, before)] : (known?.kept ?? []),
      };
  return {
    ...(isTheirs ? { isTheirs } : {}),
    path,
    before,
    after: made.text,
    record: { path, ...origin, after: hashOf(made.text), made: known?.made ?? null },
  };
};

const planUninstall = (
  { files }: IntegrationDeps,
  piece: Piece,
  past: Integration | undefined,
): Plan | null => {
  const { path } = piece;
  const found = files.read(path);
  if (found.kind === 'failed') return { failure: unfit(path, found.reason) };
  if (found.kind === 'absent') return null;
  const before = found.text;
  const known = past?.files.find((file) => file.path === path);
  const clean = (text: string | null): string | null => withoutNotes(files, piece, text);
  const original = known === undefined ? undefined : originalOf(files, path, before, known);
  if (original !== undefined) return { path, before, after: clean(original), record: null };
  const taken = withoutOurPart(piece, clean(before) ?? '', known?.kept ?? [], known?.before === null);
  return taken.kind === 'refused'
    ? { failure: unfit(path, taken.reason) }
    : { path, before, after: taken.text, record: null };
};

const withoutNotes = (files: ConfigFiles, piece: Piece, text: string | null): string | null =>
  text === null || piece.kind !== 'toml' || piece.notes === undefined
    ? text
    : dropToml(text, piece.notes.path, piece.notes.names(textIn(files)));

/**
 * Returns the text before Cairn's edit if nobody changed the file since, null if there was no file, and undefined if it
 * is unknown.
 */
const originalOf = (
  files: ConfigFiles,
  path: string,
  now: string,
  known: FileRecord,
): string | null | undefined => {
  if (hashOf(now) !== known.after || known.before === known.after) return undefined;
  if (known.before === null) return null;
  const backup = files.readBackup(path);
  return backup !== null && hashOf(backup) === known.before ? backup : undefined;
};

/**
 * Deletes the backup once the file has its original text. Deletes folders that were created for the file if they are
 * empty.
 */
const leaveNothing = (
  { files }: IntegrationDeps,
  { path, after }: PlannedFile,
  past: Integration | undefined,
): readonly string[] => {
  const made = past?.files.find((file) => file.path === path)?.made ?? null;
  if (after === null && made !== null)
    for (let folder = dirname(path); folder.startsWith(made); folder = dirname(folder))
      files.removeEmptyFolder(folder);
  const backup = files.readBackup(path);
  if (backup === null) return [];
  if (backup === after) {
    files.removeBackup(path);
    return [];
  }
  return [`${path} was changed by others since; what it was before Cairn is still in ${path}.cairn-backup.`];
};
