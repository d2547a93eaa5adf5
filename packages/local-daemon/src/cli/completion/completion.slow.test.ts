import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { COMMAND_GROUPS } from '../words/groups.ts';
import { completionScript, SHELLS, type Shell } from './scripts.ts';
import { completionTable } from './table.ts';

const specs = COMMAND_GROUPS.flatMap(({ commands }) => commands);
const table = completionTable(specs);
const isThere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** How each shell is asked what follows; the last word is the one that is being written. */
const asking: Readonly<Record<Shell, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    '--norc',
    '-c',
    `source ${script}; COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}; _cairn; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, words) => [
    '-f',
    '-c',
    `compdef() { :; }; compset() { :; }; compadd() { if [[ $1 == -a ]]; then print -l -- \${(P)2}; else shift; print -l -- "$@"; fi; }
     _describe() { print -l -- \${\${(P)2}%%:*}; }; _files() { print FILES; }
     source ${script}; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _cairn`,
  ],
  fish: (script, words) => ['--no-config', '-c', `source ${script}; complete -C '${words.join(' ')}'`],
};

const BROKEN = /syntax error|parse error|not found|Unknown|bad pattern/i;

describe.each(SHELLS)('completion in %s', (shell) => {
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const home = await homeForTest();
    const script = join(home, 'script');
    writeFileSync(script, completionScript(shell, table));
    // A program of the name, so that the names in use are asked for.
    writeFileSync(
      join(home, 'cairn'),
      '#!/bin/sh\ncase $2 in projects) printf "shop\\ngithub.com/a/b\\n" ;; tags) printf "infra\\npeople\\n" ;; ids) printf "m_01a\\nm_01b\\n" ;; sessions) echo notes ;; agents) echo codex-cli ;; settings) echo llm.models ;; schedules) echo morning ;; devices) echo attic ;; trash) echo m_gone ;; assignments) if [ $3 = extract ]; then echo off; else echo extract; fi ;; installers) echo codex ;; esac\n',
      {
        mode: 0o755,
      },
    );
    const { stdout, stderr } = spawnSync(shell, asking[shell](script, words), {
      encoding: 'utf8',
      cwd: home,
      env: { PATH: `${home}:/usr/bin:/bin`, HOME: home, TERM: 'dumb' },
    });
    expect(stderr).not.toMatch(BROKEN);
    const [last = ''] = (words.at(-1) ?? '').split('=').slice(-1);
    return stdout
      .split('\n')
      .map((line) => (line.split('\t')[0] ?? '').replace(/^--[^=]*=/, ''))
      .filter((word) => word !== '' && word.startsWith(last))
      .toSorted();
  };

  test.skipIf(!isThere(shell))('[SV-4] commands, words below them, options, choices, projects', async () => {
    expect(await complete('cairn', 'sa')).toEqual(['save']);
    const all = await complete('cairn', '');
    for (const { path } of specs) expect(all).toContain(path.split(' ')[0]);
    expect(await complete('cairn', 'vault', '')).toEqual(expect.arrayContaining(['create', 'rekey']));
    expect(await complete('cairn', 'vault', 'create', '--se')).toEqual(['--server', '--setup-token']);
    expect(await complete('cairn', 'save', 'vault', '--pi')).toEqual(['--pin']);
    expect(await complete('cairn', 'save', '--source', '')).toEqual(
      expect.arrayContaining(['agent', 'auto', 'user']),
    );
    expect(await complete('cairn', 'search', 'x', '--project', 's')).toEqual(['shop']);
    expect(await complete('cairn', 'save', 'x', '-t', 'i')).toEqual(['infra']);
    expect(await complete('cairn', 'ls', '-t', 'i')).toEqual(['infra']);
    expect(await complete('cairn', 'save', 'x', '--tag=i')).toEqual(['infra']);
    expect(await complete('cairn', 'save', '--source=a')).toEqual(['agent', 'auto']);
    expect(await complete('cairn', 'rm', 'm_')).toEqual(['m_01a', 'm_01b']);
    expect(await complete('cairn', 'search', '-p', 'git')).toEqual(['github.com/a/b']);
    expect(await complete('cairn', 'list', '--agent', 'c')).toEqual(['codex-cli']);
    expect(await complete('cairn', 'status', '--js')).toEqual(['--json']);
    expect(await complete('cairn', 'get', 'm_')).toEqual(['m_01a', 'm_01b']);
    expect(await complete('cairn', 'forget', 'm_01a', 'm_01b')).toEqual(['m_01b']);
    expect(await complete('cairn', 'session', 'show', 'n')).toEqual(['notes']);
    expect(await complete('cairn', 'tags', 'rename', 'p')).toEqual(['people']);
    expect(await complete('cairn', 'config', 'get', 'l')).toEqual(['llm.models']);
    expect(await complete('cairn', 'config', 'set', 'e')).toEqual(['extract']);
    expect(await complete('cairn', 'config', 'set', 'extract', 'o')).toEqual(['off']);
    expect(await complete('cairn', 'devices', 'rename', 'a')).toEqual(['attic']);
    expect(await complete('cairn', 'trash', 'restore', 'm')).toEqual(['m_gone']);
    expect(await complete('cairn', 'schedule', 'run', 'm')).toEqual(['morning']);
    expect(await complete('cairn', 'install', 'c')).toEqual(['codex']);
    expect(await complete('cairn', 'init', '--agent', 'c')).toEqual(['codex']);
    expect(await complete('cairn', 'doctor', '--agent', 'c')).toEqual(['codex']);
  });
});

test.skipIf(!isThere('bash'))(
  '[SV-4] bash completes a name with a colon, of which it replaces only the end',
  async () => {
    const home = await homeForTest();
    writeFileSync(join(home, 'cairn'), '#!/bin/sh\nprintf "codex:a1\\ncodex:b2\\n"\n', { mode: 0o755 });
    writeFileSync(join(home, 'script'), completionScript('bash', table));
    const typed = 'cairn session show codex:a';
    const { stdout } = spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        // bash cuts a word at each colon before it asks.
        `source script; COMP_WORDBREAKS=' =:'; COMP_LINE='${typed}'; COMP_POINT=${typed.length}; COMP_WORDS=(cairn session show codex : a); COMP_CWORD=5; _cairn; echo "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8', cwd: home, env: { PATH: `${home}:/usr/bin:/bin` } },
    );
    expect(stdout).toBe('a1\n');
  },
);

test('[SV-4] is made of the same words as the help: every command and every option', () => {
  for (const { path, options } of specs) {
    const found = table.find((one) => one.path === path);
    expect(found?.options.map(({ name }) => name)).toEqual([
      ...options.map(({ name }) => name),
      'json',
      'help',
    ]);
  }
});
