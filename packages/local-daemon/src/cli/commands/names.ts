/** `cairn tags`, `cairn projects`: the names in use and how many memories each has; `cairn tags rename`. */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import type { Run } from '../command.ts';
import { confirm } from '../confirm.ts';
import { type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { columns } from '../output/columns.ts';
import { memories } from '../output/short-time.ts';
import type { Style } from '../style.ts';

export const tags: Run = async (_, io) => {
  const stats = await io.ask('GET /v1/stats');
  if (!stats.ok) return stats;
  const counted = stats.value.tags;
  return ok({
    json: { tags: counted },
    human: (style) =>
      countsText(
        'tag',
        counted.map(({ tag, count }) => [`#${tag}`, count]),
        style,
      ),
    notes: counted.length === 0 ? ['No tags. `cairn save TEXT -t TAG` gives one.'] : [],
  });
};

export const projects: Run = async (_, io) => {
  const stats = await io.ask('GET /v1/stats');
  if (!stats.ok) return stats;
  const counted = stats.value.projects;
  return ok({
    json: { projects: counted },
    human: (style) =>
      countsText(
        'project',
        counted.map(({ project, count }) => [project ?? '(no project)', count]),
        style,
      ),
    notes:
      counted.length === 0 ? ['No projects. `cairn save TEXT -p .` saves into the one of this folder.'] : [],
  });
};

const countsText = (title: string, rows: readonly (readonly [string, number])[], style: Style): string =>
  rows.length === 0
    ? ''
    : columns(
        [
          { title, paint: style.cyan },
          { title: 'memories', align: 'right', whole: true },
        ],
        rows.map(([name, count]) => [name, String(count)]),
        style,
      );

/** Where the new name is in use already, both are one afterwards. */
export const renameTag: Run = async (given, io) => {
  const [from = '', to = ''] = given.args.map((name) => name.trim().replace(/^#/, ''));
  if (from === to) return err(failure('usage', 'Both names are the same. Usage: cairn tags rename TAG NEW'));
  const found = await io.ask('GET /v1/memories', { query: { tag: [from], limit: 1 } });
  if (!found.ok) return found;
  const { total } = found.value;
  if (total === 0)
    return err(failure('not_found', `No memory has the tag "${from}". \`cairn tags\` lists them.`));
  const known = await io.ask('GET /v1/memories', { query: { tag: [to], limit: 1 } });
  if (!known.ok) return known;
  if (known.value.total > 0) {
    const question = `#${to} is on ${memories(known.value.total)} already. Merge the ${total} of #${from} into it?`;
    const asked = await confirm(given, io, question);
    if (!asked.ok) return asked;
  }
  const changed = await retag(from, to, io);
  if (!changed.ok) return changed;
  return ok({
    json: { from, to, memories: changed.value },
    human: (style) => `${style.green('Renamed')} #${from} to #${to} on ${memories(changed.value)}.`,
  });
};

/** Renamed memories leave the list, so its first page is always the next one. */
const retag = async (from: string, to: string, io: Io): Promise<Result<number, Failure>> => {
  const done = new Set<string>();
  for (;;) {
    const page = await io.ask('GET /v1/memories', { query: { tag: [from], limit: LIMITS.listLimitMax } });
    if (!page.ok) return page;
    if (page.value.memories.length === 0) return ok(done.size);
    for (const { id } of page.value.memories) {
      // Names that are one tag after all would be renamed for ever.
      if (done.has(id)) return err(failure('usage', `"${from}" and "${to}" are the same tag.`));
      const changed = await io.ask('PATCH /v1/memories/:id', {
        at: { id },
        body: { addTags: [to], removeTags: [from] },
      });
      if (!changed.ok) return changed;
      done.add(id);
    }
  }
};
