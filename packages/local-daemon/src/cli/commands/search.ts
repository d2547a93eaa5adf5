import {
  type BodyOf,
  orElse,
  type PassageHit,
  type SearchHit,
  type SearchResult,
  termsOf,
} from '@cairn/schema';
import { readDocument } from '../../adapters/document-files.ts';
import { answered, type Run } from '../command.ts';
import type { Io } from '../io.ts';
import { rememberList } from '../last-list.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { passageLines, whyLines } from '../output/passage-lines.ts';
import { memories } from '../output/short-time.ts';
import { filtersOf, projectOf, tagsOf } from '../request-input.ts';
import { joined, printable, type Style } from '../style.ts';

export const search: Run = (given, io) => {
  const isExplained = given.flag('explain');
  const input: BodyOf<'POST /v1/search'> = {
    query: given.args.join(' '),
    in: given.texts('in')?.flatMap((places) => places.split(',')),
    session: given.text('session'),
    tags: tagsOf(given),
    ...projectOf(given, io),
    namespace: given.text('namespace'),
    limit: given.int('limit'),
    mode: given.text('mode'),
    fts: given.flag('fts') ? true : undefined,
    asOf: given.text('as-of'),
    ...filtersOf(given),
    // The `why` of each hit has the matched terms. These are marked, and select the shown line of a document.
    explain: isExplained || !io.json ? true : undefined,
  };
  return answered(io.ask('POST /v1/search', { body: input }), async (found) => {
    const { results, passages, elsewhere, reason = '' } = found;
    const isEmpty = results.length + passages.length === 0;
    const numbered = rememberList(results, io);
    const above = passages.filter((hit) => hit.above === true);
    const below = passages.filter((hit) => hit.above !== true);
    const linesOf = (hits: readonly PassageHit[], style: Style): readonly string[] =>
      hits.map((hit) => passageLines(hit, style, io.nowMs, { isExplained, textOf }));
    return {
      human: (style) =>
        [
          ...linesOf(above, style),
          ...results.map((hit, at) =>
            hitLines(hit, style, io.nowMs, { row: numbered ? at + 1 : null, isExplained }),
          ),
          ...linesOf(below, style),
        ].join('\n'),
      notes: [
        isEmpty ? joined(' ', ['Nothing found.', reason]) : '',
        isEmpty && input.mode !== 'text' ? await waitingNote(io) : '',
        isEmpty ? '' : reason,
        elsewhere.length === 0 ? '' : await elsewhereLine(elsewhere, io),
      ],
    };
  });
};

/** Returns the present text of a document's file; null if it cannot be read as text. */
const textOf = (path: string): string | null => {
  const found = orElse(() => readDocument(path), null);
  return found?.kind === 'text' ? found.text : null;
};

/** Returns a note if memories still wait for vectors, because a search by meaning does not find them yet. */
const waitingNote = async (io: Io): Promise<string> => {
  const status = await io.ask('GET /v1/status');
  const pending = status.ok ? (status.value.models.embedder?.pending ?? 0) : 0;
  return pending === 0
    ? ''
    : `${memories(pending)} not embedded yet: until then they are found by words only.`;
};

/** Characters of the longest memory that is shown whole. Only the matching part of a longer memory is shown. */
const SHOWN_WHOLE = 160;

const hitLines = (
  hit: SearchHit,
  style: Style,
  nowMs: number,
  { row, isExplained }: { readonly row: number | null; readonly isExplained: boolean },
): string => {
  const isPart = hit.content.length > SHOWN_WHOLE && hit.chunk.text.length < hit.content.length;
  const text = isPart
    ? `${hit.chunk.start > 0 ? '…' : ''}${hit.chunk.text}${hit.chunk.end < hit.content.length ? '…' : ''}`
    : hit.content;
  const lines = memoryLines(hit, style, nowMs, {
    text,
    aside: hit.score.toFixed(2),
    row,
    terms: termsOf(hit.why),
  });
  return isExplained ? [lines, ...whyLines(hit, style)].join('\n') : lines;
};

const elsewhereLine = async (elsewhere: SearchResult['elsewhere'], io: Io): Promise<string> => {
  const found = elsewhere.map(
    ({ project, count }) => `${memories(count)} in ${printable(project ?? 'no project')}`,
  );
  // Without a project, a search looks in the personal file only. [SP-2]
  const listed = io.scope === null ? await io.ask('GET /v1/scopes') : null;
  const scopes = listed?.ok ? listed.value.scopes : [];
  const scope = scopes.find((one) => elsewhere.some(({ project }) => one.projects.includes(project ?? '')));
  const advice =
    scope === undefined
      ? 'Without -p, search looks everywhere.'
      : `\`cairn --scope ${scope.name} search\` without -p looks in all of "${scope.name}".`;
  return `Elsewhere: ${found.join(', ')}. ${advice}`;
};
