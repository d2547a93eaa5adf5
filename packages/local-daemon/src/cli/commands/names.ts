/** `cairn tags` and `cairn projects`: list the names in use with their numbers of memories, and rename them. */
import { err, LIMITS, ok } from '@cairn/schema';
import { quoteForShell } from '../../agents/our-marks.ts';
import { PERSONAL } from '../../services/scopes/scope-file.ts';
import { confirm } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { type Answer, type Failure, fail, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { columns, numbers } from '../output/columns.ts';
import { memories } from '../output/short-time.ts';
import { earlierProject, NO_PROJECT, plainTag, projectHere } from '../request-input.ts';
import type { Style } from '../style.ts';

export const tags: Run = (_, io) =>
  answered(io.ask('GET /v1/stats'), ({ tags: counted }) => {
    const rows = counted.map(({ tag, count }) => [`#${tag}`, String(count)]);
    return {
      json: { tags: counted },
      human: (style) => countsText('tag', rows, style),
      notes: [rows.length === 0 && 'No tags. `cairn save TEXT -t TAG` gives one.'],
    };
  });

export const projects: Run = (_, io) =>
  answered(io.ask('GET /v1/stats'), async ({ projects: counted }) => {
    const rows = counted.map(({ project, count }) => [project ?? '(no project)', String(count)]);
    return {
      json: { projects: counted },
      human: (style) => countsText('project', rows, style),
      notes: [
        rows.length === 0 && 'No projects. `cairn save TEXT -p .` saves into the one of this folder.',
        !io.json && (await earlierProject(counted, io)),
      ],
    };
  });

const countsText = (title: string, rows: readonly (readonly string[])[], style: Style): string =>
  rows.length === 0 ? '' : columns([{ title, paint: style.cyan }, numbers('memories')], rows, style);

/** `literal`: a project's name that the settings turn into another one. The daemon lists the other one's memories for it. */
type Listed = { readonly tag: string[] } | { readonly project: string } | { readonly literal: string };

interface Renaming {
  readonly from: string;
  readonly to: string;
  /** Returns the filter for the memories with a name. */
  list(name: string): Listed;
  rename(id: string): Answer<unknown>;
  readonly shown: (name: string) => string;
  readonly kind: 'tag' | 'project';
}

export const renameTag: Run = async (given, io) => {
  const [from = '', typed = ''] = given.args.map((name) => plainTag(name.trim()));
  // Every tag is kept in small letters.
  const to = typed.toLowerCase();
  return renameAll(given, io, {
    ...{ kind: 'tag', from, to, shown: (name) => `#${name}`, list: (name) => ({ tag: [name] }) },
    rename: (id) =>
      io.ask('PATCH /v1/memories/:id', { at: { id }, body: { addTags: [to], removeTags: [from] } }),
  });
};

/** Moves existing memories. Later ones get the folder's name, or an alias from the settings. */
export const renameProject: Run = async (given, io) => {
  const [from = '', to = ''] = given.args.map((name) => name.trim());
  const here = [from, to].includes('.') ? await projectHere(io) : ok('');
  return here.ok
    ? renameNamed(from === '.' ? here.value : from, to === '.' ? here.value : to, given, io)
    : here;
};

const renameNamed = async (from: string, to: string, given: Parameters<Run>[0], io: Io): ReturnType<Run> => {
  const settings = await io.ask('GET /v1/settings');
  if (!settings.ok) return settings;
  const meant = new Map(Object.entries(settings.value.aliases)).get(from);
  const done = await renameAll(given, io, {
    ...{ kind: 'project', from, to, shown: (name) => name },
    list: (name) => (name === from && meant !== undefined ? { literal: name } : { project: name }),
    rename: (id) =>
      io.ask('POST /v1/memories/:id/move', { at: { id }, body: { project: to === NO_PROJECT ? null : to } }),
  });
  if (!done.ok || done.value === null || to === NO_PROJECT) return done;
  const refused = await keepScope(from, to, io);
  const words = [`projects.${from}`, ...(to.startsWith('-') ? ['--'] : []), to].map(quoteForShell).join(' ');
  const note = `A folder of the old name finds these memories only after \`cairn config set ${words}\`, on each device. Sessions and files keep the old name.`;
  return ok({ ...done.value, notes: [refused ?? (meant !== to && note)] });
};

/** Puts the new name into the scope of the old one, so that later saves go there too. Returns why that was refused. [SP-2] */
const keepScope = async (from: string, to: string, io: Io): Promise<string | null> => {
  if (io.scope === PERSONAL) return null;
  const listed = await io.ask('GET /v1/scopes');
  const scope = listed.ok ? listed.value.scopes.find(({ projects: own }) => own.includes(from)) : undefined;
  if (scope === undefined) return null;
  const body = { project: to, cwd: io.cwd, move: false };
  const put = await io.ask('POST /v1/scopes/:name/projects', { at: { name: scope.name }, body });
  return put.ok ? null : `${to} is not in the scope "${scope.name}" yet. ${put.error.message}`;
};

/** If the new name is already in use, both become one. */
const renameAll = async (given: Parameters<Run>[0], io: Io, renaming: Renaming): ReturnType<Run> => {
  const { from, to, list, shown, kind } = renaming;
  const usage = `Usage: cairn ${kind}s rename ${kind.toUpperCase()} NEW`;
  if (from === to || to === '') return misuse(`Give another name. ${usage}`);
  if (kind === 'tag' && from.toLowerCase() === to.toLowerCase())
    return misuse(`The tag is "${from}" in any letter case. Give another name. ${usage}`);
  if (kind === 'project' && from === NO_PROJECT)
    return misuse('Memories of no project have no name to change. `cairn projects` lists the projects.');
  const found = await idsOf(list(from), io);
  if (!found.ok) return found;
  const total = found.value.length;
  if (total === 0)
    return fail('not_found', `No memory has the ${kind} "${from}". \`cairn ${kind}s\` lists them.`);
  const known = await idsOf(list(to), io);
  if (!known.ok) return known;
  if (known.value.length > 0) {
    const stands =
      kind === 'project' ? ' If both have the same key, the value in the second one is kept.' : '';
    const question = `${shown(to)} is on ${memories(known.value.length)} already.${stands} Merge the ${total} of ${shown(from)} into it?`;
    const asked = await confirm(given, io, question);
    if (!asked.ok) return asked;
  }
  return answered(renameEach(found.value, renaming), (many) => ({
    json: { from, to, memories: many },
    human: (style) => `${style.green('Renamed')} ${shown(from)} to ${shown(to)} on ${memories(many)}.`,
  }));
};

/** Returns the ids of the memories with the name. A project's list also has memories of no project. */
const idsOf = async (asked: Listed, io: Io): Answer<readonly string[]> => {
  const ids: string[] = [];
  let before: string | undefined;
  const isGlobal = 'project' in asked && asked.project === NO_PROJECT;
  const filter = 'literal' in asked ? {} : asked;
  const isMeant = (project: string | null): boolean =>
    'literal' in asked ? project === asked.literal : 'tag' in asked || isGlobal || project !== null;
  for (;;) {
    const page = await io.ask('GET /v1/memories', {
      query: { ...filter, before, limit: LIMITS.listLimitMax },
    });
    if (!page.ok) return page;
    for (const { id, project } of page.value.memories) if (isMeant(project)) ids.push(id);
    if (page.value.next === null) return ok(ids);
    before = page.value.next;
  }
};

/** Returns the number of renamed memories. One that was forgotten meanwhile is passed over. */
const renameEach = async (ids: readonly string[], { rename }: Renaming): Answer<number> => {
  let count = 0;
  for (const id of ids) {
    const changed = await rename(id);
    if (changed.ok) count++;
    else if (changed.error.kind !== 'not_found') return err(stoppedAfter(count, ids.length, changed.error));
  }
  return ok(count);
};

const stoppedAfter = (count: number, total: number, error: Failure): Failure => {
  if (count === 0) return error;
  const before = `${count} of ${memories(total)} ${count === 1 ? 'was' : 'were'} renamed before.`;
  return { ...error, message: `${error.message} ${before} Run the command again for the others.` };
};
