// `cairn summarise`, `compact` and `usage` as a person types them.

import { summariesResult, usageResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { device } from './cairn.ts';

test('[SU-1] summaries are written, shown and merged by hand', async () => {
  const desk = await device('desk');
  onTestFinished(() => desk.end());
  const empty = await desk.run(['summarise']);
  expect(empty).toMatchObject({ code: 0, out: 'There is nothing to summarise yet.\n' });
  await desk.run(['save', 'The lighthouse project uses pnpm.']);
  const first = await desk.json(summariesResult, ['summarise']);
  expect(first).toMatchObject({ written: 1, withoutModel: 'off' });
  await desk.run(['save', 'The lighthouse project is built in Lisbon.']);
  await desk.run(['save', 'The harbour project uses bun.', '-p', 'harbour']);
  const shown = await desk.run(['summarise']);
  expect(shown.out).toMatch(/incremental, global .*sentences of the memories/);
  expect(shown.out).toContain('The harbour project uses bun.');
  const merged = await desk.json(summariesResult, ['compact']);
  expect(merged.written).toBe(1);
  const compacted = merged.summaries.filter(({ type }) => type === 'compacted');
  expect(compacted).toMatchObject([{ project: null, method: 'extractive' }]);
  expect(compacted[0]?.content).toMatch(/uses pnpm.*built in Lisbon/);
  expect(merged.summaries.filter(({ type, project }) => type === 'incremental' && project === null)).toEqual(
    [],
  );
});

test('[SU-6] usage says that nobody was asked', async () => {
  const desk = await device('desk');
  onTestFinished(() => desk.end());
  expect(await desk.json(usageResult, ['usage', '--days', '7'])).toMatchObject({ models: [], calls: [] });
  expect((await desk.run(['usage'])).out).toContain('none: no model is called');
  expect((await desk.run(['usage', '--days', '91'])).code).toBe(2);
});
