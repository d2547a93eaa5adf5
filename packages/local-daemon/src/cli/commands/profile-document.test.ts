import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { documentCommand } from './profile-document.ts';

test('an exported list of rules is imported also with a byte order mark', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'cairn-rules-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const form = '{"version":1,"sections":[{"name":"Style","items":[{"text":"Use tabs","enabled":true}]}]}';
  writeFileSync(join(cwd, 'rules.json'), `\ufeff${form}`);
  const sent: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    cwd,
    ask: async (_: string, input: { readonly body?: unknown }) => {
      sent.push(input.body);
      return ok({ profile: { rules: { raw: null, sections: [] } } });
    },
  });
  const given = Object.assign(Object.create(null), { args: ['import', 'rules.json'] });
  expect(await documentCommand('rules')(given, io)).toMatchObject({ ok: true });
  expect(sent).toEqual([{ text: form, as: 'auto' }]);
});
