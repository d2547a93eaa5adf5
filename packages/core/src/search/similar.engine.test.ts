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
