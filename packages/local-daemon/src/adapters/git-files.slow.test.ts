import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { createProjects } from '../services/projects.ts';
import { createGitProjects } from './git-files.ts';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

const repository = async (remote: string | null): Promise<string> => {
  const top = join(realpathSync(await homeForTest()), 'engine');
  mkdirSync(top);
  git(top, 'init', '-q');
  git(top, 'commit', '-q', '--allow-empty', '-m', 'begin');
  if (remote !== null) git(top, 'remote', 'add', 'origin', remote);
  return top;
};

const projectOf = (folder: string, aliases = {}): Promise<string> =>
  createProjects({ identify: createGitProjects(), aliases: () => aliases }).projectOf(folder);

test('[M-8] subfolders, worktrees and links of a repository are one project', async () => {
  const top = await repository('git@github.com:ada/engine.git');
  const sub = join(top, 'src/deep');
  mkdirSync(sub, { recursive: true });
  const worktree = join(top, '../side');
  git(top, 'worktree', 'add', '-q', worktree);
  mkdirSync(join(worktree, 'src'));
  const link = join(top, '../link');
  symlinkSync(sub, link);
  for (const folder of [top, sub, worktree, join(worktree, 'src'), link])
    expect(await projectOf(folder)).toBe('github.com/ada/engine');
});

test('[M-8] a submodule is a project of its own', async () => {
  const inner = await repository(null);
  const outer = await repository('https://github.com/ada/outer');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner');
  git(join(outer, 'inner'), 'remote', 'set-url', 'origin', 'https://github.com/ada/inner.git');
  expect(await projectOf(join(outer, 'inner'))).toBe('github.com/ada/inner');
  expect(await projectOf(outer)).toBe('github.com/ada/outer');
});

test('[M-8] a remote in an included file counts', async () => {
  const top = await repository(null);
  writeFileSync(
    join(top, '.git/more'),
    '[remote "origin"]\n\turl = "ssh://git@example.org/ada/engine.git" # here\n',
  );
  git(top, 'config', 'include.path', 'more');
  expect(await projectOf(top)).toBe('example.org/ada/engine');
});

test('[M-8] without a remote the root commit, the same in every clone', async () => {
  const top = await repository(null);
  const root = git(top, 'rev-list', '--max-parents=0', 'HEAD').trim();
  const clone = join(top, '../clone');
  git(top, 'clone', '-q', top, clone);
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'more');
  expect(await projectOf(top)).toBe(`git:${root}`);
  expect(await projectOf(clone)).toBe(`git:${root}`);
});

test('[M-8] without a commit or a repository the absolute path', async () => {
  const home = realpathSync(await homeForTest());
  git(home, 'init', '-q');
  mkdirSync(join(home, 'src'));
  expect(await projectOf(join(home, 'src'))).toBe(home);
  const plain = realpathSync(await homeForTest());
  expect(await projectOf(plain)).toBe(plain);
  expect(await projectOf(join(plain, 'absent'))).toBe(join(plain, 'absent'));
});

test('[M-8] aliases by hand, for identities and for names', async () => {
  const top = await repository('https://github.com/ada/fork');
  const aliases = { 'github.com/ada/fork': 'github.com/org/engine', engine: 'github.com/org/engine' };
  expect(await projectOf(top, aliases)).toBe('github.com/org/engine');
  const { canonical } = createProjects({ identify: createGitProjects(), aliases: () => aliases });
  expect(canonical('engine')).toBe('github.com/org/engine');
  expect(canonical('git@github.com:org/engine.git')).toBe('github.com/org/engine');
  expect(canonical('my notes: 2026')).toBe('my notes: 2026');
});
