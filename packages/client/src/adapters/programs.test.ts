import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { readInside, realInside } from './inside-file.ts';
import { daemonEnv } from './launch-settings.ts';
import { findProgram, missingProgram, PROGRAM_FOLDERS, programEnv } from './programs.ts';
import { readWorkspaceFile } from './workspace-files.ts';

test('[TR-11] a program is found in the listed folders only, else a sentence says what to do', () => {
  expect(findProgram('sh')).toMatch(/^\/(usr\/)?bin\/sh$/);
  expect(findProgram('/opt/tool')).toBe('/opt/tool');
  for (const name of ['no-such-program', './sh', '../bin/sh', 'bin/sh']) expect(findProgram(name)).toBeNull();
  expect(missingProgram('x')).toContain(PROGRAM_FOLDERS.join(', '));
});

test('[TR-11] an environment is what is listed, and a PATH of its own', () => {
  const env = {
    ...{ HOME: '/h', LC_ALL: 'C', PATH: '/evil', LD_PRELOAD: '/evil.so', GIT_DIR: '/evil', BROWSER: 'evil' },
    ...{ DISPLAY: ':0', CAIRN_HOME: '/c', NODE_OPTIONS: '--x', https_proxy: 'p', EMPTY: undefined },
  };
  const PATH = PROGRAM_FOLDERS.join(':');
  expect(programEnv('plain', env)).toEqual({ HOME: '/h', LC_ALL: 'C', PATH });
  expect(programEnv('session', env)).toEqual({ HOME: '/h', LC_ALL: 'C', DISPLAY: ':0', PATH });
  expect(daemonEnv(env)).toEqual({
    ...{ HOME: '/h', LC_ALL: 'C', DISPLAY: ':0', PATH, CAIRN_HOME: '/c', NODE_OPTIONS: '--x' },
    ...{ https_proxy: 'p', MALLOC_ARENA_MAX: '2' },
  });
  const relative = {
    HOME: 'h',
    CAIRN_HOME: 'c',
    CAIRN_LLM_API_KEY_FILE: 'k',
    XDG_DATA_HOME: 'd',
    CAIRN_LLM_MODEL: 'm',
  };
  expect(daemonEnv({ ...relative, XDG_CONFIG_HOME: '' })).toMatchObject({
    ...{ HOME: resolve('h'), CAIRN_HOME: resolve('c'), CAIRN_LLM_API_KEY_FILE: resolve('k') },
    ...{ XDG_DATA_HOME: resolve('d'), XDG_CONFIG_HOME: '', CAIRN_LLM_MODEL: 'm' },
  });
});

test('[TR-12] a file is read whole at its limit, not one past it, and never from outside of its folder', async () => {
  const home = await homeForTest();
  const folder = join(home, 'folder');
  mkdirSync(folder);
  writeFileSync(join(home, 'AGENTS.md'), 'outside');
  writeFileSync(join(folder, 'a'), '12345');
  symlinkSync('a', join(folder, 'inner'));
  symlinkSync(join(home, 'AGENTS.md'), join(folder, 'AGENTS.md'));
  const read = (name: string, max: number) => readInside(folder, join(folder, name), max)?.toString() ?? null;
  expect([read('a', 5), read('a', 4), read('inner', 5)]).toEqual(['12345', null, '12345']);
  expect([read('AGENTS.md', 100), read('../AGENTS.md', 100), read('.', 100), read('b', 1)]).toEqual([
    ...[null, null, null, null],
  ]);
  expect(realInside(folder, `${folder}/../folder/a`)).toMatch(/folder\/a$/);
  expect(readWorkspaceFile('AGENTS.md', { workspace: folder, own: null })).toBeNull();
  expect(readWorkspaceFile('AGENTS.md', { workspace: null, own: folder })?.text).toBe('outside');
});
