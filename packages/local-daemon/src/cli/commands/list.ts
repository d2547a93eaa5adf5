import { answered, type Run } from '../command.ts';
import { misuse } from '../failure.ts';
import { rememberList } from '../last-list.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { memories } from '../output/short-time.ts';
import { filtersOf, otherProject, projectOf, tagsOf } from '../request-input.ts';
import { printableName } from '../style.ts';

export const list: Run = async (given, io) => {
  const order = given.text('sort');
  if (given.text('by') === 'category' && order !== undefined)
    return misuse('--by category has an order of its own: leave --sort out.');
  const narrowing = {
    ...projectOf(given, io),
    tag: tagsOf(given),
    namespace: given.text('namespace'),
    session: given.text('session'),
    ...filtersOf(given),
  };
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const query = {
    limit: given.int('limit'),
    ...narrowing,
    order,
    all: given.flag('all') || undefined,
    by: given.text('by'),
  };
  return answered(io.ask('GET /v1/memories', { query }), async ({ memories: rows, total }) => {
    const numbered = rememberList(rows, io);
    const by = order === 'changed' ? 'updatedAt' : 'createdAt';
    return {
      human: (style) =>
        rows
          .flatMap((memory, at) => [
            ...(query.by === 'category' && memory.namespace !== rows[at - 1]?.namespace
              ? [style.bold(printableName(memory.namespace ?? ''))]
              : []),
            memoryLines(memory, style, io.nowMs, { by, row: numbered ? at + 1 : null }),
          ])
          .join('\n'),
      notes: [
        await otherProject(given, io),
        total > rows.length ? `${rows.length} of ${memories(total)}; -n shows more.` : '',
        total > 0
          ? ''
          : query.by === 'category'
            ? 'No memory has a key. `cairn save "…" --key NAME` gives one.'
            : isNarrowed
              ? 'No memory matches these options. Leave one out to see more.'
              : 'No memories. `cairn save "…"` makes one.',
      ],
    };
  });
};
