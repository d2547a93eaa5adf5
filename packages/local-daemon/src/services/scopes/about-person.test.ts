import { createEngineBench, mustBe } from '@cairn/core/testing';
import { expect, test } from 'vitest';
import { withPersonText } from './about-person.ts';

test('[SP-3] [HK-3] what the person says in a project of a scope fits into what the agent takes', async () => {
  const { read, write } = createEngineBench();
  for (let n = 0; n < 60; n++)
    await mustBe(
      write.changeProfile({
        ...{ kind: 'item_add', document: 'rules' },
        item: { section: 'Always', text: `Rule ${n}: ${'feed the okapi first. '.repeat(10)}` },
      }),
    );
  const calls = { context: read.context, contextNow: read.context };
  const personal = () => Object.assign(Object.create(null), calls);
  const free: number[] = [];
  const input = { project: '/shop', session: 'claude-code:s', again: true };
  const text = await withPersonText(
    personal,
    input,
    { between: '\n\n', charsMax: 10_000 },
    async (_, chars) => {
      free.push(10_000 - chars);
      return null;
    },
  );
  expect(text).toContain('Rule 0:');
  expect(text?.length).toBeLessThanOrEqual(10_000);
  expect(free).toEqual([expect.closeTo(10_000 - (text?.length ?? 0), -1)]);
});
