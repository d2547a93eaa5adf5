/** The baseline of searching files for words: texts by how many of the question's words they hold anywhere, then as they stand. */
import type { Ranker, Shelf } from '../retrieval/ranker.ts';

export const createGrep = (shelves: readonly Shelf[]): Ranker => {
  const folded = new Map(
    shelves.map(({ project, texts }) => [
      project,
      texts.map(({ ref, text }) => ({ ref, text: text.toLowerCase() })),
    ]),
  );
  return {
    rank: async (project, question, depth) => {
      const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
      return (folded.get(project) ?? [])
        .map(({ ref, text }) => ({ ref, project, score: words.filter((word) => text.includes(word)).length }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, depth);
    },
  };
};
