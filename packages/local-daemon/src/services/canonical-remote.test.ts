import { expect, test } from 'vitest';
import { canonicalRemote } from './canonical-remote.ts';

test.each([
  'git@github.com:Ada/Engine.git',
  'github.com:ada/engine',
  'ssh://git@github.com/ada/engine.git',
  'ssh://git@github.com:22/ada/engine.git',
  'ssh://git@ssh.github.com:443/ada/engine.git',
  'git+ssh://git@github.com/ada/engine',
  'https://github.com/ada/engine',
  'https://github.com/ada/engine.git/',
  'https://ada:secret-token@github.com/ada/engine.git',
  'https://x-access-token:ghp_x@github.com/ada//engine.git',
  'git://github.com/ada/engine.git',
  ' https://GitHub.com/ada/engine ',
])('[M-8] %s is github.com/ada/engine', (url) => {
  expect(canonicalRemote(url)).toBe('github.com/ada/engine');
});

test.each([
  ['git@gitlab.example.org:group/sub/project.git', 'gitlab.example.org/group/sub/project'],
  ['https://gitlab.example.org:8443/Group/Project.git', 'gitlab.example.org/Group/Project'],
  ['ssh://git@example.org/~ada/engine.git', 'example.org/~ada/engine'],
  ['https://example.org/a%20b.git', 'example.org/a b'],
])('[M-8] %s is %s', (url, expected) => {
  expect(canonicalRemote(url)).toBe(expected);
});

test.each([
  '/srv/git/engine.git',
  '../engine',
  './engine',
  'C:\\engine',
  '',
  'file:///srv/engine',
  'https://',
])('[M-8] %s is no remote on another machine', (url) => {
  expect(canonicalRemote(url)).toBeNull();
});
