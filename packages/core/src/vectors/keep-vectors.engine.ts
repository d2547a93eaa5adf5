/** Saves vectors in small transactions, so that no save waits long. [F-2] */
import { DAY_MS, LIMITS, ok } from '@cairn/schema';
import type { MadeVectors, Unembedded } from '../engine/api.ts';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { StoreTransaction } from '../ports/store.ts';

/** Returns the texts that wait for a vector, and the hashes that already have one. [F-2] */
export const unembedded = async ({ store }: StoreDeps, model: string, limit: number): Promise<Unembedded> => {
  const texts = await store.unembedded(model, limit);
  // Only for the present model: the dimensions of another one are unknown until it makes a vector.
  const present = await store.meta('embedder');
  if (present?.model !== model) return { texts, known: [] };
  const hashes = [...new Set(texts.map(({ hash }) => hash))];
  return { texts, known: hashes.length === 0 ? [] : await store.embeddedTexts(model, hashes) };
};

/** Saves vectors. A model whose vectors change their length is refused: it must be another model under the same name. */
export const keepVectors = (
  { store }: Pick<WriteDeps, 'store'>,
  made: MadeVectors,
): Answer<{ readonly kept: number }> => store.write((tx) => keep(tx, made));

const keep = async (
  tx: StoreTransaction,
  { model, vectors, owners }: MadeVectors,
): Answer<{ readonly kept: number }> => {
  const present = await tx.meta('embedder');
  const known = present?.model === model ? present.dimensions : null;
  const dimensions = vectors[0]?.vector.length ?? known;
  if (dimensions === null) return ok({ kept: 0 });
  if (known !== null && known !== dimensions)
    return invalid(
      `The embedder ${model} made vectors of ${dimensions} numbers; before, they had ${known}. If the model has changed, give it another name.`,
    );
  await tx.useEmbedder({ model, dimensions });
  return ok({ kept: await tx.putVectors(vectors, owners) });
};

export const evictVectors = ({ store, clock }: WriteDeps, after: number): Promise<number | null> => {
  const nowMs = clock.nowMs();
  return store.write((tx) => tx.evictVectors(after, nowMs, nowMs - LIMITS.unusedVectorDays * DAY_MS));
};
