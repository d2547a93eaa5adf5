import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import type { HookEvent } from '../agents/hook-event.ts';
import { emptyEvent } from '../agents/hook-fields.ts';
import { readSaid } from './transcript-file.ts';

const ID = '5f0c7c1e-0000-4000-8000-000000000001';
const event = (transcript: string | null): HookEvent => ({
  ...emptyEvent('claude-code', 'session-end'),
  session: ID,
  transcript,
});
const line = (type: string, text: string, more: object = {}): string =>
  JSON.stringify({
    ...{ type, sessionId: ID, timestamp: '2026-03-01T10:00:00.000Z' },
    ...{ message: { role: type, content: [{ type: 'text', text }] }, ...more },
  });

describe("[HK-6] an agent's own transcript", () => {
  test('gives what the assistant said in that session, whatever else stands in it', async () => {
    const path = join(await homeForTest(), 't.jsonl');
    const lines = [
      line('user', 'Build it'),
      line('assistant', 'First I look'),
      'half a li',
      line('assistant', 'of a helper', { isSidechain: true }),
      line('assistant', 'of another', { sessionId: 'other' }),
      line('assistant', 'Done'),
    ];
    writeFileSync(path, lines.join('\n'));
    expect((await readSaid(event(path))).map(({ text }) => text)).toEqual(['First I look', 'Done']);
  });

  test('of Copilot is known by the hook, as its lines do not name the session', async () => {
    const path = join(await homeForTest(), 'events.jsonl');
    const said = (type: string, content: string) =>
      JSON.stringify({ type, data: { content }, id: 'x', timestamp: '2026-03-01T10:00:00.000Z' });
    const lines = [
      said('user.message', 'Build it'),
      said('assistant.message', ''),
      said('assistant.message', 'Done'),
    ];
    writeFileSync(path, lines.join('\n'));
    const [turn, ...others] = await readSaid({ ...event(path), agent: 'copilot' });
    expect([turn?.text, others]).toEqual(['Done', []]);
  });

  test('is read from its end only, and not at all where it is no file', async () => {
    const folder = await homeForTest();
    const path = join(folder, 't.jsonl');
    const long = Array.from({ length: 40 }, (_, at) => line('assistant', `${at} ${'x'.repeat(40_000)}`));
    writeFileSync(path, `${long.join('\n')}\n`);
    const read = await readSaid(event(path));
    expect(read.length).toBeLessThan(30);
    expect(read.at(-1)?.text).toMatch(/^39 /);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const other of [pipe, folder, join(folder, 'absent'), 't.jsonl', null])
      expect(await readSaid(event(other))).toEqual([]);
  });
});
