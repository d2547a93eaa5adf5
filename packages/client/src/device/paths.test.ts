import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePaths, SOCKET_PATH_BYTES_MAX } from './paths.ts';

const at = (env: Record<string, string>, platform = 'linux') =>
  resolvePaths({ env, homeDir: '/home/ada', platform, cwd: '/somewhere' });

test('CAIRN_HOME is one folder for everything', () => {
  const paths = at({
    CAIRN_HOME: '/data/cairn',
    XDG_DATA_HOME: '/elsewhere',
    XDG_RUNTIME_DIR: '/run/user/1',
  });
  const { folders, ...files } = paths;
  for (const path of Object.values(files)) expect(path).toMatch(/^\/data\/cairn/);
  expect(folders).toEqual(['/data/cairn', '/data/cairn/logs']);
  expect(paths.daemonFile).toBe('/data/cairn/daemon.json');
  expect(paths.tokenFile).toBe('/data/cairn/daemon.token');
});

test('a relative CAIRN_HOME counts from the working directory, an empty one is none', () => {
  expect(at({ CAIRN_HOME: 'mine' }).home).toBe('/somewhere/mine');
  expect(at({ CAIRN_HOME: '' }).home).toBe('/home/ada/.local/share/cairn');
});

test('without it the XDG folders', () => {
  const paths = at({ XDG_RUNTIME_DIR: '/run/user/1', XDG_CONFIG_HOME: '/cfg' });
  expect(paths.database).toBe('/home/ada/.local/share/cairn/cairn.db');
  expect(paths.config).toBe('/cfg/cairn/config.json');
  expect(paths.log).toBe('/home/ada/.local/state/cairn/logs/daemon.log');
  expect(paths.socket).toBe('/run/user/1/cairn/daemon.sock');
  expect(paths.folders).toContain('/run/user/1/cairn');
});

test('memories in another folder have another socket, so that two daemons do not take it from each other', () => {
  const of = (data: string) => at({ XDG_RUNTIME_DIR: '/run/user/1', XDG_DATA_HOME: data }).socket;
  expect(of('/home/ada/snap/code/160/.local/share')).toBe(
    '/home/ada/snap/code/160/.local/share/cairn/daemon.sock',
  );
  expect(of('/home/ada/.local/share')).toBe('/run/user/1/cairn/daemon.sock');
});

test('a socket path of at most 100 bytes, else none', () => {
  const fits = 'x'.repeat(SOCKET_PATH_BYTES_MAX - '//daemon.sock'.length);
  expect(at({ CAIRN_HOME: `/${fits}` }).socket).toBe(join(`/${fits}`, 'daemon.sock'));
  expect(at({ CAIRN_HOME: `/${fits}x` }).socket).toBeNull();
  expect(at({ CAIRN_HOME: `/${'é'.repeat(60)}` }).socket).toBeNull();
  expect(at({ CAIRN_HOME: '/data' }, 'win32').socket).toBeNull();
});
