/**
 * The texts that make up a row's vector, and the hash that names it. The vector of a memory or of a document's piece comes from its
 * own text. A turn means more with its neighbours: .5 of the vector before it and .3 of the one after it are added. Measured in
 * docs/retrieval.md. [F-2, F-8]
 */
import type { PassageKind } from '../ports/passage-store.ts';
import type { Embeddable } from '../ports/vectors.ts';
import { memoryText, type Spoken, spokenText, textHashOf } from './text.ts';
import { isZero, unitVector } from './unit-vector.ts';

const PREVIOUS_WEIGHT = 0.5;
const NEXT_WEIGHT = 0.3;

export const embeddableMemory = (memory: Parameters<typeof memoryText>[0]): Embeddable => {
  const text = memoryText(memory);
  return { text, beside: [], hash: textHashOf(text) };
};

export interface PassageBetween extends Spoken {
  readonly kind: PassageKind;
  /** The passages beside it in its source. */
  readonly previous: Spoken | null;
  readonly next: Spoken | null;
}

export const embeddablePassage = ({ kind, previous, next, ...own }: PassageBetween): Embeddable => {
  const text = spokenText(own);
  const beside =
    kind === 'document'
      ? []
      : [
          { spoken: previous, weight: PREVIOUS_WEIGHT },
          { spoken: next, weight: NEXT_WEIGHT },
        ].flatMap(({ spoken, weight }) => (spoken === null ? [] : [{ text: spokenText(spoken), weight }]));
  // No memory's text holds the separator, so no memory shares a passage's vector.
  const parts = [text, ...beside.flatMap((one) => [String(one.weight), one.text])];
  return { text, beside, hash: textHashOf(['passage', ...parts].join('\0')) };
};

/** Returns all texts to embed, the row's own text first. */
export const textsOf = ({ text, beside }: Embeddable): readonly string[] => [
  text,
  ...beside.map((one) => one.text),
];

/**
 * Returns the weighted sum as a unit vector. `vectorOf`: unit vectors, or zeros for a text without known tokens. Null without a vector
 * of the own text. A neighbour without a vector is left out. A text with zeros stays zero.
 */
export const mixedVector = (
  { text, beside }: Embeddable,
  vectorOf: (text: string) => Float32Array | undefined,
): Float32Array | null => {
  const own = vectorOf(text);
  if (own === undefined) return null;
  if (beside.length === 0 || isZero(own)) return own;
  const sum = Float32Array.from(own);
  for (const one of beside) {
    const vector = vectorOf(one.text);
    if (vector?.length !== sum.length) continue;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + one.weight * (vector[at] ?? 0);
  }
  return unitVector(sum) ?? own;
};
