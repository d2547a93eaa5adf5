// Makes a real release in a temporary clone.

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notesOf, takeUnreleased } from '../scripts/release/changelog.mjs';
import { repositoryFields } from '../scripts/release/repository.mjs';
import { refusalOf } from '../scripts/release/version.mjs';
import { listFiles, root } from './tidy/source-files.ts';

const NEXT = '9.8.7';
const work = await tempHome('release');
afterAll(() => work.remove());
const clone = join(work.path, 'cairn');

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: clone,
    encoding: 'utf8',
  }).trim();

const release = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(clone, 'scripts/release/main.mjs'), ...args], {
    cwd: clone,
    encoding: 'utf8',
    stdio: 'pipe',
    env: {
      ...process.env,
      ...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.org' },
      ...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.org' },
    },
  });

const changelogPath = join(clone, 'CHANGELOG.md');
const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- `cairn sing` sings.\n\n## [0.0.1] - 2020-01-01\n\n- It began.\n';

beforeAll(() => {
  // Copies the files of this tree, with uncommitted ones. What scripts/pack imports is not needed to set a version.
  for (const path of listFiles().filter((path) => path !== '.git'))
    cpSync(join(root, path), join(clone, path));
  execFileSync('git', ['init', '--quiet', clone]);
  if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(clone))
    throw new Error('not the clone');
  writeFileSync(changelogPath, CHANGELOG);
  git('add', '--all');
  git('commit', '--quiet', '--message=All');
});

describe('a release', () => {
  test('is refused while something is not committed', () => {
    writeFileSync(join(clone, 'README.md'), 'Changed.\n');
    expect(() => release(NEXT)).toThrow(/commit what is changed first/);
    git('checkout', '--quiet', 'README.md');
  });

  test('writes one version everywhere, takes what was unreleased, and is tagged', () => {
    const before = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version;
    release(NEXT);
    expect(git('log', '-1', '--format=%s')).toBe(`Release ${NEXT}`);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag', '--list', '--format=%(contents)', `v${NEXT}`)).toContain('- `cairn sing` sings.');
    const told = git('grep', '--files-with-matches', '--fixed-strings', `cairn-memory-${NEXT}.tgz`).split(
      '\n',
    );
    expect(told).toContain('README.md');
    expect(readFileSync(join(clone, 'packages/client/src/device/version.ts'), 'utf8')).toContain(`'${NEXT}'`);
    const stale = `("version": "|VERSION = '|cairn-memory-)${before.replaceAll('.', '\\.')}\\b`;
    expect(() =>
      git('grep', '--extended-regexp', stale, '--', ':!CHANGELOG.md', ':!tests/fixtures'),
    ).toThrow();
  });

  test('is refused when it is not later, or no version', () => {
    expect(refusalOf('0.1.9', '0.2.0')).toMatch(/not later/);
    expect(refusalOf('0.2.0', '0.2.0')).toMatch(/not later/);
    expect(refusalOf('0.10.0', '0.9.9')).toBeNull();
    expect(refusalOf('1.0', '0.2.0')).toMatch(/three numbers/);
    expect(refusalOf('v0.3.0', '0.2.0')).toMatch(/three numbers/);
  });
});

describe('the address of the source', () => {
  test.each([
    'https://github.com/example/cairn.git',
    'https://somebody:ghp_secret@github.com/example/cairn',
    'git@github.com:example/cairn.git',
    'ssh://git@github.com:22/example/cairn.git/',
    'git+https://GitHub.com/example/cairn.git\n',
  ])('is one, without credentials: %s', (remote) => {
    expect(repositoryFields(remote)).toEqual({
      repository: { type: 'git', url: 'git+https://github.com/example/cairn.git' },
      homepage: 'https://github.com/example/cairn#readme',
      bugs: { url: 'https://github.com/example/cairn/issues' },
    });
  });

  test('has groups and issues as GitLab has them', () => {
    const { homepage, bugs } = repositoryFields('git@gitlab.com:group/part/cairn.git') ?? {};
    expect([homepage, bugs?.url]).toEqual([
      'https://gitlab.com/group/part/cairn#readme',
      'https://gitlab.com/group/part/cairn/-/issues',
    ]);
  });

  test.each(['', '/srv/cairn.git', '../cairn', 'file:///srv/a/cairn.git', 'C:/git/cairn'])(
    'is no place on a disk: "%s"',
    (remote) => expect(repositoryFields(remote, true)).toBeNull(),
  );

  test('on another host is told by the person who releases, not taken from a remote', () => {
    const remote = 'https://me:secret@git.example.org/example/cairn.git';
    expect(repositoryFields(remote)).toBeNull();
    expect(repositoryFields(remote, true)?.bugs.url).toBe('https://git.example.org/example/cairn/issues');
    expect(() => release('--repository', 'here')).toThrow(/takes the address/);
  });
});

describe('the changelog', () => {
  test('begins empty after a release and keeps what came before', () => {
    const { changelog, notes } = takeUnreleased(CHANGELOG, '0.1.0', '2021-02-03');
    expect(notes).toBe('### Added\n\n- `cairn sing` sings.');
    expect(changelog).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2021-02-03\n\n### Added\n\n- `cairn sing` sings.\n\n## [0.0.1] - 2020-01-01\n\n- It began.\n',
    );
    expect(notesOf(changelog, '0.1.0')).toBe(notes);
    expect(() => takeUnreleased(changelog, '0.1.1', '2021-02-04')).toThrow(/nothing stands under Unreleased/);
    expect(() => notesOf(changelog, '3.0.0')).toThrow(/does not tell/);
  });
});
