/** A server is restored again before its devices have recovered from the previous restore. [RL-10] */
import { expect, test } from 'vitest';
import type { Mutant } from './device.ts';
import { RESTORE_MUTANTS } from './restore-mutants.ts';
import { RunFailure, run } from './run.ts';
import type { Story } from './script.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Pushes in the backup's epoch, heals once, and restores before the first page of the next healing. */
const again: Story = [
  ['save', 0, 5 * SECOND],
  ['save', 0, MINUTE],
  ['back up the server', 0, 0],
  ['save', 0, MINUTE],
  ['restore the server again and again', 0, 2 * SECOND],
  ['save', 0, MINUTE],
  ['save', 1, MINUTE],
];

/** The answer to a push is lost. The backup with the push is restored after one without it. */
const unanswered: Story = [
  ['save', 0, MINUTE],
  ['back up the server', 0, 0],
  ['save', 0, MINUTE],
  ['half-open', 0, 0],
  ['save', 0, 2 * SECOND],
  ['back up the server', 0, 0],
  ['restore the server again and again', 0, 2 * SECOND],
  ['save', 0, MINUTE],
  ['save', 1, MINUTE],
];

const SEEDS = 80;

/** Returns the violation of the first failing seed; null when all hold. */
const failure = async (story: Story, mutant?: Mutant): Promise<string | null> => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    try {
      await run({
        seed: `again ${seed}`,
        steps: 0,
        devices: 2,
        kind: 'sealed',
        isThorough: false,
        story,
        ...(mutant === undefined ? {} : { mutant }),
      });
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      return error.message;
    }
  }
  return null;
};

test.each([
  ['again', again],
  ['with a push whose answer was lost', unanswered],
])(
  '[RL-10] a server that is put back three times makes no new device: %s',
  {
    timeout: 300_000,
  },
  async (_, story) => {
    expect(await failure(story)).toBeNull();
  },
);

test('[RL-11] what a page put into the outbox and nobody sends: caught', { timeout: 300_000 }, async () => {
  expect(await failure(again, RESTORE_MUTANTS.asksForNoPush)).toMatch(/^\[I42\].*at rest with/);
});

test.each([
  ['a device that begins again names no past', 'namesNoPast', again],
  ['a batch whose outcome is unknown is thawed', 'thawsAtOnce', unanswered],
])('[RL-10] %s: caught', { timeout: 300_000 }, async (_, name, story) => {
  expect(await failure(story, RESTORE_MUTANTS[name])).toMatch(/^\[I21\]/);
});
