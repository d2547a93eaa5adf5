// What people type: other words for commands, names with their counts, filters, short ids, secrets.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

const deviceForTest = async (name: string): Promise<Device> => {
  const own = await device(name);
  onTestFinished(() => own.end());
  return own;
};

const terminalForTest = (own: Device, columns = 80): Terminal => {
  const settings = { CAIRN_HOME: own.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off', HOME: own.home };
  const terminal = openTerminal(columns, own.home, settings);
  onTestFinished(() => terminal.end());
  return terminal;
};

const saved = async (own: Device, ...args: readonly string[]): Promise<string> =>
  String((await own.json(withMembers('id'), ['save', ...args])).id);

const found = async (own: Device, ...args: readonly string[]): Promise<readonly string[]> => {
  const { memories } = await own.json(withMembers('memories'), ['list', ...args]);
  return Array.isArray(memories) ? memories.map(({ content }) => String(content)) : [];
};

test('[TE-11] words that people type for a command run it', async () => {
  const own = await deviceForTest('aliases');
  const id = String((await own.json(withMembers('id'), ['add', 'Staging is read-only'])).id);
  expect((await own.run(['find', 'staging'])).out).toContain('Staging is read-only');
  expect((await own.run(['ls'])).out).toContain('Staging is read-only');
  expect((await own.run(['show', id])).out).toContain('Staging is read-only');
  const updated = await own.json(withMembers('id'), ['update', id, 'Staging can be written']);
  const version = (await own.run(['--version'])).out;
  expect(version).toMatch(/^\d+\.\d+/);
  for (const word of ['version', '-v', '-V'])
    expect(await own.run([word])).toMatchObject({ code: 0, out: version });
  expect((await own.run(['rm', String(updated.id)])).out).toContain('Forgot');
  expect(await found(own)).toEqual([]);
  expect((await own.run(['ls', '--help'])).out).toContain('Also: cairn ls.');
});

test('[TE-12] the short help has the commands of every day, the long one all; nothing is wider than 80', async () => {
  const own = await deviceForTest('help');
  const short = await own.run(['--help']);
  const long = await own.run(['help', 'all']);
  for (const { out, code } of [short, long]) {
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
  const commands = (text: string) => text.split('\n').filter((line) => /^ {2}[a-z]/.test(line)).length;
  expect(commands(short.out)).toBeLessThanOrEqual(18);
  expect(short.out).toContain('cairn help all');
  expect(short.out.split('\n').length).toBeLessThanOrEqual(50);
  expect(commands(long.out)).toBeGreaterThan(60);
  expect((await own.run(['--help', '--all'])).out).toBe(long.out);
  expect(own.pid()).toBeNull();
});

describe('[TE-13] names', () => {
  test('tags and projects are listed with their counts', async () => {
    const own = await deviceForTest('names');
    await saved(own, 'one', '-t', 'k8s', '-p', 'shop');
    await saved(own, 'two', '-t', 'k8s', '-t', 'infra');
    expect((await own.run(['tags'])).out.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^#k8s +2$/),
      expect.stringMatching(/^#infra +1$/),
    ]);
    expect((await own.run(['projects'])).out).toMatch(/^shop +1$/m);
    expect(await own.json(withMembers('projects'), ['projects'])).toEqual({
      projects: expect.arrayContaining([{ project: 'shop', count: 1 }]),
    });
  });

  test('a tag is renamed, and merged with one that is in use only by a yes', async () => {
    const own = await deviceForTest('rename');
    await saved(own, 'one', '-t', 'k8s');
    await saved(own, 'two', '-t', 'kubernetes');
    expect(await own.fails(2, ['tags', 'rename', 'k8s', 'kubernetes'])).toMatchObject({ kind: 'usage' });
    expect(await found(own, '-t', 'k8s')).toEqual(['one']);
    await own.run(['tags', 'rename', 'k8s', 'kubernetes', '--yes']);
    expect((await own.json(withMembers('tags'), ['tags'])).tags).toEqual([{ tag: 'kubernetes', count: 2 }]);
    expect((await own.run(['tags', 'rename', 'kubernetes', 'clusters'])).out).toContain('on 2 memories');
    expect(await own.fails(1, ['tags', 'rename', 'nope', 'x'])).toMatchObject({ kind: 'not_found' });
  });
});

describe.skipIf(!hasTmux)('on a terminal', () => {
  test('[TE-14] edit replaces what a memory says by what the editor leaves, and nothing else', async () => {
    const own = await deviceForTest('edit');
    const id = await saved(own, 'Standup is at nine');
    const editor = (name: string, script: string): string => {
      const path = join(own.home, name);
      writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return path;
    };
    const terminal = terminalForTest(own);
    const run = (path: string) => terminal.run(`EDITOR=${path} cairn edit ${id}`);
    expect((await run(editor('same', 'exit 0'))).lines.join(' ')).toContain('Nothing was changed');
    expect((await run(editor('empty', ': > "$1"'))).code).toBe(1);
    expect((await run(editor('broken', 'echo lost > "$1"; exit 3'))).code).toBe(1);
    expect((await run('no-such-editor')).lines.join(' ')).toContain('"no-such-editor" was not found');
    expect(await found(own)).toEqual(['Standup is at nine']);
    expect((await run(editor('ten', 'sed -i s/nine/ten/ "$1"'))).code).toBe(0);
    expect(await found(own)).toEqual(['Standup is at ten']);
    expect(await own.fails(2, ['edit', id])).toMatchObject({ kind: 'usage' });
  });

  test('[TE-14] man is shown as a page, and is its source in a pipe', async () => {
    const own = await deviceForTest('man');
    const terminal = terminalForTest(own);
    const typed = terminal.type('cairn man');
    await terminal.waitFor(/CAIRN\(1\) +User Commands/);
    terminal.press('q');
    expect((await terminal.ended(typed)).code).toBe(0);
    expect((await terminal.run('cairn man | head -n 1')).lines.join('')).toContain('.TH CAIRN 1');
  });
});
