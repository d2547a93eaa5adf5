/**
 * Finds the memories that a sentence comes from: those that its writer names, and those that its words show. If a model names too
 * few, the sentence must still be hidden when one of its memories is superseded. [SU-4]
 */
import type { Citation, SummarySentence } from '../ports/summary-store.ts';
import { tellingWords } from '../search/query.ts';
import type { Citable, DraftSentence, Note } from './note.ts';
import { rarityOf } from './word-weights.ts';

/** The most memories that one sentence cites. With more, nearly any change would hide it. */
export const SENTENCE_CITES_MAX = 24;
/** The share of a memory's word weight that a sentence must hold to come from it. */
const SHOWN_MIN = 0.34;

export const citeSentences = (
  sentences: readonly DraftSentence[],
  notes: readonly Note[],
  citable: readonly Citable[],
): readonly SummarySentence[] => {
  const words = citable.map(({ text }) => tellingWords(text));
  const weightOf = rarityOf(words);
  return sentences.map((sentence) => {
    const said = new Set(tellingWords(sentence.text));
    const named = new Set(
      sentence.from.flatMap((place) => notes[place]?.cites ?? []).map(({ entity }) => entity),
    );
    const shown = citable.map(({ citation }, at) => ({
      citation,
      share: sharedWeight(words[at] ?? [], said, weightOf),
      isNamed: named.has(citation.entity),
    }));
    return { text: sentence.text, cites: strongest(shown) };
  });
};

const sharedWeight = (
  words: readonly string[],
  said: ReadonlySet<string>,
  weightOf: (word: string) => number,
): number => {
  let shared = 0;
  let all = 0;
  for (const word of words) {
    const weight = weightOf(word);
    all += weight;
    if (said.has(word)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
};

/**
 * Returns the strongest citations. When no memory is named or recognised, the memories that share a word are cited. When no memory
 * shares a word, all are cited.
 */
const strongest = (
  shown: readonly { readonly citation: Citation; readonly share: number; readonly isNamed: boolean }[],
): readonly Citation[] => {
  const sure = shown.filter(({ share, isNamed }) => isNamed || share >= SHOWN_MIN);
  const near = sure.length > 0 ? sure : shown.filter(({ share }) => share > 0);
  return [...(near.length > 0 ? near : shown)]
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.share - a.share)
    .slice(0, SENTENCE_CITES_MAX)
    .map(({ citation }) => citation);
};
