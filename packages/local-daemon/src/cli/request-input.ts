/** Inputs that several commands share. */
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { ok, printable, type Result } from '@cairn/schema';
import { quoteForShell } from '../agents/our-marks.ts';
import type { ParsedArgs } from './command.ts';
import { type Answer, type Failure, misuse } from './failure.ts';
import type { Io } from './io.ts';
import { meantText } from './meant.ts';
import { memories } from './output/short-time.ts';

/** Name for no project, as in the tools of agents. A list of it has only the memories of no project. */
export const NO_PROJECT = 'global';

/** Matches a relative path. */
const FOLDER = /^\.{1,2}(?:[\\/]|$)/;

interface AskedProject {
  readonly project: string;
  /** The folder whose project the daemon finds. */
  readonly cwd?: string;
}

/** Returns the project of a request, if one is given. */
export const projectOf = (given: ParsedArgs, io: Io): Partial<AskedProject> =>
  given.text('project') === undefined ? {} : projectHereOf(given, io);

/** Returns the project of a request; by default, the one of this folder. "." and "../web" are the projects of these folders. [M-8] */
export const projectHereOf = (given: ParsedArgs, io: Io): AskedProject => {
  const project = given.text('project') ?? '.';
  return FOLDER.test(project) ? { project: '.', cwd: resolve(io.cwd, project) } : { project };
};

/** Returns a tag as it is stored. Lists show it as `#work`, so it may be written so. */
export const plainTag = (tag: string): string => tag.replace(/^#/, '');

/** Returns the tags of `--tag`; undefined if the option is absent. */
export const tagsOf = (given: ParsedArgs): string[] | undefined => given.texts('tag')?.map(plainTag);

/** Returns the fields of `--meta`; undefined if the option is absent. */
export const metadataOf = (given: ParsedArgs): Result<Record<string, string> | undefined, Failure> => {
  const pairs = given.texts('meta');
  if (pairs === undefined) return ok(undefined);
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  if (wrong !== undefined) return misuse(`--meta takes KEY=VALUE, such as team=ops, and not "${wrong}".`);
  return ok(
    Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  );
};

/** Returns the filters of a list or a search. [F-5] */
export const filtersOf = (given: ParsedArgs) => ({
  pinned: given.flag('pinned') || undefined,
  since: given.text('since'),
  until: given.text('until'),
  agent: given.text('agent'),
  source: given.text('source'),
});

/** Returns a note if memories are probably under another name than the one of `-p`, else ''. An alias is a name, too. */
export const otherProject = async (given: ParsedArgs, io: Io): Promise<string> => {
  const project = given.text('project');
  if (project === undefined || project === NO_PROJECT || !io.isErrTerminal || io.json) return '';
  const stats = await io.ask('GET /v1/stats');
  if (!stats.ok) return '';
  if (FOLDER.test(project)) return project === '.' ? earlierProject(stats.value.projects, io) : '';
  const settings = await io.ask('GET /v1/settings');
  if (!settings.ok) return '';
  const isKnown = stats.value.projects.some((one) => one.project === project);
  if (isKnown || Object.hasOwn(settings.value.aliases, project) || /:\/\/|@/.test(project)) return '';
  const names = stats.value.projects.flatMap((one) => one.project ?? []);
  return printable(
    `No memory is in the project "${project}".${meantText(project, names)} \`cairn projects\` lists them.`,
  );
};

/** Returns the name of this folder's project, which the settings may change. */
export const projectHere = async (io: Io): Answer<string> => {
  const names = await namesHere(io);
  return names.ok ? ok(names.value.named) : names;
};

/** Returns the name of this folder's project, and the folder's other names: that without the settings, then earlier ones. */
const namesHere = async (
  io: Io,
  isWanted = (_aliases: Aliases): boolean => true,
): Answer<{ readonly named: string; readonly earlier: readonly string[] }> => {
  const settings = await io.ask('GET /v1/settings');
  if (!settings.ok) return settings;
  const { aliases } = settings.value;
  // Without such a name in use, no history of commits is read.
  if (!isWanted(aliases)) return ok({ named: '', earlier: [] });
  const { allNamesOf } = await import('../adapters/git-projects.ts');
  const earlier = await allNamesOf(io.cwd);
  const [own = ''] = earlier;
  return ok({ named: new Map(Object.entries(aliases)).get(own) ?? own, earlier });
};

type Aliases = Readonly<Record<string, string>>;

type Counted = readonly { readonly project: string | null; readonly count: number }[];

/**
 * Returns a note on memories of this folder from before its repository had its remote or its first commit, from before the folder was
 * renamed or moved, or from before the settings gave its project another name, else ''. [M-8]
 */
export const earlierProject = async (counted: Counted, io: Io): Promise<string> => {
  const names = await namesHere(io, (aliases) =>
    counted.some(
      ({ project }) => project !== null && (BY_FOLDER.test(project) || Object.hasOwn(aliases, project)),
    ),
  );
  if (!names.ok || names.value.named === '') return '';
  const { named, earlier } = names.value;
  for (const name of earlier) {
    const count = counted.find(({ project }) => project === name)?.count ?? 0;
    if (count === 0 || name === named) continue;
    const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
    const words = [name, named].map(quoteForShell).join(' ');
    return printable(
      `${memories(count)} ${are} in "${name}", an earlier name of this folder's project. \`cairn projects rename ${words}\` moves ${them} to the present name.`,
    );
  }
  const gone = goneFolder(counted, named);
  if (gone === undefined) return '';
  const words = [gone.project, named].map(quoteForShell).join(' ');
  return printable(
    `${memories(gone.count)} in "${gone.project}", a folder that is not on this device. If this folder is that one, \`cairn projects rename ${words}\` moves what it has here.`,
  );
};

/** Returns the one missing folder that may be this one: it had the same name, or was in the same place. None if this one has memories. */
const goneFolder = (counted: Counted, own: string) => {
  if (!isAbsolute(own) || counted.some(({ project }) => project === own)) return undefined;
  const isAlike = (path: string): boolean =>
    dirname(path) === dirname(own) || basename(path) === basename(own);
  const gone = counted.flatMap(({ project, count }) =>
    project !== null && isAbsolute(project) && isAlike(project) && !existsSync(project)
      ? [{ project, count }]
      : [],
  );
  return gone.length === 1 ? gone[0] : undefined;
};

/** Names that a folder or a first commit gives a project. A long path begins with `…`. */
const BY_FOLDER = /^(?:git:|[/\\…]|[A-Za-z]:)/;
