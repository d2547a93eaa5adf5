/** The texts that wait to be embedded, and those of them that have a vector already. [F-2] */
import type { Unembedded } from '../engine/api.ts';
import type { StoreDeps } from '../engine/read/read-deps.ts';

export const unembedded = async ({ store }: StoreDeps, model: string, limit: number): Promise<Unembedded> => {
  const texts = await store.unembedded(model, limit);
  // Only of the present model: of another one its dimensions are not known before it made a vector.
  const present = await store.meta('embedder');
  if (present?.model !== model) return { texts, known: [] };
  const hashes = [...new Set(texts.map(({ hash }) => hash))];
  return { texts, known: hashes.length === 0 ? [] : await store.embeddedTexts(model, hashes) };
};
