import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import type { Found } from '../formats/found.ts';
import { createDelivery } from './deliver.ts';
import { inputsOf } from './input.ts';
import { readInput } from './read-input.ts';

const foundIn = async (folder: string): Promise<readonly Found[]> => {
  const found: Found[] = [];
  for (const input of inputsOf('/', folder, null).inputs)
    for await (const one of readInput(input, null)) found.push(one);
  return found;
};

test("[IM-1] Claude Code's notes on a project belong to the folder that its transcripts name", async () => {
  const home = await homeForTest('claude-notes');
  const place = join(home, 'projects', '-home-anna-my-shop');
  mkdirSync(join(place, 'memory'), { recursive: true });
  mkdirSync(join(home, 'projects', '-home-anna-other', 'memory'), { recursive: true });
  const line = (cwd: string) => `${JSON.stringify({ type: 'user', sessionId: 's', cwd })}\n`;
  // A session that was resumed elsewhere names the other folder first.
  writeFileSync(join(place, 'a.jsonl'), `{"type":"mode"}\nno JSON\n${line('/home/anna')}`);
  writeFileSync(join(place, 'b.jsonl'), line('/home/anna/my.shop'));
  writeFileSync(join(place, 'memory', 'MEMORY.md'), '- The VAT is 19 %\n');
  writeFileSync(join(home, 'projects', '-home-anna-other', 'memory', 'MEMORY.md'), '- Nobody knows\n');
  writeFileSync(join(home, 'CLAUDE.md'), '- Be kind\n');

  const sent: unknown[] = [];
  const delivery = createDelivery({
    ask: Object(async (route: string, { body }: { body: Readonly<Record<string, unknown>> }) => {
      if (route === 'POST /v1/import') sent.push(body);
      return { ok: true, value: { read: 1, new: 1, duplicate: 0, skipped: 0, failed: 0 } };
    }),
    target: {},
    dryRun: false,
    learn: false,
  });
  for (const one of await foundIn(home)) await delivery.take(one);
  await delivery.settle(async () => true);
  const targets = Object.fromEntries(
    sent.flatMap((body) => {
      const { records, ...target } = Object(body);
      return records.map(({ content }: { content: string }) => [content, target]);
    }),
  );
  expect(targets).toEqual({
    'Be kind': {},
    'The VAT is 19 %': { project: '.', cwd: '/home/anna/my.shop' },
    'Nobody knows': {},
  });
});
