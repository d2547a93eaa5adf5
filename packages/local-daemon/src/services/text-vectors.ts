/** Cache of the vectors of recent texts, by the texts' hashes. [F-2, F-8] */
import { textHashOf } from '@cairn/core';

export interface TextVectors {
  of(text: string): Float32Array | undefined;
  keep(texts: readonly string[], vectors: readonly Float32Array[]): void;
  clear(): void;
}

export const createTextVectors = (most: number): TextVectors => {
  const held = new Map<string, Float32Array>();
  return {
    of: (text) => held.get(textHashOf(text)),
    keep(texts, vectors) {
      for (const [at, text] of texts.entries()) {
        const vector = vectors[at];
        if (vector !== undefined) held.set(textHashOf(text), vector);
      }
      for (const hash of [...held.keys()].slice(0, Math.max(0, held.size - most))) held.delete(hash);
    },
    clear: () => held.clear(),
  };
};
