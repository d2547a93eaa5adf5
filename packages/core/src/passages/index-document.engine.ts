/** Makes a text file searchable. It is indexed again only when its text or project changed. [M-11, G-1] */
import { type Checked, type DocumentInput, type DocumentResult, LIMITS, ok } from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { parseName } from '../memory/draft.ts';
import { grouped, invalid } from '../memory/invalid-input.ts';
import { parseMetadata } from '../memory/mask-json.ts';
import type { PassageRow, SourceRow, StoreTransaction } from '../ports/store.ts';
import { parsePath } from './folders.engine.ts';
import { documentId, textHashOf } from './source-id.ts';
import { documentTags, textPassages } from './text-passages.ts';

export const indexDocument = async (deps: WriteDeps, input: DocumentInput): Answer<DocumentResult> => {
  const source = sourceOf(input, deps.clock.nowMs());
  if (!source.ok) return source;
  const { id } = source.value;
  return deps.store.write(async (tx) => {
    const present = await tx.source(id);
    const { sourceUri = present?.sourceUri ?? null, metadata = present?.metadata ?? null } = source.value;
    const row: SourceRow = { ...source.value, sourceUri, metadata };
    if (present !== null && present.contentHash === row.contentHash && present.project === row.project) {
      await tx.apply({ sources: [{ ...row, indexedAt: present.indexedAt }] });
      return ok({ id, status: 'unchanged', passages: await countPassages(tx, id) });
    }
    const passages = documentPassages(row, input.text);
    await tx.apply({
      ...(present === null ? {} : { eraseSources: [id] }),
      sources: [row],
      passages,
    });
    return ok({ id, status: 'indexed', passages: passages.length });
  });
};

/** Returns the passages of a text file. Every passage is found by the words of the file's name, but not by its date. [M-11, F-2] */
export const documentPassages = (
  { id: source, project, name, modifiedAt }: SourceRow,
  text: string,
): readonly PassageRow[] =>
  textPassages(
    { source, kind: 'document', project, author: null, at: modifiedAt },
    { text, tags: documentTags(name), createdAt: null },
    (nth) => ({ ordinal: nth, part: 0 }),
  );

/** Returns the number of passages. Their ordinals count from 0 without gaps. */
const countPassages = async (tx: StoreTransaction, id: string): Promise<number> =>
  ((await tx.lastPassages(id, 1))[0]?.ordinal ?? -1) + 1;

/** The parsed input. `undefined` keeps the present value. */
type Said = Omit<SourceRow, 'sourceUri' | 'metadata'> & {
  readonly sourceUri: string | null | undefined;
  readonly metadata: string | null | undefined;
};

const sourceOf = (input: DocumentInput, nowMs: number): Checked<Said> => {
  const path = parsePath('document', input.path);
  if (!path.ok) return path;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const uri = parseName('uri', input.uri, LIMITS.sourceUriCharsMax);
  if (!uri.ok) return uri;
  const metadata = parseMetadata(input.metadata);
  if (!metadata.ok) return metadata;
  if (!input.text.isWellFormed()) {
    return invalid(`${path.value} contains an incomplete character, so it is not text.`);
  }
  const bytes = Buffer.byteLength(input.text);
  if (bytes > LIMITS.documentBytesMax) {
    return invalid(
      `${path.value} has ${grouped(bytes)} bytes; the limit is ${grouped(LIMITS.documentBytesMax)}. Split it, or leave it out.`,
    );
  }
  return ok({
    id: documentId(path.value),
    kind: 'document',
    name: path.value,
    project: project.value ?? null,
    contentHash: textHashOf(input.text),
    bytes,
    modifiedAt: input.modifiedAt,
    indexedAt: nowMs,
    sourceUri: uri.value,
    metadata: metadata.value,
  });
};
