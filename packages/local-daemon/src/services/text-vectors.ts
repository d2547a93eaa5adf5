/** Cache of the vectors of recent texts, by the texts' hashes. [F-2, F-8] */
import { textHashOf } from '@cairn/core';

export const createTextVectors = (most: number) => {
  const held = new Map<string, Float32Array>();
  return {
    of: (text: string) => held.get(textHashOf(text)),
    keep(texts: readonly string[], vectors: readonly Float32Array[]): void {
      for (const [at, text] of texts.entries()) {
        const vector = vectors[at];
        if (vector !== undefined) held.set(textHashOf(text), vector);
      }
      for (const hash of [...held.keys()].slice(0, Math.max(0, held.size - most))) held.delete(hash);
    },
    clear: () => held.clear(),
  };
};
