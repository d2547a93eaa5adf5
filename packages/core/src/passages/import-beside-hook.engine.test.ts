/** Transcripts of sessions whose messages a hook has kept, in a real file. */
import { expect, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { mustBe } from '../testing/engine-bench.ts';
import { createPlainSealer } from '../testing/plain-sealer.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore } from '../testing/temp-store.ts';

test('[IM-4] a turn that is imported takes the place of no message, also of one without words', async () => {
  const opened = await openTempStore();
  const clock = { nowMs: () => Date.UTC(2026, 0, 15, 10) };
  const write = createWriteEngine({
    store: opened.store,
    clock,
    random: createSeededRandom('turns'),
    makeSealer: async (keys) => createPlainSealer(keys),
  });
  const read = createReadEngine({ store: opened.reader, clock });
  const name = 'claude-code:s';
  const toolCalls = [{ name: 'Edit', input: '/zoo/plan.md' }];
  const { session } = await mustBe(
    write.appendMessages({
      session: { name },
      messages: [
        { role: 'user', content: 'Feed the okapi at noon', at: clock.nowMs() - 60_000 },
        { role: 'assistant', content: '', toolCalls, at: clock.nowMs() - 50_000 },
      ],
    }),
  );
  const turns = [{ author: 'user', text: 'Then brush the tapir', at: clock.nowMs() }];
  await mustBe(write.importTurns({ session: name, turns, learn: true }));
  const messages = await read.sessionMessages({ session });
  expect(messages.map(({ sequence, content, toolCalls: calls }) => [sequence, content, calls])).toEqual([
    [0, 'Feed the okapi at noon', null],
    [1, '', toolCalls],
    [2, 'Then brush the tapir', null],
  ]);
  await opened.dispose();
});
