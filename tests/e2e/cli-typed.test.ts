// Input that people type: aliases of commands, names with counts, filters, short ids, secrets.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { device, server, withMembers } from './cairn.ts';
import { hasTmux, type Terminal } from './terminal.ts';
import { deviceForTest, found, saved, terminalForTest } from './typing.ts';

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
  for (const group of ['session', 'schedule', 'scope', 'embedder']) {
    const listed = await own.run([group, 'list']);
    expect(await own.run([group, 'ls']), group).toEqual(listed);
    expect(listed.code).toBe(0);
    expect((await own.run([group, 'rm', '--help'])).out).toContain(`Also: cairn ${group} rm.`);
  }
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
  const everyday = short.out.split('\n\nEverywhere')[0] ?? '';
  expect(commands(everyday)).toBe(15);
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
    for (const same of [' Clusters ', 'CLUSTERS', '#Clusters']) {
      const refused = await own.fails(2, ['tags', 'rename', 'clusters', same, '--yes']);
      expect(refused.message).toContain('"clusters"');
      expect((await own.json(withMembers('tags'), ['tags'])).tags).toEqual([{ tag: 'clusters', count: 2 }]);
    }
    expect(await own.fails(1, ['tags', 'rename', 'nope', 'x'])).toMatchObject({ kind: 'not_found' });
  });

  test('a project is renamed without what is in no project', async () => {
    const own = await deviceForTest('globals');
    await saved(own, 'Tea is green');
    await saved(own, 'The shop sells tea', '-p', 'shop');
    await saved(own, 'Water boils');
    expect(await own.fails(1, ['projects', 'rename', 'nope', 'x', '--yes'])).toMatchObject({
      kind: 'not_found',
    });
    const renamed = await own.run(['projects', 'rename', 'shop', 'store']);
    expect([renamed.code, renamed.out]).toEqual([
      0,
      expect.stringContaining('Renamed shop to store on 1 memory.'),
    ]);
    expect((await own.json(withMembers('projects'), ['projects'])).projects).toEqual([
      { project: null, count: 2 },
      { project: 'store', count: 1 },
    ]);
    await own.run(['config', 'set', 'projects.mart', 'market']);
    const names = async () => (await own.json(withMembers('projects'), ['projects'])).projects;
    for (const [from, to, name] of [
      ['store', 'git@github.com:Acme/Store.git', 'github.com/acme/store'],
      ['github.com/acme/store', 'mart', 'market'],
    ] as const) {
      expect((await own.run(['projects', 'rename', from, to])).code).toBe(0);
      expect(await names()).toContainEqual({ project: name, count: 1 });
    }
    // Agents call memories without a project "global".
    await saved(own, 'Ice is cold', '-p', 'global');
    expect(await names()).toContainEqual({ project: null, count: 3 });
    expect(await own.fails(2, ['projects', 'rename', 'market', 'mart', '--yes'])).toMatchObject({
      message: expect.stringContaining('in that project already'),
    });
    expect(await own.fails(2, ['projects', 'rename', 'market', 'global'])).toMatchObject({
      message: expect.stringContaining('global is on 3 memories already'),
    });
    expect((await own.run(['projects', 'rename', 'market', 'global', '--yes'])).code).toBe(0);
    expect(await names()).toEqual([{ project: null, count: 4 }]);
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
    const refused = (await run(editor('long', 'head -c 300000 /dev/zero | tr \'\\0\' a > "$1"'))).lines.join(
      '',
    );
    const [, kept = ''] = /Your text is kept in (\S+\.md)\./.exec(refused) ?? [];
    expect(readFileSync(kept, 'utf8')).toHaveLength(300_000);
    for (const [name, script] of [
      ['latin', 'printf \'caf\\351\' > "$1"'],
      ['failed', 'echo half a day > "$1"; exit 3'],
    ] as const) {
      const { code, lines } = await run(editor(name, script));
      expect(code).toBe(1);
      const [, left = ''] = /Your text is kept in (\S+\.md)\./.exec(lines.join('')) ?? [];
      expect(readFileSync(left, 'latin1'), name).toMatch(/^(?:caf\xe9|half a day\n)$/);
    }
    expect((await run(editor('unsaved', 'exit 3'))).lines.join(' ')).not.toContain('is kept');
    expect(await found(own)).toEqual(['Standup is at nine']);
    // Editors handle Ctrl-C themselves. The terminal sends it to both programs.
    const interrupted = editor('ten', 'kill -INT $PPID; sleep 0.2; sed -i s/nine/ten/ "$1"');
    expect((await run(interrupted)).code).toBe(0);
    expect(await found(own)).toEqual(['Standup is at ten']);
    expect(await own.fails(2, ['edit', id])).toMatchObject({ kind: 'usage' });
    // A path with blanks is quoted, as for git.
    const spaced = editor('my editor', 'sed -i s/ten/noon/ "$2"');
    expect((await run(`"'${spaced}' --wait"`)).code).toBe(0);
    expect((await run(spaced.replaceAll(' ', '\\\\\\ '))).lines.join(' ')).not.toContain('was not found');
    expect(await found(own)).toEqual(['Standup is at noon']);
  });

  test.each([40, 80])(
    '[TE-15] at %i columns @N is a row of the last list of this terminal',
    async (columns) => {
      const own = await deviceForTest('rows');
      const id = await saved(own, 'Anna leads design');
      await saved(own, 'Ben leads research');
      const terminal = terminalForTest(own, columns);
      expect((await terminal.run('cairn get @1')).lines.join(' ')).toContain('there was no list');
      const { lines } = await terminal.run('cairn list');
      expect(lines.join(' ')).toContain(`@2 ${id.slice(-7)} · today`);
      expect(terminal.hasWrapped()).toBe(false);
      expect((await terminal.run('cairn get @2')).lines[0]).toBe('Anna leads design');
      await terminal.run('cairn search anna');
      expect((await terminal.run('cairn get @1')).lines[0]).toBe('Anna leads design');
      expect((await terminal.run('cairn get @2')).lines.join('')).toContain('ends with @1');
      await terminal.run('cairn search nothing-like-it');
      expect((await terminal.run('cairn get @1')).code).toBe(2);
      await terminal.run('cairn search anna');
      expect((await terminalForTest(own).run('cairn get @1')).code).toBe(2);
      expect((await terminal.run('cairn rm @1')).code).toBe(0);
      expect(await found(own)).toEqual(['Ben leads research']);
      for (const n of [1, 2, 3]) await saved(own, `Stale note ${n}`);
      await terminal.run('cairn list');
      expect((await terminal.run('cairn get @1-3')).code).toBe(1);
      expect((await terminal.run('cairn rm @3-5')).lines.join(' ')).toContain('ends with @4');
      expect((await terminal.run('cairn rm @1-3')).lines.join(' ')).toContain('Forgot 3 memories');
      const many = Array.from({ length: 25 }, (_, n) => JSON.stringify({ content: `Old office ${n}` }));
      await own.run(['import', '-', '--from', 'ndjson'], { input: many.join('\n') });
      const typed = terminal.type('cairn forget --query office');
      await terminal.waitFor(/25 memories found\. Which to forget/);
      terminal.press('a', 'Enter');
      const forgot = (await terminal.ended(typed)).lines.join(' ');
      expect(forgot).toMatch(/Forgot 25 memories(?!.*m_)/);
      expect(await found(own)).toEqual(['Ben leads research']);
    },
  );

  test('[TE-17] secrets are not shown while they are typed, Enter ends them, and two words are asked for again', async () => {
    const sync = await server();
    onTestFinished(() => sync.end());
    const [first, second, third] = [
      await deviceForTest('first'),
      await deviceForTest('second'),
      await deviceForTest('third'),
    ];
    const typeIn = async (terminal: Terminal, text: string): Promise<void> => {
      terminal.press(...[...text].map((char) => (char === ' ' ? 'Space' : char)));
      await terminal.waitFor(/[▪•*]{10}/);
      expect(terminal.screen().join('')).not.toContain(text.slice(0, 12));
      terminal.press('Enter');
    };
    const terminal = terminalForTest(first, 100);
    const making = terminal.type(`cairn vault create --server ${sync.url} --setup-token -`);
    await terminal.waitFor(/setup token/);
    await typeIn(terminal, sync.setupToken);
    const shown = await terminal.waitFor(/Word \d+ of the 24/);
    const words = shown
      .filter((line) => /^ +\d+ [a-z]+ +\d+ [a-z]+ +\d+ [a-z]+$/.test(line))
      .flatMap((line) => line.match(/[a-z]+/g) ?? []);
    expect(words).toHaveLength(24);
    const asked = (): number => Number(/[\s\S]*Word (\d+) of the 24/.exec(terminal.screen().join('\n'))?.[1]);
    const place = asked();
    terminal.press('x', 'Enter');
    await terminal.waitFor(new RegExp(`not word ${place}`));
    terminal.press('BSpace', ...(words[place - 1] ?? ''), 'Enter');
    await terminal.waitFor(new RegExp(`Word ${place < 13 ? place + 12 : place - 12} of`));
    terminal.press(...(words[asked() - 1] ?? ''), 'Enter');
    expect((await terminal.ended(making)).lines.join(' ')).toContain('Right: keep the words');

    const { code } = await first.json(withMembers('code'), ['invite']);
    const joining = terminalForTest(second, 100);
    const joined = joining.type(`cairn join --server ${sync.url}`);
    await joining.waitFor(/code of/);
    await typeIn(joining, String(code));
    expect((await joining.ended(joined)).lines.join(' ')).toContain('Joined');

    const recovering = terminalForTest(third, 100);
    const recovered = recovering.type(`cairn recover --server ${sync.url}`);
    await recovering.waitFor(/24 words/);
    // They are pasted in lines, as they were shown.
    recovering.paste(words.map((word, at) => `${at + 1} ${word}${at % 3 === 2 ? '\n' : '  '}`).join(''));
    expect((await recovering.ended(recovered)).lines.join(' ')).toContain('Joined');
  });

  test('[TE-18] what is typed at a terminal is by the person, and not in the shell of an agent', async () => {
    const own = await deviceForTest('source');
    const terminal = terminalForTest(own);
    const sourceOf = async (line: string): Promise<unknown> => {
      expect((await terminal.run(line)).code).toBe(0);
      const { memories } = await own.json(withMembers('memories'), ['list', '-n', '1']);
      return Array.isArray(memories) ? memories[0].source : null;
    };
    expect(await sourceOf('cairn save typed by hand')).toBe('user');
    expect(await sourceOf('CLAUDECODE=1 cairn save said by Claude')).toBe('agent');
    expect(await sourceOf('cairn save noticed --source auto')).toBe('auto');
    expect(await sourceOf('echo of a pipe | cairn save -')).toBe('agent');
    // A correction belongs to the person who makes it.
    const wrong = await saved(own, 'The gate is green');
    expect(await sourceOf(`cairn supersede ${wrong} The gate is blue`)).toBe('user');
    const typed = await saved(own, 'The roof is red', '--source', 'user');
    expect(await sourceOf(`CLAUDECODE=1 cairn supersede ${typed} The roof is grey`)).toBe('agent');
    // What the person typed is trusted. When there is not enough room, it comes before later words of agents.
    expect((await own.run(['get', await saved(own, 'Dock A', '--source', 'user')])).out).toMatch(
      /trust +high/,
    );
    const notes = (who: string) =>
      ['A', 'B', 'C'].map(
        (n) => `The ${who} note ${n} says the harbour crane lifts crates at ${who} dock ${n}`,
      );
    const told = await deviceForTest('ranked');
    const typing = terminalForTest(told);
    for (const note of notes('typed')) expect((await typing.run(`cairn save "${note}"`)).code).toBe(0);
    for (const note of notes('agent')) await saved(told, note);
    const { out } = await told.run(['context', '--max-tokens', '150']);
    for (const note of notes('typed')) expect(out).toContain(note);
    expect(out).not.toContain('agent note');
  });

  test('[TE-19] matched words are marked on a terminal, and --explain has sentences', async () => {
    const own = await deviceForTest('marked');
    await saved(own, 'Anna leads design in Berlin');
    const terminal = terminalForTest(own);
    expect((await terminal.run('cairn search "who leads design"')).lines[0]).toMatch(
      /^• Anna leads design in Berlin/,
    );
    expect(terminal.painted()).toContain(`${String.fromCharCode(27)}[1mleads`);
    const { out } = await own.run(['search', 'who leads design', '--explain']);
    expect(out).toMatch(/why: by words 1\.00, looked for leads, design; meaning was not compared/);
    expect(out).not.toContain('{"');
    expect((await own.run(['search', 'who leads design', '--explain', '--json'])).out).toContain('"bm25"');
  });

  test('[TE-20] a search says what still waits, and a name of no project is told', async () => {
    const own = await device('waits', {
      CAIRN_EMBED: '',
      CAIRN_EMBED_BASE_URL: 'http://127.0.0.1:9/v1',
      CAIRN_EMBED_MODEL: 'none',
    });
    onTestFinished(() => own.end());
    await saved(own, 'Anna leads design', '-p', 'billing');
    expect((await own.run(['search', 'zebra'])).err).toContain('1 memory not embedded yet');
    const terminal = terminalForTest(own);
    for (const line of ['cairn context -p biling', 'cairn summarise -p biling', 'cairn list -p biling'])
      expect((await terminal.run(line)).lines.join('')).toMatch(
        /No memory is in the project "biling"\. \(Did you mean billing\?\)/,
      );
    expect((await terminal.run('cairn context -p billing')).lines.join('')).not.toContain('No memory is in');
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

test('[TE-15] the beginning or the end of an id is enough; what fits several says which', async () => {
  const own = await deviceForTest('short');
  const first = await saved(own, 'Anna leads design');
  const second = await saved(own, 'Ben leads research');
  const parts = [first.slice(-7), first.slice(2, -3), first.slice(0, -2), `…${first.slice(-9)}`];
  for (const part of [...parts, first.toUpperCase()])
    expect((await own.run(['get', part])).out, part).toContain('Anna leads design');
  const several = await own.fails(2, ['forget', first.slice(0, 8)]);
  expect(several.message).toContain('matches 2 memories');
  for (const said of [first, second, 'Anna leads design', 'Ben leads research'])
    expect(several.message).toContain(said);
  expect(await found(own)).toHaveLength(2);
  expect(await own.fails(1, ['get', 'zzzzzzz'])).toMatchObject({ kind: 'not_found' });
  const newer = await own.json(withMembers('id'), ['supersede', second.slice(-8), 'Ben', 'leads', 'sales']);
  await own.run(['tag', String(newer.id).slice(-8), '+people']);
  expect(await found(own, '-t', 'people')).toEqual(['Ben leads sales']);
  await own.run(['forget', first.slice(-8)]);
  expect(await found(own)).toEqual(['Ben leads sales']);
  // Without a terminal, ids are not shortened.
  expect((await own.run(['list'])).out).toContain(String(newer.id));
});

test('[TE-16] list shows what was asked for, in the order and by the time that were asked for', async () => {
  const own = await deviceForTest('filters');
  await own.run(['import', '-', '--from', 'ndjson'], {
    input: [
      ['Old and long ago', '2025-03-05T12:00:00.000Z'],
      ['At the end of it', '2025-03-31T18:00:00.000Z'],
      ['Just after it', '2025-04-02T12:00:00.000Z'],
    ]
      .map(([content, createdAt]) => JSON.stringify({ content, createdAt }))
      .join('\n'),
  });
  await saved(own, 'Today', '--source', 'user');
  expect(await found(own, '--since', '2025-03-05', '--until', '2025-03-31')).toEqual([
    'At the end of it',
    'Old and long ago',
  ]);
  expect(await found(own, '--since', '2025-04-01', '--sort', 'oldest')).toEqual(['Just after it', 'Today']);
  expect(await found(own, '--source', 'user')).toEqual(['Today']);
  expect(await found(own, '--agent', 'nobody')).toEqual([]);
  expect((await own.run(['list', '--agent', 'nobody'])).err).toContain('Leave one out');
  const { total } = await own.json(withMembers('total'), ['list', '--until', '2025-03-31', '-n', '1']);
  expect(total).toBe(2);
  const [old] = (await own.run(['search', 'long', 'ago'])).out.match(/m_\w{26}/) ?? [''];
  await own.run(['pin', old]);
  expect((await own.run(['list', '--sort', 'changed', '-n', '1'])).out).toMatch(/Old and[\s\S]*today/);
  expect((await own.run(['list', '--sort', 'oldest', '-n', '1'])).out).toMatch(/Old and[\s\S]*5 Mar 2025/);
  expect(await own.fails(2, ['list', '--since', 'never'])).toMatchObject({ kind: 'usage' });
});

test('[SV-4, TR-11] completions offer names in use, and none that a shell would run', async () => {
  const own = await deviceForTest('completed');
  expect((await own.run(['completion', 'tags'])).out).toBe('');
  expect(own.pid()).toBeNull();
  await saved(own, 'one', '-t', 'infra', '-t', '$(touch-ran)', '-p', '`touch-ran`');
  await saved(own, 'two', '-p', 'github.com/anna/shop');
  expect((await own.run(['completion', 'tags'])).out).toBe('infra\n');
  expect((await own.run(['completion', 'projects'])).out).toBe('github.com/anna/shop\n');
  const gone = await saved(own, 'three');
  await own.run(['forget', gone]);
  expect((await own.run(['completion', 'trash'])).out).toBe(`${gone}\n`);
  expect(await own.run(['completion', 'devices'])).toMatchObject({ code: 0, out: '', err: '' });
  const add = async (name: string) =>
    (await own.run(['schedule', 'add', 'x', '--every', '1d', '--name', name])).out.match(/s_\w+/)?.[0];
  await add('morning');
  const unnamed = await add('$(touch-ran)');
  const schedules = (await own.run(['completion', 'schedules'])).out.split('\n');
  expect(schedules.toSorted()).toEqual(['', 'morning', unnamed].toSorted());
  const values = async (key: string) => (await own.run(['completion', 'assignments', key])).out;
  expect(await values('extract')).toBe('on\noff\n');
  expect(await values('embeddings.use')).toBe('built-in\nendpoint\n');
  expect(await values('projects.shop')).toBe('github.com/anna/shop\n');
  expect(await values('set')).toContain('llm.models\n');
});
