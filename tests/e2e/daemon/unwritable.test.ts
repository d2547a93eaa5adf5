// No daemon runs and nothing can be written, but existing data is still read. The file systems are real and made in a separate mount
// namespace, which needs root and `unshare`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root, server } from '../cairn.ts';

const NAMESPACE = ['-m', '-p', '-f', '--kill-child', '--mount-proc'];
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', [...NAMESPACE, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
const isRoot = process.getuid?.() === 0;
const canBeAnother =
  isRoot && spawnSync('setpriv', ['--reuid', '65534', '--clear-groups', 'true']).status === 0;

if (!canMount) process.stderr.write('NOT TESTED: full and read-only disks. This needs root and unshare.\n');
if (isRoot && !canBeAnother)
  process.stderr.write('NOT TESTED: a folder of another user. This needs setpriv.\n');

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** 0 when it was not measured. */
  readonly ms: number;
}

/**
 * Shell functions. `$CAIRN` runs a command. `run NAME ARGS…` stores its output and exit code. A hook that had no time on a busy machine
 * gives nothing, so it is tried again.
 */
const PRELUDE = `set -u
CAIRN="${process.execPath} ${join(root, 'packages/local-daemon/dist/cli.cjs')}"
run() { name=$1; shift; $CAIRN "$@" >"$OUT/$name.out" 2>"$OUT/$name.err" </dev/null; echo $? >"$OUT/$name.code"; }
hook() { began=$(date +%s%3N); echo '{"session_id":"s1","cwd":"/usr","hook_event_name":"SessionStart","source":"startup"}' | $CAIRN hook claude-code session-start >"$OUT/hook.out" 2>"$OUT/hook.err"; echo $? >"$OUT/hook.code"; echo $(($(date +%s%3N) - began)) >"$OUT/hook.ms"; }
crash() { kill -9 "$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$CAIRN_HOME/daemon.json")"; sleep 0.5; }
reads() { for one in list context export status stats; do run $one $one --json; done; run search search "package manager" --json; run get get "$1" --json; run doctor doctor --json; run save save "one more" --json; run up up --json; for try in 1 2 3 4 5; do hook; test -s "$OUT/hook.out" && break; done; }
`;

/** Runs the steps without other changes to the machine. Returns the output of each named command. */
const inShell = async (program: string, args: readonly string[], steps: string) => {
  const folder = await homeForTest('unwritable');
  const out = join(folder, 'out');
  const mount = join(folder, 'mount');
  for (const path of [out, mount]) mkdirSync(path);
  for (const path of [folder, out, mount]) chmodSync(path, 0o777);
  const script = join(folder, 'steps.sh');
  writeFileSync(script, PRELUDE + steps);
  const ran = spawnSync(program, [...args, 'bash', script], {
    encoding: 'utf8',
    timeout: 200_000,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      OUT: out,
      MOUNT: mount,
      CAIRN_HOME: join(mount, 'home'),
      CAIRN_PORT: '0',
      CAIRN_EMBED: 'off',
      NODE_COMPILE_CACHE: join(root, '.tools/compile-cache'),
    },
  });
  const text = (name: string, part: string): string => readFileSync(join(out, `${name}.${part}`), 'utf8');
  const of = (name: string): Ran => ({
    code: Number(text(name, 'code')),
    out: text(name, 'out'),
    err: text(name, 'err'),
    ms: name === 'hook' ? Number(text(name, 'ms')) : 0,
  });
  return { ran, of };
};

const FACT = 'pnpm is the package manager of this house';
const SAVES = `
$CAIRN save "${FACT}" --json > "$OUT/first.json" || exit 9
$CAIRN save "tea, no coffee" --json >/dev/null || exit 9
ID=$(sed 's/.*"id":"\\([^"]*\\)".*/\\1/' "$OUT/first.json")
`;

/** Checks that everything is read, each time with one line that says why nothing is saved. Commands that write are refused with it. */
const expectReading = (of: (name: string) => Ran, why: RegExp, kind: string): void => {
  for (const name of ['list', 'search', 'get', 'context', 'export', 'status', 'stats']) {
    const { code, out, err } = of(name);
    expect({ name, code, err }).toMatchObject({ name, code: 0 });
    expect(err, name).toMatch(why);
    expect(err, name).toMatch(/^cairn: read only\. /);
    expect(err.trimEnd().split('\n'), name).toHaveLength(1);
    if (name !== 'status' && name !== 'stats') expect(out, name).toContain(FACT);
  }
  expect(JSON.parse(of('status').out)).toMatchObject({ daemon: null, store: { memories: 2 } });
  expect(JSON.parse(of('status').out)).toMatchObject({
    device: { id: expect.stringMatching(/^d_/) },
    sync: { vault: null, state: 'off' },
  });
  const doctor = of('doctor');
  expect(doctor.code).toBe(1);
  expect(JSON.parse(doctor.out).checks).toContainEqual(
    expect.objectContaining({ id: 'writing', status: 'fail' }),
  );
  for (const name of ['save', 'up']) {
    const { code, out, err } = of(name);
    expect({ name, code }).toEqual({ name, code: 1 });
    expect(JSON.parse(out).error).toMatchObject({ kind, message: expect.stringMatching(why) });
    expect(err.trimEnd().split('\n'), name).toHaveLength(1);
  }
  const hook = of('hook');
  expect({ code: hook.code, err: hook.err }).toEqual({ code: 0, err: '' });
  // A hook gives up after its time limit, and a busy machine may leave it no time. [HK-2]
  if (hook.ms < 2_300) expect(hook.out).toContain(FACT);
};

describe.skipIf(!canMount)('[RL-22] on a disk of 24 MB', () => {
  const onDisk = (steps: string) =>
    inShell('unshare', NAMESPACE, `mount -t tmpfs -o size=24m tmpfs "$MOUNT" || exit 8\n${steps}`);
  const FILL = 'dd if=/dev/zero of="$MOUNT/fill" bs=4k 2>/dev/null';
  const AGAIN = 'run again save "there is room again" --json; run after list --json; $CAIRN down >/dev/null';

  test.each([
    ['whose daemon was killed', 'crash'],
    ['whose daemon had stopped', '$CAIRN down >/dev/null'],
  ])('that is full, %s', async (_, end) => {
    const { ran, of } = await onDisk(
      `${SAVES}${end}\n${FILL}\nreads "$ID"\nls "$CAIRN_HOME" >"$OUT/files"\nrm "$MOUNT/fill"\n${AGAIN}`,
    );
    expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
    expectReading(of, /The disk of .*home is full.*Free some space/, 'storage_full');
    expect(of('again').code).toBe(0);
    expect(JSON.parse(of('after').out).total).toBe(3);
  });

  test.each([
    ['whose daemon was killed', 'crash'],
    ['whose daemon was killed, copied without its shared memory', 'crash; rm "$CAIRN_HOME/cairn.db-shm"'],
    ['whose daemon had stopped', '$CAIRN down >/dev/null'],
  ])('that is read-only, %s', async (_, end) => {
    const { ran, of } = await onDisk(
      `${SAVES}${end}\nmount -o remount,ro "$MOUNT"\nreads "$ID"\nmount -o remount,rw "$MOUNT"\n${AGAIN}\nls -d /dev/shm/cairn-reading-* /tmp/cairn-reading-* >"$OUT/left" 2>/dev/null; exit 0`,
    );
    expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
    expectReading(of, /The file system of .*home is mounted read-only.*Mount it/, 'storage_read_only');
    expect(of('again').code).toBe(0);
    expect(JSON.parse(of('after').out).total).toBe(3);
  });

  test.each([
    ['full', FILL, /The disk of .*home is full/],
    ['read-only', 'mount -o remount,ro "$MOUNT"', /mounted read-only/],
  ])('that is %s, in a vault: the devices of it are listed as they were known', async (_, spoil, why) => {
    const sync = await server();
    onTestFinished(() => sync.end());
    const create = `run create vault create --server ${sync.url} --setup-token ${sync.setupToken} --name laptop --json`;
    const { ran, of } = await onDisk(
      `${SAVES}${create}\n$CAIRN down >/dev/null\n${spoil}\nrun devices devices --json\nrun shown devices\nrun status status --json\n`,
    );
    expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
    const { code, out, err } = of('devices');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(why) });
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({
      unasked: true,
      devices: [{ name: 'laptop', standing: 'member', current: true, lastSeenAt: null }],
    });
    expect(of('shown').out).toMatch(/laptop +not known +not known +this device/);
    expect(JSON.parse(of('status').out)).toMatchObject({
      device: { id: expect.stringMatching(/^d_/), name: 'laptop' },
      sync: {
        vault: JSON.parse(of('create').out).vault,
        server: sync.url,
        state: 'stopped',
        lastError: { kind: expect.stringMatching(/^storage_(?:full|read_only)$/) },
      },
    });
  });

  test('[RL-27] that came back read-only from a crash which took the end of the log: that is said', async () => {
    const { ran, of } = await onDisk(
      `${SAVES}crash\nLOG="$CAIRN_HOME/cairn.db-wal"\ntruncate -s $(($(stat -c %s "$LOG") * 3 / 4)) "$LOG"\nmount -o remount,ro "$MOUNT"\nrun doctor doctor --json\nrun status status --json\nrun shown status\n`,
    );
    expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
    expect(JSON.parse(of('doctor').out).checks).toContainEqual(
      expect.objectContaining({ id: 'recovered', status: 'warn' }),
    );
    expect(JSON.parse(of('status').out).store.lostTail.readable).toBeGreaterThan(0);
    expect(of('shown').out).toMatch(/a crash damaged the end of its log/);
  });

  test('that fills up while the daemon runs: reading goes on, saving says why, and goes on by itself', async () => {
    const { ran, of } = await onDisk(
      `${SAVES}${FILL}\nfor at in $(seq 40); do run full save "$(head -c 1500 /dev/zero | tr '\\0' x) $at" --json; done\nrun list list --json\nrm "$MOUNT/fill"\n${AGAIN}`,
    );
    expect({ status: ran.status, said: ran.stderr }).toMatchObject({ status: 0 });
    expect(JSON.parse(of('full').out).error.kind).toBe('storage_full');
    expect(of('list').code).toBe(0);
    expect(of('again').code).toBe(0);
  });

  test('that is full where there never was a memory: a sentence, and exit 1', async () => {
    const { of } = await onDisk(`${FILL}\nrun list list --json\nrun save save text --json\n`);
    for (const name of ['list', 'save'])
      expect({ code: of(name).code, err: of(name).err }).toEqual({
        code: 1,
        err: expect.stringMatching(/The disk of .* is full/),
      });
  });
});

describe.skipIf(isRoot && !canBeAnother)('[RL-22] as a user who may not write', () => {
  test('reads, and is told whose the folder has to be', async () => {
    const another = isRoot ? ['--reuid', '65534', '--regid', '65534', '--clear-groups'] : [];
    const { of } = await inShell(
      isRoot ? 'setpriv' : 'env',
      another,
      `${SAVES}$CAIRN down >/dev/null\nchmod 500 "$CAIRN_HOME" "$CAIRN_HOME/logs"\nreads "$ID"\nchmod 700 "$CAIRN_HOME" "$CAIRN_HOME/logs"\n`,
    );
    expectReading(of, /This user may not write to .*home.*own/, 'storage_read_only');
  });
});

test('[RL-22] without file descriptors the limit is named, not the permissions', async () => {
  const limits = [24, 34, 42];
  const { of } = await inShell(
    'env',
    [],
    `${SAVES}$CAIRN down >/dev/null\nfor limit in ${limits.join(' ')}; do (ulimit -n $limit; run "save$limit" save more --json); $CAIRN down >/dev/null; done\n`,
  );
  for (const limit of limits)
    expect(of(`save${limit}`).err).not.toMatch(
      /permission|may not write|Make it writable|should not happen/i,
    );
  // With so few descriptors no process can be started.
  expect(of('save24')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Too many files are open.*ulimit -n/),
  });
});
