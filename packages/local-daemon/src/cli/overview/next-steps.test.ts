import { describe, expect, test } from 'vitest';
import { listed, nextSteps, type Seen } from './next-steps.ts';

const usual: Seen = {
  isNew: false,
  memories: 12,
  isSynced: true,
  hasTrouble: false,
  agentsLeft: [],
  agentsIn: ['Cursor'],
  transcripts: null,
};
const commandsOf = (seen: Partial<Seen>): readonly string[] =>
  nextSteps({ ...usual, ...seen }).map(({ command }) => command);

describe('[TE-4] what to do next', () => {
  test('an empty home begins with init, a first memory, and the sessions that are there already', () => {
    const empty = { isNew: true, memories: null, isSynced: null, agentsIn: [], agentsLeft: ['Zed'] };
    expect(commandsOf(empty)).toEqual(['cairn init', 'cairn save "Prefers pnpm to npm"', 'cairn help all']);
    expect(commandsOf({ ...empty, transcripts: '~/.claude/projects' })[2]).toBe(
      'cairn import ~/.claude/projects',
    );
  });

  test('trouble comes first, agents that are left out next', () => {
    expect(commandsOf({ hasTrouble: true, agentsLeft: ['Zed'] }).slice(0, 2)).toEqual([
      'cairn doctor',
      'cairn install',
    ]);
  });

  test('there are always three, and none twice', () => {
    for (const isNew of [true, false])
      for (const memories of [null, 0, 5])
        for (const isSynced of [null, true, false])
          for (const hasTrouble of [true, false]) {
            const steps = commandsOf({ isNew, memories, isSynced, hasTrouble });
            expect([steps.length, new Set(steps).size]).toEqual([3, 3]);
          }
  });

  test('names are listed', () => {
    expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c', 'd', 'e'])]).toEqual([
      'a',
      'a and b',
      'a, b, c and 2 more',
    ]);
  });
});
