// Output on a terminal, in tmux, and in a pipe.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLibsqlServer } from '@cairn/test-support';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, server, withMembers } from './cairn.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

const ESCAPE = '\u001b';

const deviceForTest = async (name: string): Promise<Device> => {
  const own = await device(name);
  onTestFinished(() => own.end());
  return own;
};

/** Makes a person's home beside the device's, with one agent in it. */
const libsql = await startLibsqlServer();
afterAll(() => libsql?.stop());

const homeOf = (own: Device): string => {
  const home = join(own.home, 'person');
  mkdirSync(join(home, '.cursor'), { recursive: true });
  return home;
};

const terminalForTest = (
  own: Device,
  columns: number,
  env: Readonly<Record<string, string>> = {},
): Terminal => {
  const terminal = openTerminal(columns, own.home, {
    CAIRN_HOME: own.home,
    CAIRN_PORT: '0',
    CAIRN_EMBED: 'off',
    HOME: homeOf(own),
    ...env,
  });
  onTestFinished(() => terminal.end());
  return terminal;
};

test('[TE-4] cairn alone says what to do first in an empty home, and starts nothing', async () => {
  const own = await deviceForTest('alone');
  const env = { HOME: homeOf(own) };
  const { code, out, err } = await own.run([], { env });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/Next\n {2}cairn init .*\n {2}cairn save "/);
  const first = await own.json(withMembers('version', 'daemon', 'status', 'next', 'agents'), [], { env });
  expect([first.daemon, first.status]).toEqual([null, null]);
  expect([own.pid(), existsSync(join(own.home, 'cairn.db'))]).toEqual([null, false]);

  await own.run(['save', 'Staging is read-only']);
  const later = await own.run([], { env });
  expect(later.out).toMatch(/here +1 memory/);
  expect(later.out).toContain('cairn install');
  expect(later.out).not.toContain('cairn init');
});

describe.skipIf(!hasTmux)('schedules on a terminal', () => {
  test.each([40, 80, 200])('[TE-1] lose no name, time or state at %i columns', async (columns) => {
    const own = await deviceForTest(`schedules-${columns}`);
    const name = 'weekday morning, before the stand-up';
    const goal = 'Sum up what was decided this week, and what is open of the week before';
    const zone = ['--cron', '30 8 * * 1-5', '--tz', 'America/Argentina/Buenos_Aires'];
    for (const args of [
      ['x', ...zone, '--name', name],
      ['y', '--every', '90m', '--name', 'paused-one'],
      [goal, '--at', '2036-01-31T09:30', '--tz', 'UTC'],
    ])
      expect((await own.run(['schedule', 'add', ...args])).code).toBe(0);
    expect((await own.run(['schedule', 'pause', 'paused-one'])).code).toBe(0);
    const terminal = terminalForTest(own, columns);
    const { lines } = await terminal.run('cairn schedule list 2>notes');
    expect(terminal.hasWrapped()).toBe(false);
    // The continuation of a value is aligned with its first line, after the title.
    const text = lines.join(' ').replace(/\s+/g, ' ');
    const once = '2036-01-31 09:30 UTC';
    for (const shown of [name, '30 8 * * 1-5 (America/Argentina/Buenos_Aires)', once, 'every 1 h 30 min'])
      expect(text).toContain(shown);
    expect(text).toMatch(/paused-one .*paused/);
    expect(text).toContain('Sum up what was decided');
    expect(text.match(/s_\w{26}/g)).toHaveLength(3);
    expect(text).toContain('08:30 America/Argentina/Buenos_Aires');
    for (const args of ['--system', '--all']) {
      await terminal.run(`cairn schedule list ${args} 2>notes`);
      expect(terminal.hasWrapped()).toBe(false);
    }
  });
});

describe('[TE-5] init by flags', () => {
  test('nothing is changed without a yes, and a second run has nothing to do', async () => {
    const own = await deviceForTest('init');
    const home = homeOf(own);
    const env = { HOME: home };
    const mcp = join(home, '.cursor', 'mcp.json');
    expect(await own.fails(2, ['init'], { env })).toMatchObject({ kind: 'usage' });
    const dry = await own.run(['init', '--dry-run'], { env });
    expect(dry.out).toContain('Cursor: its MCP server');
    expect([existsSync(mcp), existsSync(join(own.home, 'config.json')), own.pid()]).toEqual([
      false,
      false,
      null,
    ]);

    for (const [flag, ...more] of [
      ['--server', 'http://127.0.0.1:9'],
      ['--setup-token', 't', '--vault', 'local'],
      ['--code', 'c', '--vault', 'create'],
      ['--model-key-file', '/nowhere'],
      ['--model-url', 'http://127.0.0.1:9/v1', '--model', 'none'],
    ]) {
      const idle = await own.fails(2, ['init', '--yes', '--agent', 'none', flag ?? '', ...more], { env });
      expect([idle.kind, idle.message]).toEqual(['usage', expect.stringContaining(flag ?? '')]);
    }
    for (const more of [['--fix'], ['--bundle', 'report.json']])
      expect((await own.fails(2, ['doctor', '--agent', 'cursor', ...more])).kind).toBe('usage');
    const flags = ['--yes', '--agent', 'all', '--vault', 'local', '--model', 'qwen3:4b'];
    const args = ['init', ...flags, '--model-url', 'http://127.0.0.1:9/v1'];
    const done = await own.run([...args, '--json'], { env });
    expect([done.code, JSON.parse(done.out).done]).toEqual([0, ['the language model qwen3:4b', 'Cursor']]);
    expect(readFileSync(mcp, 'utf8')).toContain('cairn');
    const again = await own.json(withMembers('planned', 'done'), args, { env });
    expect(again).toEqual({ planned: [], done: [] });
    expect((await own.run(['status'], { env })).out).toContain('qwen3:4b');
  });

  test('the daemon runs again with the new model, also after a failure', async () => {
    const own = await deviceForTest('again');
    const home = homeOf(own);
    await own.run(['save', 'Tea is green']);
    const init = (model: string, ...more: readonly string[]) =>
      own.run(['init', '--yes', '--model', model, '--model-url', 'http://127.0.0.1:9/v1', ...more], {
        env: { HOME: home },
      });
    expect((await init('first:1b', '--agent', 'none')).code).toBe(0);
    const pid = own.pid();
    expect(pid).not.toBeNull();
    writeFileSync(join(home, '.cursor', 'mcp.json'), '{');
    expect((await init('second:1b', '--agent', 'cursor')).code).toBe(5);
    expect(own.pid()).not.toBeNull();
    expect(own.pid()).not.toBe(pid);
  });

  test.skipIf(libsql === null)('[ST-3] it finds the memories on a database server', async () => {
    const url = (await libsql?.createDatabase()) ?? '';
    const own = await device('remote', { CAIRN_STORE_URL: url });
    onTestFinished(() => own.end());
    await own.run(['save', 'Tea is green']);
    const pid = own.pid();
    const model = ['--model', 'qwen3:4b', '--model-url', 'http://127.0.0.1:9/v1'];
    const done = await own.run(['init', '--yes', '--agent', 'none', ...model], {
      env: { HOME: homeOf(own) },
    });
    expect([done.code, own.pid() === pid, own.pid() === null]).toEqual([0, false, false]);
  });

  test('a vault is made on one device and joined on another; what was done before a failure stands', async () => {
    const sync = await server();
    onTestFinished(() => sync.end());
    const [first, second] = [await deviceForTest('first'), await deviceForTest('second')];
    const make = ['init', '--yes', '--agent', 'cursor', '--vault', 'create', '--server', sync.url];
    const env = { HOME: homeOf(first) };
    const refused = await first.run([...make, '--setup-token', 'not-the-right-one', '--json'], { env });
    expect([refused.code, JSON.parse(refused.out)]).toMatchObject([
      5,
      { done: ['Cursor'], error: { kind: 'not_allowed' } },
    ]);
    const made = await first.run([...make, '--setup-token', '-', '--json'], {
      env,
      input: `${sync.setupToken}\n`,
    });
    expect([made.code, JSON.parse(made.out).recoveryWords.split(' ').length]).toEqual([0, 24]);
    expect(await first.fails(1, make, { env })).toMatchObject({ kind: 'already_in_vault' });

    await first.run(['save', 'The cart keeps 30 days']);
    await first.run(['sync', '--wait']);
    const { code } = await first.json(withMembers('code'), ['invite']);
    const join_ = ['init', '--yes', '--agent', 'none', '--code', `${code}@${sync.url}`];
    const joined = await second.run([...join_, '--json'], { env: { HOME: homeOf(second) } });
    expect([joined.code, JSON.parse(joined.out)]).toMatchObject([0, { memories: 1, done: ['in the vault'] }]);
  });
});

describe.skipIf(!hasTmux)('on a terminal', () => {
  const LONG = `A long one: ${'日本語 and emoji 👩‍👩‍👧‍👦 '.repeat(12)}end`;

  test.each([60, 80, 200])('[TE-1] nothing is wider than %i columns', async (columns) => {
    const own = await deviceForTest('width');
    await own.run([
      'save',
      LONG,
      '-t',
      'tooling',
      '-t',
      'a-rather-long-tag',
      '-p',
      'github.com/somebody/a-long-name',
    ]);
    await own.run(['save', 'short']);
    const terminal = terminalForTest(own, columns);
    // A path is never cut. Its length depends on the folder of this test.
    const withPaths = homeOf(own).length + 30 < columns ? ['status', 'stats', 'doctor'] : [];
    for (const line of ['list', 'search emoji', ...withPaths, '', '--help']) {
      const { lines, code } = await terminal.run(`cairn ${line}`);
      expect([code, lines.length > 1, terminal.hasWrapped()], line).toEqual([0, true, false]);
    }
  });

  test('[TE-1] nothing is cut on a terminal that does not tell its size', async () => {
    const own = await deviceForTest('no-size');
    const text = 'The harbour master keeps the key of the boathouse behind the barometer';
    await own.run(['save', text]);
    const terminal = terminalForTest(own, 200);
    const { lines, code } = await terminal.run('stty cols 0; cairn list; cairn list --nope; stty cols 200');
    expect([code, lines.some((line) => line.includes(text))]).toEqual([0, true]);
    expect(lines.some((line) => line.includes('Text that begins with a dash comes after'))).toBe(true);
  });

  test('[TE-2] colours are there, not with NO_COLOR, and not on a dumb terminal', async () => {
    const own = await deviceForTest('colours');
    await own.run(['save', 'short']);
    const terminal = terminalForTest(own, 80);
    const painted = async (line: string) => {
      await terminal.run(line);
      return terminal.painted().includes(`${ESCAPE}[36m`);
    };
    expect(await painted('cairn list')).toBe(true);
    expect(await painted('NO_COLOR=1 FORCE_COLOR=1 cairn list')).toBe(false);
    expect(await painted('TERM=dumb cairn list')).toBe(false);
    expect(await painted('cairn list | cat')).toBe(false);
    expect(await painted('FORCE_COLOR=1 cairn list | cat')).toBe(true);
  });

  test('[TE-6] status --watch follows what happens, fits a new width, and Ctrl-C leaves the terminal as it was', async () => {
    const own = await deviceForTest('watch');
    await own.run(['save', 'one']);
    const terminal = terminalForTest(own, 80);
    const typed = terminal.type('echo before; cairn status --watch');
    await terminal.waitFor(/store +1 memory[\s\S]*Ctrl-C/);
    expect(terminal.hasCursor()).toBe(false);
    await own.run(['save', 'two']);
    await terminal.waitFor(/store +2 memories/);
    await own.run(['down']);
    await terminal.waitFor(/daemon +not running/);
    await own.run(['save', 'three']);
    await terminal.waitFor(/store +3 memories/);
    terminal.resize(60);
    await terminal.waitFor(/Ctrl-C/);
    terminal.press('C-c');
    const { lines, code } = await terminal.ended(typed);
    expect(code).toBe(0);
    expect(terminal.hasCursor()).toBe(true);
    expect(lines.filter((line) => /^before$|^store +3 memories/.test(line))).toHaveLength(2);
    expect(own.pid()).not.toBeNull();
  });

  test('[TE-5] Ctrl-C at the setup token makes no vault', async () => {
    const sync = await server({ CAIRN_REGISTRATION: 'open' });
    onTestFinished(() => sync.end());
    const own = await deviceForTest('no-token');
    const terminal = terminalForTest(own, 100);
    const args = `init --agent none --model none --vault create --server ${sync.url}`;
    const typed = terminal.type(`cairn ${args}`);
    await terminal.waitFor(/Do this\?/);
    terminal.press('y');
    await terminal.waitFor(/The setup token/);
    terminal.press('C-c');
    const { lines } = await terminal.ended(typed);
    expect(lines.join(' ')).toContain('The vault was not made');
    expect((await own.run(['status', '--json'])).out).not.toContain('"v_');
  });

  test('[TE-5] init asks, and Ctrl-C or a no changes nothing', async () => {
    const own = await deviceForTest('asked');
    const mcp = join(homeOf(own), '.cursor', 'mcp.json');
    const terminal = terminalForTest(own, 80);
    const first = terminal.type('cairn init');
    await terminal.waitFor(/Which agents/);
    terminal.press('C-c');
    expect((await terminal.ended(first)).code).toBe(1);
    const second = terminal.type('cairn init');
    await terminal.waitFor(/Which agents/);
    terminal.press('Enter');
    await terminal.waitFor(/other devices/);
    terminal.press('Enter');
    await terminal.waitFor(/language model/);
    terminal.press('Enter');
    await terminal.waitFor(/Do this\?/);
    expect(existsSync(mcp)).toBe(false);
    terminal.press('y');
    const { lines, code } = await terminal.ended(second);
    expect([code, lines.some((line) => line.includes('✓ Cursor'))]).toEqual([0, true]);
    expect(readFileSync(mcp, 'utf8')).toContain('cairn');
  });

  test('[TE-5] Escape at a question shows the answer that holds', async () => {
    const own = await deviceForTest('escaped');
    await own.run(['save', 'one', '-t', 'a']);
    await own.run(['save', 'two', '-t', 'b']);
    const terminal = terminalForTest(own, 80);
    const typed = terminal.type('cairn tags rename a b');
    await terminal.waitFor(/Yes \/ ● No/);
    terminal.press('Escape');
    const { lines, code } = await terminal.ended(typed);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/│ {2}No\n[\s\S]*Nothing was changed/);
    expect(lines.join('\n')).not.toContain('Yes');
  });

  test('[TE-9] a long import has a bar on the terminal, and none in a pipe or with --json', async () => {
    const own = await deviceForTest('bars');
    const file = join(own.home, 'many.ndjson');
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      JSON.stringify({ content: `Fact number ${at} of many` }),
    );
    writeFileSync(file, lines.join('\n'));
    const terminal = terminalForTest(own, 80);
    const typed = terminal.type(`cairn import ${file}`);
    await terminal.waitFor(/[█░]{20} +\d+ %/);
    const after = await terminal.ended(typed);
    expect([after.code, /[█░]/.test(after.lines.join('\n'))]).toEqual([0, false]);
    const home = own.home;
    const piped = await terminal.run(
      `cairn export -o ${home}/all.ndjson 2>&1 | cat -v; cairn backup ${home}/copy.db --json`,
    );
    expect(piped.lines.join('\n')).not.toMatch(/[█░]|\^\[/);
    const export_ = await own.run(['export', '-o', join(own.home, 'again.ndjson')]);
    expect(export_).toMatchObject({ code: 0, err: '' });
  });
});

test('[TE-6] status --watch wants a terminal, and says so', async () => {
  const own = await deviceForTest('pipe');
  expect((await own.fails(2, ['status', '--watch'])).message).toContain('terminal');
  expect((await own.run(['status', '--watch'])).code).toBe(2);
});

test('[TE-8] cairn man prints the page', async () => {
  const own = await deviceForTest('man');
  const { code, out, err } = await own.run(['man']);
  expect([code, err, out.startsWith('.TH CAIRN 1 ')]).toEqual([0, '', true]);
  expect(out).toContain('cairn vault create');
});

test.skipIf(!hasTmux)('[IM-9] import shows a profile, and takes it after a yes', async () => {
  const own = await deviceForTest('import');
  const file = join(own.home, 'stranger.ndjson');
  const rule = { kind: 'profile', of: 'rules', section: 'Style', text: 'Use\ttabs\u001b[2K', enabled: true };
  const header = { kind: 'header', format: 'cairn-export', version: 1 };
  writeFileSync(file, [header, rule].map((line) => JSON.stringify(line)).join('\n'));
  const terminal = terminalForTest(own, 100);
  const rulesOf = async () => (await own.run(['profile'])).out;

  const refused = terminal.type(`cairn import ${file}`);
  const shown = await terminal.waitFor(/told 1 value of the profile\. Take them\?/);
  expect(shown.join('\n')).toMatch(/^ {2}rules, Style: Use tabs/m);
  terminal.press('n');
  expect((await terminal.ended(refused)).lines.join('\n')).toContain('--profile imports them (1)');
  expect(await rulesOf()).not.toContain('Use');

  const taken = terminal.type(`cairn import ${file}`);
  await terminal.waitFor(/Take them\?/);
  terminal.press('y');
  expect((await terminal.ended(taken)).lines.join('\n')).toContain('is told 1 value of the profile');
  expect(await rulesOf()).toContain('Use');
});
