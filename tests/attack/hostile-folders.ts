// Folders as an attacker would leave them. Each tries to run something, read something or block the daemon.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface Scene {
  /** Path of the hostile folder. */
  readonly folder: string;
  /** Path of a program that writes `marker` when it runs. */
  readonly program: string;
  /** Another user's files beside the folder. Each holds the word `quokka`. */
  readonly outside: string;
}

export interface HostileFolder {
  readonly name: string;
  readonly make: (scene: Scene) => void | Promise<void>;
  /** Whether the project's name is the root commit. Otherwise it is the folder's path. */
  readonly isHonestRepository?: true;
}

export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

/** Makes a repository without the help of git: HEAD, a branch and an empty object store. */
const skeleton = ({ folder }: Scene, config = '[core]\n\trepositoryformatversion = 0\n'): string => {
  const at = join(folder, '.git');
  for (const name of ['objects/info', 'objects/pack', 'refs/heads'])
    mkdirSync(join(at, name), { recursive: true });
  writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(at, 'config'), config);
  return at;
};

const ABSENT = 'deadbeef'.repeat(5);
const pointAt = (at: string, id: string): void => writeFileSync(join(at, 'refs/heads/main'), `${id}\n`);

const packedObject = (text: string): Uint8Array =>
  deflateSync(`commit ${Buffer.byteLength(text)}\0${text}`, { level: 1 });
const putObject = (at: string, id: string, bytes: Uint8Array): void => {
  mkdirSync(join(at, 'objects', id.slice(0, 2)), { recursive: true });
  writeFileSync(join(at, 'objects', id.slice(0, 2), id.slice(2)), bytes);
};
const looseObject = (at: string, id: string, text: string): void => putObject(at, id, packedObject(text));
const commitText = (parents: readonly string[]): string =>
  [`tree ${ABSENT}`, ...parents.map((id) => `parent ${id}`), 'author A <a@b> 0 +0000', '', 'x'].join('\n');
const idOf = (n: number): string => n.toString(16).padStart(40, '0');

const fifo = (path: string): void => {
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error(`no fifo could be made at ${path}`);
};
const socket = async (path: string): Promise<void> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(path, done));
  onTestFinished(() => void server.close());
};
const sparse = (path: string, bytes: number, begin = ''): void => {
  writeFileSync(path, begin);
  truncateSync(path, bytes);
};
const GIGABYTE = 1_073_741_824;

/** Writes a pack, and an index for it with any content. */
const packWith = (at: string, fanout: number, body: Uint8Array, pack: Uint8Array): void => {
  const head = Buffer.alloc(8 + 1024);
  head.writeUInt32BE(0xff744f63, 0);
  head.writeUInt32BE(2, 4);
  for (let n = 0; n < 256; n++) head.writeUInt32BE(fanout, 8 + 4 * n);
  const name = join(at, 'objects/pack', `pack-${ABSENT}`);
  writeFileSync(`${name}.idx`, Buffer.concat([head, body]));
  writeFileSync(`${name}.pack`, pack);
};

/** Writes a pack with one object whose base is itself. */
const cyclicPack = (at: string): void => {
  const id = Buffer.from(ABSENT, 'hex');
  const delta = deflateSync(Buffer.from([4, 4, 0x90, 4]));
  const pack = Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), Buffer.from([0x74]), id, delta, id]);
  const fan = Buffer.alloc(8 + 1024);
  fan.writeUInt32BE(0xff744f63, 0);
  fan.writeUInt32BE(2, 4);
  for (let n = 0xde; n < 256; n++) fan.writeUInt32BE(1, 8 + 4 * n);
  const offset = Buffer.from([0, 0, 0, 12]);
  const name = join(at, 'objects/pack', `pack-${ABSENT}`);
  writeFileSync(`${name}.idx`, Buffer.concat([fan, id, Buffer.alloc(4), offset, id, id]));
  writeFileSync(`${name}.pack`, pack);
};

/** Writes all configurations that make git run a program, in one folder. */
const everyHook = (scene: Scene): void => {
  const { folder, program } = scene;
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.md'), 'a plain note\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'begin');
  const hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  for (const name of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman'])
    symlinkSync(program, join(hooks, name));
  const keys = ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'diff.external'];
  for (const key of [...keys, 'core.gitProxy', 'credential.helper', 'core.alternateRefsCommand'])
    git(folder, 'config', key, program);
  git(folder, 'config', 'core.hooksPath', hooks);
  git(folder, 'config', 'filter.x.clean', program);
  git(folder, 'config', 'filter.x.process', program);
  writeFileSync(join(folder, '.gitattributes'), '* filter=x\n');
};

export const HOSTILE_FOLDERS: readonly HostileFolder[] = [
  {
    name: 'a promised object that is absent, with a program to fetch it',
    make: (scene) => {
      const remote = `[remote "origin"]\n\tpromisor = true\n\turl = ${scene.outside}\n\tuploadpack = ${scene.program}\n`;
      const partial = '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n';
      pointAt(skeleton(scene, partial + remote), ABSENT);
    },
  },
  {
    name: 'a promised commit below one that is there',
    make: (scene) => {
      git(scene.folder, 'init', '-q', '-b', 'main');
      const tree = git(scene.folder, 'mktree', '--missing').trim();
      const at = join(scene.folder, '.git');
      looseObject(at, idOf(7), commitText([ABSENT]).replace(ABSENT, tree));
      pointAt(at, idOf(7));
      for (const [key, value] of [
        ['core.repositoryformatversion', '1'],
        ['extensions.partialClone', 'origin'],
        ['remote.origin.promisor', 'true'],
        ['remote.origin.url', scene.outside],
        ['remote.origin.uploadpack', scene.program],
      ] as const)
        git(scene.folder, 'config', key, value);
    },
  },
  { name: 'every setting by which git runs a program', make: everyHook, isHonestRepository: true },
  {
    name: 'a configuration of a gigabyte',
    make: (scene) => sparse(join(skeleton(scene), 'config'), GIGABYTE, '[core]\n'),
  },
  {
    name: 'a configuration that is one line of blanks, and names that only fold',
    make: (scene) => {
      const line = `\turl = x${' '.repeat(500_000)}y\n`;
      skeleton(scene, `[remote "origin"]\n${line}[${' '.repeat(300_000)}`);
    },
  },
  {
    name: 'a configuration that includes itself, everything else and what is outside',
    make: (scene) => {
      const huge = join(scene.outside, 'huge');
      sparse(huge, GIGABYTE);
      const others = join(scene.outside, 'config');
      writeFileSync(others, '[remote "origin"]\n\turl = https://example.org/quokka/stolen.git\n');
      const own = Array.from({ length: 60 }, () => '\tpath = config\n').join('');
      skeleton(scene, `[include]\n${own}\tpath = ${huge}\n\tpath = ${others}\n\tpath = /dev/zero\n`);
    },
  },
  {
    name: 'a .git file that leads to somebody else',
    make: ({ folder, outside }) => writeFileSync(join(folder, '.git'), `gitdir: ${outside}/private/.git\n`),
  },
  {
    name: 'a .git file of a worktree that nobody has made, with the folder of somebody else in common',
    make: ({ folder, outside }) => {
      const own = join(folder, 'w/worktrees/x');
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, 'commondir'), `${outside}/private/.git\n`);
      writeFileSync(join(own, 'gitdir'), `${join(folder, '.git')}\n`);
      writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(folder, '.git'), `gitdir: ${own}\n`);
    },
  },
  {
    name: 'a link as .git to somebody else',
    make: ({ folder, outside }) => symlinkSync(join(outside, 'private/.git'), join(folder, '.git')),
  },
  {
    name: 'links to somebody else inside of .git',
    make: (scene) => {
      const at = skeleton(scene);
      rmSync(join(at, 'config'));
      symlinkSync(join(scene.outside, 'private/.git/config'), join(at, 'config'));
      rmSync(join(at, 'objects'), { recursive: true });
      symlinkSync(join(scene.outside, 'private/.git/objects'), join(at, 'objects'));
      symlinkSync(join(scene.outside, 'private/.git/HEAD'), join(at, 'refs/heads/main'));
    },
  },
  { name: 'a pipe as .git', make: ({ folder }) => fifo(join(folder, '.git')) },
  { name: 'a socket as .git', make: ({ folder }) => socket(join(folder, '.git')) },
  { name: 'a device as .git', make: ({ folder }) => symlinkSync('/dev/zero', join(folder, '.git')) },
  {
    name: 'pipes as HEAD, as configuration and as ignore file',
    make: (scene) => {
      const at = skeleton(scene);
      for (const name of ['config', 'refs/heads/main', 'packed-refs', 'shallow', 'index']) {
        rmSync(join(at, name), { force: true });
        fifo(join(at, name));
      }
      mkdirSync(join(at, 'info'));
      fifo(join(at, 'info/exclude'));
      fifo(join(scene.folder, '.gitignore'));
    },
  },
  {
    name: 'devices as HEAD and as configuration',
    make: (scene) => {
      const at = skeleton(scene);
      for (const name of ['HEAD', 'config']) {
        rmSync(join(at, name));
        symlinkSync('/dev/zero', join(at, name));
      }
    },
  },
  {
    name: 'branches that lead to each other, and huge packed ones',
    make: (scene) => {
      const at = skeleton(scene);
      writeFileSync(join(at, 'refs/heads/main'), 'ref: refs/heads/other\n');
      writeFileSync(join(at, 'refs/heads/other'), 'ref: refs/heads/main\n');
      sparse(join(at, 'packed-refs'), GIGABYTE, '# pack-refs with: peeled\n');
    },
  },
  {
    name: 'a branch with a name that leaves',
    make: (scene) =>
      writeFileSync(
        join(skeleton(scene), 'HEAD'),
        `ref: refs/../../../${scene.outside.split('/').at(-1)}/id\n`,
      ),
  },
  {
    name: 'commits that are each other’s parents',
    make: (scene) => {
      const at = skeleton(scene);
      looseObject(at, idOf(1), commitText([idOf(2)]));
      looseObject(at, idOf(2), commitText([idOf(1), idOf(2)]));
      pointAt(at, idOf(1));
    },
  },
  {
    name: 'a commit with 300,000 parents, each of which is a bomb',
    make: (scene) => {
      const at = skeleton(scene);
      looseObject(at, idOf(1), commitText(Array.from({ length: 300_000 }, (_, n) => idOf(2 + (n % 50)))));
      const bomb = packedObject(commitText([]) + ' '.repeat(50_000_000));
      for (let n = 2; n < 52; n++) putObject(at, idOf(n), bomb);
      pointAt(at, idOf(1));
    },
  },
  {
    name: 'a history without an end in loose objects',
    make: (scene) => {
      const at = skeleton(scene);
      for (let n = 1; n < 30_000; n++) looseObject(at, idOf(n), commitText([idOf(n + 1)]));
      pointAt(at, idOf(1));
    },
  },
  {
    name: 'a pack that is its own base',
    make: (scene) => {
      const at = skeleton(scene);
      cyclicPack(at);
      pointAt(at, ABSENT);
    },
  },
  {
    name: 'an index of a pack that promises four billion objects, and garbage',
    make: (scene) => {
      const at = skeleton(scene);
      packWith(at, 0xffffffff, Buffer.alloc(64, 0xff), Buffer.alloc(64, 0xff));
      pointAt(at, ABSENT);
    },
  },
  {
    name: 'an index of a pack of a gigabyte, and ten thousand of others',
    make: (scene) => {
      const at = skeleton(scene);
      sparse(join(at, 'objects/pack', `pack-${ABSENT}.idx`), GIGABYTE, '\xfftOc');
      for (let n = 0; n < 10_000; n++) writeFileSync(join(at, 'objects/pack', `pack-${idOf(n)}.idx`), 'x');
      pointAt(at, ABSENT);
    },
  },
  {
    name: 'links that leave, a pipe and a socket among the files',
    make: async ({ folder, outside }) => {
      symlinkSync(join(outside, 'secret.md'), join(folder, 'linked.md'));
      symlinkSync(outside, join(folder, 'linked'));
      symlinkSync('/', join(folder, 'root'));
      symlinkSync(folder, join(folder, 'again'));
      for (const name of ['SOUL.md', 'MEMORY.md'])
        symlinkSync(join(outside, 'secret.md'), join(folder, name));
      for (const name of ['pipe.md', 'AGENTS.md', 'HEARTBEAT.md', 'USER.md']) fifo(join(folder, name));
      await socket(join(folder, 'socket.md'));
    },
  },
  {
    name: 'ignore files that take long, lie elsewhere or are huge',
    make: (scene) => {
      skeleton(scene);
      const slow = [`${'*a'.repeat(30)}b`, `${'**/a'.repeat(30)}/b`, `${'[a-z]*?'.repeat(30)}[!a]`];
      writeFileSync(join(scene.folder, '.gitignore'), slow.join('\n'));
      for (let n = 0; n < 100; n++)
        writeFileSync(join(scene.folder, 'a'.repeat(200) + String(n)), 'a plain note');
      for (const name of ['linked', 'huge', 'many', 'bad'])
        mkdirSync(join(scene.folder, name, ...Array<string>(20).fill('a')), { recursive: true });
      symlinkSync(join(scene.outside, 'secret.md'), join(scene.folder, 'linked/.gitignore'));
      sparse(join(scene.folder, 'huge/.gitignore'), GIGABYTE);
      const rules = Array.from({ length: 100_000 }, (_, n) => `*${n}*x`).join('\n');
      writeFileSync(join(scene.folder, 'many/.gitignore'), rules);
      writeFileSync(join(scene.folder, 'bad/.gitignore'), '[\n[z-a]\n[^\n\\\n(\n[[:alpha:]\n***\n!\n/\n');
    },
  },
  {
    name: 'a tree of folders that is deep',
    make: (scene) => {
      skeleton(scene);
      mkdirSync(join(scene.folder, ...Array<string>(1_000).fill('d')), { recursive: true });
    },
  },
];

/** Makes the folder before it becomes hostile: a note, and a neighbour with a secret. */
export const setScene = (at: string, marker: string): Scene => {
  const base = realpathSync(at);
  const scene = {
    folder: join(base, 'given'),
    program: join(base, 'run-me'),
    outside: join(base, 'outside'),
  };
  mkdirSync(scene.folder);
  mkdirSync(scene.outside);
  writeFileSync(scene.program, `#!/bin/sh\necho ran "$0" "$@" >> '${marker}'\nexit 1\n`);
  chmodSync(scene.program, 0o755);
  writeFileSync(join(scene.outside, 'secret.md'), 'The quokka is a secret.\n');
  writeFileSync(join(scene.outside, 'id'), `${idOf(9)}\n`);
  const neighbour = join(scene.outside, 'private');
  mkdirSync(neighbour);
  git(neighbour, 'init', '-q', '-b', 'main');
  git(neighbour, 'commit', '-q', '--allow-empty', '-m', 'quokka');
  git(neighbour, 'remote', 'add', 'origin', 'https://example.org/quokka/private.git');
  appendFileSync(join(scene.folder, 'note.md'), 'A wombat digs here.\n');
  return scene;
};
