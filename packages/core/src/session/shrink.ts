/** A summary in fewer characters: its most telling lines, in their order. [SE-2] */
import { sentencesOf, shorten } from '../summary/sentences.ts';
import { centroid, likeness, wordVectors } from '../summary/word-weights.ts';

export const shrinkSummary = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  const lines = sentencesOf(text).map((line) => shorten(line, Math.ceil(charsMax / 2)));
  const vectors = wordVectors(lines);
  const middle = centroid(vectors);
  const ranked = lines
    .map((line, at) => ({ line, at, worth: likeness(vectors[at] ?? new Map(), middle) }))
    .sort((a, b) => b.worth - a.worth || b.at - a.at);
  const kept: typeof ranked = [];
  let chars = 0;
  for (const one of ranked) {
    if (chars + one.line.length + 1 > charsMax) continue;
    kept.push(one);
    chars += one.line.length + 1;
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line)
    .join('\n');
};
