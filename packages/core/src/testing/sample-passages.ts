import { documentPassages } from '../passages/index-document.engine.ts';
import { turnPassages } from '../passages/turn-passages.ts';
import type { PassageRow, SourceRow, WriteSet } from '../ports/store.ts';
import { sampleMs } from './sample-memories.ts';

const sampleSource = (id: string, fields: Partial<SourceRow> = {}): SourceRow => ({
  id,
  kind: 'session',
  name: `name of ${id}`,
  project: null,
  contentHash: '',
  bytes: 1,
  modifiedAt: sampleMs(1),
  indexedAt: sampleMs(2),
  sourceUri: `https://example.org/${id}`,
  metadata: '{"of":"a sample"}',
  ...fields,
});

/** Returns the passages of Anna's turns, one per text, numbered from `first`. */
export const sampleTurns = (
  source: string,
  texts: readonly string[],
  {
    project = null,
    first = 0,
    before = [],
  }: {
    readonly project?: string | null;
    readonly first?: number;
    readonly before?: readonly PassageRow[];
  } = {},
): readonly PassageRow[] =>
  turnPassages(
    { source, project },
    texts.map((text, at) => ({ ordinal: first + at, author: 'anna', text, at: sampleMs(first + at) })),
    before,
  );

export const sampleSession = (
  id: string,
  texts: readonly string[],
  project: string | null = null,
): WriteSet => ({
  sources: [sampleSource(id, { project })],
  passages: sampleTurns(id, texts, { project }),
});

export const sampleDocument = (id: string, text: string, project: string | null = null): WriteSet => ({
  sources: [sampleSource(id, { kind: 'document', project })],
  passages: documentPassages(
    sampleSource(id, { project, name: '/x/notes.md', modifiedAt: sampleMs(3) }),
    text,
  ),
});
