/** A vault as after 90 days of use: the wanted facts among many other memories, also of other projects. */
import type { Engine } from '@cairn/core';
import { createSeededRandom, type SeededRandom, sampleId } from '@cairn/core/testing';
import { DAY_MS } from '@cairn/schema';
import { range } from '../measure.ts';
import { importAll } from '../processes/embedded-store.ts';
import { filledLine, fillTexts, linesOf } from '../text/made-texts.ts';

/** Words from which a vault is made. */
export interface VaultWords {
  readonly name: string;
  /** Number of memories, with the wanted ones. */
  readonly size: number;
  /**
   * The 15 facts that a person who knows the work would want to be told, one per line. Marks come first: `p` of the project or `g`
   * global, `u` said by the user or `a` by an agent, `*` pinned, `+` looked at often. Then `|` and the words follow.
   */
  readonly wanted: string;
  /** Other memories, one per line. `{x|y}` is one of these words, `{M}` is a word of the part `M`, and `{N}` is a number. */
  readonly noise: string;
  readonly parts: Readonly<Record<string, string>>;
}

export const PROJECT = 'made';
const DAYS = 90;
const NOW_MS = Date.UTC(2026, 9, 1, 12);

export interface MadeMemory {
  readonly content: string;
  readonly project: string | null;
  readonly source: 'user' | 'agent';
  readonly pinned: boolean;
  readonly wanted: boolean;
  readonly looks: number;
  readonly createdAt: number;
}

/** Returns the memories, oldest first. The same words give the same memories. */
export const makeVault = (words: VaultWords): readonly MadeMemory[] => {
  const random = createSeededRandom(`told/${words.name}`);
  const wanted = linesOf(words.wanted).map((line) => wantedFact(line, random));
  const lines = linesOf(words.noise);
  const texts = fillTexts(new Set(), words.size - wanted.length, () =>
    filledLine(random.pick(lines), random, words.parts),
  );
  const noise = texts.map((content): MadeMemory => {
    const project = random.chance(0.15) ? null : random.chance(0.15) ? 'another' : PROJECT;
    return {
      ...{ content, project, pinned: false, wanted: false, createdAt: someTime(random) },
      source: random.chance(0.3) ? 'user' : 'agent',
      looks: random.chance(0.2) ? 1 + random.below(4) : 0,
    };
  });
  return [...wanted, ...noise].sort((a, b) => a.createdAt - b.createdAt);
};

const someTime = (random: SeededRandom): number => NOW_MS - Math.floor(random.next() * DAYS * DAY_MS);

const wantedFact = (line: string, random: SeededRandom): MadeMemory => {
  const [marks = '', content = ''] = line.split('| ');
  return {
    content,
    project: marks.includes('g') ? null : PROJECT,
    source: marks.includes('u') ? 'user' : 'agent',
    pinned: marks.includes('*'),
    wanted: true,
    looks: marks.includes('+') ? 4 + random.below(6) : random.below(3),
    createdAt: someTime(random),
  };
};

/** Imports the memories as from an export, then records how often each was looked at. */
export const fillVault = async (engine: Engine, memories: readonly MadeMemory[]): Promise<void> => {
  const records = memories.map((memory, at) => ({
    ...{ id: sampleId(at), content: memory.content, source: memory.source, project: memory.project },
    ...{ pinned: memory.pinned, createdAt: new Date(memory.createdAt).toISOString() },
  }));
  await importAll(engine, records);
  for (const turn of range(Math.max(...memories.map(({ looks }) => looks)))) {
    const looked = memories.flatMap(({ looks }, at) => (looks > turn ? [sampleId(at)] : []));
    await engine.noteAccess(looked);
  }
};
