/** Inputs that several commands share. */
import { ok, printable, type Result } from '@cairn/schema';
import type { ParsedArgs } from './command.ts';
import { type Answer, type Failure, misuse } from './failure.ts';
import type { Io } from './io.ts';
import { meantText } from './meant.ts';

/** Name for no project, as in the tools of agents. A list of it has only the memories of no project. */
export const NO_PROJECT = 'global';

/** Returns the project of a request. "." is the working folder's project, which the daemon finds. [M-8] */
export const projectOf = (
  given: ParsedArgs,
  io: Io,
): { readonly project?: string; readonly cwd?: string } => {
  const project = given.text('project');
  if (project === undefined) return {};
  return project === '.' ? { project, cwd: io.cwd } : { project };
};

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

/** Returns a note if a project name was probably mistyped, else ''. An alias is a name, too. */
export const noSuchProject = async (given: ParsedArgs, io: Io): Promise<string> => {
  const project = given.text('project');
  if (project === undefined || project === '.' || project === NO_PROJECT) return '';
  if (!io.isErrTerminal || io.json) return '';
  const stats = await io.ask('GET /v1/stats');
  const settings = await io.ask('GET /v1/settings');
  if (!stats.ok || !settings.ok) return '';
  const isKnown = stats.value.projects.some((one) => one.project === project);
  if (isKnown || Object.hasOwn(settings.value.aliases, project) || /:\/\/|@/.test(project)) return '';
  const names = stats.value.projects.flatMap((one) => one.project ?? []);
  return printable(
    `No memory is in the project "${project}".${meantText(project, names)} \`cairn projects\` lists them.`,
  );
};

/** The daemon's limit for one request, in bytes. A text that is too long for a memory is still sent: the daemon's message names the limit. */
const TEXT_BYTES_MAX = 8_388_608;

/** Returns the words of an argument, or standard input for "-". */
export const textOf = async (words: readonly string[], io: Io): Answer<string> =>
  words.length === 1 && words[0] === '-' ? io.readStdin(TEXT_BYTES_MAX) : ok(words.join(' '));
