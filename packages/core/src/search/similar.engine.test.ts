import { expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

test('[M-4] a text that is being saved is compared under its names as they are kept', async () => {
  const { write, read } = createEngineBench();
  const names = { namespace: 'Work_Notes', project: ' shop ' };
  await mustBe(
    write.remember({ content: 'The billing service runs on port 8080', source: 'user', ...names }),
  );
  const similar = await read.similarToText({ content: 'The billing service runs on port 9090', ...names });
  expect(similar).toHaveLength(1);
});

test('[M-4] a key that is saved in a project is told of its other value outside of projects', async () => {
  const { write, read } = createEngineBench();
  const key = { namespace: 'person', key: 'doctor', source: 'agent' } as const;
  const global = await mustBe(write.remember({ ...key, content: 'The doctor is Ms Benali' }));
  const equal = await mustBe(write.remember({ ...key, content: 'The doctor is Ms Benali', project: 'blog' }));
  const own = await mustBe(write.remember({ ...key, content: 'Mr Roth heals them', project: 'novel' }));
  expect(await read.similarTo(own.id)).toMatchObject([{ id: global.id, reason: 'same_key' }]);
  // The other way round a project keeps a value of its own.
  expect(await read.similarTo(global.id)).toEqual([]);
  expect(await read.similarTo(equal.id)).toEqual([]);
});
