/** Texts of made vaults, from lines with slots. The same random stream gives the same texts. */
import type { SeededRandom } from '@cairn/core/testing';

const NUMBER_MAX = 900;
const TRIES = 60;

export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/**
 * Fills the slots of a line: `{x|y}` becomes one of these words, `{M}` a word of the part `M`, and `{N}` a number. With `chosen`, a slot
 * that was filled before gets the same value again.
 */
export const filledLine = (
  line: string,
  random: SeededRandom,
  parts: Readonly<Record<string, string>>,
  chosen?: Map<string, string>,
): string =>
  line.replace(/\{([^{}]+)\}/g, (_, slot: string) => {
    const known = chosen?.get(slot);
    if (known !== undefined) return known;
    const choice =
      slot === 'N' ? String(2 + random.below(NUMBER_MAX)) : random.pick((parts[slot] ?? slot).split('|'));
    chosen?.set(slot, choice);
    return choice;
  });

/** Adds texts that `make` returns to `texts` until there are `count`, each with a capital letter first and only once. */
export const fillTexts = (texts: Set<string>, count: number, make: () => string | null) => {
  for (let tries = 0; texts.size < count; tries++) {
    if (tries > TRIES * count) throw new Error(`too few words for ${count} memories`);
    const text = make();
    if (text !== null) texts.add(text.charAt(0).toUpperCase() + text.slice(1));
  }
  return [...texts];
};

export const shuffled = <T>(items: readonly T[], random: SeededRandom): readonly T[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
