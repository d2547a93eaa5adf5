import { type BodyOf, ok, type SearchHit, type SearchResult } from '@cairn/schema';
import type { Run } from '../command.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { passageLines } from '../output/passage-lines.ts';
import { memories } from '../output/short-time.ts';
import { projectOf } from '../request-input.ts';
import { printable, type Style } from '../style.ts';

export const search: Run = async (given, io) => {
  const input: BodyOf<'POST /v1/search'> = {
    query: given.args.join(' '),
    in: given.texts('in')?.flatMap((places) => places.split(',')),
    session: given.text('session'),
    tags: given.texts('tag')?.slice(),
    ...projectOf(given, io),
    namespace: given.text('namespace'),
    limit: given.int('limit'),
    mode: given.text('mode'),
    fts: given.flag('fts') ? true : undefined,
    asOf: given.text('as-of'),
    explain: given.flag('explain') ? true : undefined,
  };
  const found = await io.ask('POST /v1/search', { body: input });
  if (!found.ok) return found;
  const { results, passages, elsewhere, reason } = found.value;
  const shown = results.length + passages.length;
  return ok({
    json: found.value,
    human: (style) =>
      [
        ...results.map((hit) => hitLines(hit, style, io.nowMs)),
        ...passages.map((hit) => passageLines(hit, style, io.nowMs)),
      ].join('\n'),
    notes: [
      ...(shown === 0 ? [`Nothing found.${reason === undefined ? '' : ` ${reason}`}`] : []),
      ...(shown > 0 && reason !== undefined ? [reason] : []),
      ...(elsewhere.length === 0 ? [] : [elsewhereLine(elsewhere)]),
    ],
  });
};

/** A long memory is shown by the part that matched. */
const SHOWN_WHOLE = 160;

const hitLines = (hit: SearchHit, style: Style, nowMs: number): string => {
  const isPart = hit.content.length > SHOWN_WHOLE && hit.chunk.text.length < hit.content.length;
  const text = isPart
    ? `${hit.chunk.start > 0 ? '…' : ''}${hit.chunk.text}${hit.chunk.end < hit.content.length ? '…' : ''}`
    : hit.content;
  const lines = memoryLines(hit, style, nowMs, { text, aside: hit.score.toFixed(2) });
  return hit.why === undefined ? lines : `${lines}\n  ${style.dim(`why: ${JSON.stringify(hit.why)}`)}`;
};

const elsewhereLine = (elsewhere: SearchResult['elsewhere']): string =>
  `Elsewhere: ${elsewhere
    .map(({ project, count }) => `${memories(count)} in ${printable(project ?? 'no project')}`)
    .join(', ')}. Without -p, search looks everywhere.`;
