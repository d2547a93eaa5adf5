import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER_LIMITS, LIMITS, oneLine } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test, vi } from 'vitest';
import { createProjects } from '../services/projects.ts';
import { createGitProjects } from './git-projects.ts';

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

/** The name by git's own answer. Projects had this name when Cairn still asked git. */
const nameByGit = (top: string): string =>
  `git:${git(top, 'rev-list', '--max-parents=0', 'HEAD').trim().split('\n').toSorted()[0]}`;

/** So many commits, each with a file that changes, by one process. */
const withHistory = (top: string, count: number): void => {
  const lines = Array.from({ length: count }, (_, n) => {
    const text = `commit ${n}\n\n${'the same words again\n'.repeat(5)}`;
    const parent = n === 0 ? '' : `from :${n}\n`;
    return `commit refs/heads/main\nmark :${n + 1}\ncommitter A <a@b> ${n} +0000\ndata ${text.length}\n${text}\n${parent}`;
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: top, input: lines.join('') });
  git(top, 'symbolic-ref', 'HEAD', 'refs/heads/main');
};

const others: readonly (readonly [string, (top: string) => unknown])[] = [
  ['loose objects', (top) => git(top, 'commit', '-q', '--allow-empty', '-m', 'x'.repeat(20_000))],
  [
    'a pack with differences, and packed branches',
    (top) => {
      withHistory(top, 300);
      git(top, 'gc', '-q', '--aggressive', '--prune=now');
    },
  ],
  [
    'bases by name',
    (top) => {
      withHistory(top, 100);
      git(top, '-c', 'repack.useDeltaBaseOffset=false', 'repack', '-q', '-a', '-d', '-f');
    },
  ],
  [
    'several packs and loose ones',
    (top) => {
      for (const message of ['one', 'two', 'three']) {
        git(top, 'commit', '-q', '--allow-empty', '-m', message);
        git(top, 'repack', '-q', '-d');
      }
      git(top, 'commit', '-q', '--allow-empty', '-m', 'four');
    },
  ],
  [
    'joined histories',
    (top) => {
      const first = git(top, 'rev-parse', 'HEAD').trim();
      git(top, 'checkout', '-q', '--orphan', 'other');
      git(top, 'commit', '-q', '--allow-empty', '-m', 'another beginning');
      git(top, 'merge', '-q', '--allow-unrelated-histories', '-m', 'join', first);
    },
  ],
  ['a HEAD that is on no branch', (top) => git(top, 'checkout', '-q', '--detach')],
  ['a branch in a folder', (top) => git(top, 'checkout', '-q', '-b', 'feature/a/b')],
];

test.each(others)('[M-8] [TR-12] the root commit is what git finds: %s', async (_, change) => {
  const top = await repository(null);
  change(top);
  expect(await projectOf(top)).toBe(nameByGit(top));
  const worktree = join(top, '../side');
  git(top, 'worktree', 'add', '-q', '--detach', worktree);
  expect(await projectOf(worktree)).toBe(nameByGit(top));
});

test('[M-8] [TR-12] of a shallow clone it is where it was cut; of one with longer names it is as long', async () => {
  const top = await repository(null);
  withHistory(top, 10);
  const shallow = join(top, '../shallow');
  git(top, 'clone', '-q', '--depth', '3', `file://${top}`, shallow);
  expect(await projectOf(shallow)).toBe(nameByGit(shallow));
  const long = join(top, '../long');
  git(top, 'init', '-q', '--object-format=sha256', long);
  git(long, 'commit', '-q', '--allow-empty', '-m', 'begin');
  expect(nameByGit(long)).toHaveLength('git:'.length + 64);
  expect(await projectOf(long)).toBe(nameByGit(long));
});

test('[TR-12] a worktree and a submodule without a remote; HEAD moves, and the name stays', async () => {
  const inner = await repository(null);
  const outer = await repository(null);
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner');
  const sub = join(outer, 'inner');
  expect(await projectOf(sub)).toBe(nameByGit(inner));
  const identify = createGitProjects();
  expect(await identify(sub)).toBe(nameByGit(inner));
  git(sub, 'commit', '-q', '--allow-empty', '-m', 'more');
  expect(await identify(join(sub, '.'))).toBe(nameByGit(inner));
});

test('[M-8] a new remote is seen after half a minute, also when the clock was set back meanwhile', async () => {
  const top = await repository(null);
  const identify = createGitProjects();
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const before = await identify(top);
    git(top, 'remote', 'add', 'origin', 'https://github.com/ada/engine');
    vi.setSystemTime(Date.now() - 86_400_000);
    vi.advanceTimersByTime(29_000);
    expect(await identify(top)).toBe(before);
    vi.advanceTimersByTime(2_000);
    expect(await identify(top)).toBe('github.com/ada/engine');
  } finally {
    vi.useRealTimers();
  }
});

test('[TR-12] a repository whose .git lies elsewhere has to be named by it', async () => {
  const top = await repository('https://github.com/ada/engine');
  const store = join(top, '../store');
  const tree = join(top, '../tree');
  git(top, 'clone', '-q', '--separate-git-dir', store, top, tree);
  git(tree, 'remote', 'set-url', 'origin', 'https://github.com/ada/tree');
  expect(await projectOf(tree)).toBe(tree);
  git(tree, 'config', 'core.worktree', tree);
  expect(await projectOf(tree)).toBe('github.com/ada/tree');
});

test('[M-8] [TR-12] git’s commit-graph says the same, merges of many and what came later included', async () => {
  const top = await repository(null);
  withHistory(top, FOLDER_LIMITS.gitCommitsMax + 1);
  git(top, 'commit-graph', 'write', '--reachable');
  expect(await projectOf(top)).toBe(nameByGit(top));
  for (const name of ['one', 'two', 'three']) {
    git(top, 'checkout', '-q', '--orphan', name);
    git(top, 'commit', '-q', '--allow-empty', '-m', name);
  }
  const tree = git(top, 'rev-parse', 'HEAD^{tree}').trim();
  const parents = ['main', 'one', 'two', 'three'].flatMap((name) => ['-p', name]);
  const merge = git(top, 'commit-tree', tree, '-m', 'join', ...parents).trim();
  git(top, 'update-ref', 'refs/heads/three', merge);
  git(top, 'commit-graph', 'write', '--reachable');
  git(top, 'commit', '-q', '--allow-empty', '-m', 'later');
  expect(git(top, 'rev-list', '--max-parents=0', 'HEAD').trim().split('\n')).toHaveLength(4);
  expect(await projectOf(top)).toBe(nameByGit(top));
}, 120_000);

test('[TR-12] more commits than may be unpacked give the path', async () => {
  const top = await repository(null);
  withHistory(top, FOLDER_LIMITS.gitCommitsMax + 1);
  expect(await projectOf(top)).toBe(top);
}, 120_000);

test('[TR-12] no folder has a name that a memory cannot be saved under, and no two have the same', async () => {
  const home = realpathSync(await homeForTest());
  const deep = join(home, ...Array.from({ length: 6 }, (_, at) => `${at}`.repeat(120)));
  const long = await repository(`https://example.org/${'a'.repeat(2_000)}`);
  const folders = [deep, join(deep, 'b'), join(home, 'a\nb'), join(home, 'a b')];
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const names = await Promise.all([...folders, long].map((folder) => projectOf(folder)));
  for (const name of names) {
    expect(name.length).toBeLessThanOrEqual(LIMITS.projectCharsMax);
    expect(name).toBe(oneLine(name));
  }
  expect(new Set(names).size).toBe(names.length);
  expect(names.at(-1)).toMatch(/^git:/);
});
