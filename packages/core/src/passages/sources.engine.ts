import { type ForgetSourceResult, ok, refuse, type SourcesResult } from '@cairn/schema';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { shownMetadata } from '../memory/mask-json.ts';
import { isoTime } from '../memory/to-memory.ts';
import type { SourceKind } from '../ports/store.ts';
import { leaveOut } from './folders.engine.ts';

/** Lists indexed documents or sessions by name. [M-11] */
export const listSources = async ({ store }: StoreDeps, kind: SourceKind): Promise<SourcesResult> => ({
  sources: (await store.sources(kind)).map(
    ({ id, name, project, bytes, passages, modifiedAt, indexedAt, sourceUri, metadata }) => ({
      id,
      kind,
      name,
      project,
      bytes,
      passages,
      modifiedAt: isoTime(modifiedAt),
      indexedAt: isoTime(indexedAt),
      uri: sourceUri,
      metadata: shownMetadata(metadata),
    }),
  ),
});

/** Removes a source from the index. `forGood`: a person removed the document, so its folder does not index it again. [M-11, ST-4] */
export const forgetSource = async (
  deps: WriteDeps,
  id: string,
  forGood = false,
): Answer<ForgetSourceResult> =>
  deps.store.write(async (tx) => {
    const source = await tx.source(id);
    if (source === null) return refuse('not_found', `Nothing is indexed under ${id}.`);
    // The text of a document whose file was deleted is not forgotten, so the daemon's own backups may keep it.
    const isForgotten = forGood || source.kind !== 'document';
    const meta = isForgotten ? { erasedAt: deps.clock.nowMs() } : {};
    await tx.apply({ eraseSources: [id], meta });
    if (forGood && source.kind === 'document') await leaveOut(tx, source.name);
    return ok({ id, name: source.name });
  });
