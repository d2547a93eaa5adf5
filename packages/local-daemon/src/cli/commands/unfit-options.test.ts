/** Options that do not fit together are refused, and not left out in silence. */
import { expect, test } from 'vitest';
import type { Run } from '../command.ts';
import { context } from './context.ts';
import { edit } from './edit.ts';
import { exportAll } from './export.ts';
import { indexFiles } from './index-files.ts';
import { list as schedules } from './schedule.ts';

const refusal = async (run: Run, options: Readonly<Record<string, string | true>>) => {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  const texts = (name: string) => (name === 'remove' && options.remove !== undefined ? ['a.md'] : undefined);
  const given = {
    args: [],
    text,
    texts,
    flag: (name: string) => options[name] === true,
    int: () => undefined,
  };
  const io = Object.assign(Object.create(null), { json: true, cwd: '/' });
  const done = await run(Object.assign(Object.create(null), given), io);
  return done.ok ? '' : done.error.message;
};

test('an export to standard output is one document where --json asks for one', async () => {
  expect(await refusal(exportAll, { format: 'md' })).toContain('leave out --json or --format md');
  expect(await refusal(exportAll, { format: 'ndjson', output: '-' })).toContain('or --format ndjson');
});

test('--again needs a session that was given something before', async () => {
  expect(await refusal(context, { again: true })).toContain('--again needs --session');
  expect(await refusal(context, { again: true, session: 's', form: 'prompt' })).toContain('--again needs');
});

test('the list of indexed files and a removal take no filter', async () => {
  expect(await refusal(indexFiles, { list: true, project: 'shop' })).toContain('--project is for files');
  expect(await refusal(indexFiles, { remove: 'a.md', project: 'shop' })).toContain('--project is for files');
  expect(await refusal(indexFiles, { list: true, uri: 'https://example.org' })).toContain(
    '--uri is for files',
  );
});

test("the daemon's own schedules are listed without a filter", async () => {
  expect(await refusal(schedules, { system: true, status: 'paused' })).toContain('--system lists all');
});

test('an edit with --json does not say that there is no terminal', async () => {
  expect(await refusal(edit, {})).toContain('opens an editor, and --json is for programs');
});
