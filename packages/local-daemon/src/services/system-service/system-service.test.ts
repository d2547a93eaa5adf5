import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { createSystemService, type ServiceMachine } from './system-service.ts';
import { type ServiceProgram, serviceText } from './unit.ts';

const plain: ServiceProgram = {
  node: '/opt/node/bin/node',
  program: '/opt/cairn/lib/cli.cjs',
  env: {},
  log: '/home/anna/logs/daemon.log',
};
const odd: ServiceProgram = {
  node: '/opt/my node/bin/node',
  program: '/opt/50% "off" & $HOME <b>/cli.cjs',
  env: { CAIRN_HOME: '/home/anna/a b/$x%', CAIRN_PORT: '0' },
  log: '/l',
};

const machineOn = (platform: string, answers: (command: string) => string | null = () => null) => {
  const files = new Map<string, string>();
  const commands: string[] = [];
  const machine: ServiceMachine = {
    platform,
    uid: 501,
    folders: { config: '/c', home: '/h', data: '/d' },
    read: (path) => files.get(path) ?? null,
    write: (path, text) => void files.set(path, text),
    remove: (path) => void files.delete(path),
    run: (command) => {
      commands.push(command.join(' '));
      return answers(command.join(' '));
    },
  };
  return { machine, files, commands };
};

/** Returns elements that are not closed in the right order. */
const unclosed = (xml: string): readonly string[] => {
  const open: string[] = [];
  for (const [, isEnd, name = '', isEmpty] of xml.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
    if (isEmpty === '/') continue;
    if (isEnd !== '/') open.push(name);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
};

describe('the service', () => {
  test('[SV-1] as a unit of systemd, word for word', () => {
    expect(serviceText('systemd', plain)).toBe(
      [
        '# Made by `cairn service install`; `cairn service uninstall` removes it.',
        '[Unit]',
        'Description=Cairn, the memory of your agents',
        '',
        '[Service]',
        'ExecStart=/opt/node/bin/node /opt/cairn/lib/cli.cjs daemon run',
        'Restart=on-failure',
        'RestartSec=2',
        'NoNewPrivileges=yes',
        '',
        '[Install]',
        'WantedBy=default.target',
        '',
      ].join('\n'),
    );
    const unit = serviceText('systemd', odd);
    expect(unit).toContain(
      'ExecStart="/opt/my node/bin/node" "/opt/50%% \\"off\\" & $$HOME <b>/cli.cjs" daemon run\n',
    );
    expect(unit).toContain('Environment="CAIRN_HOME=/home/anna/a b/$x%%"\nEnvironment=CAIRN_PORT=0\n');
  });

  const analyse = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!analyse)('[SV-1] as systemd itself takes it', async () => {
    const folder = await homeForTest();
    const path = join(folder, 'cairn.service');
    for (const program of [plain, odd]) {
      // Only an existing program can be started, so the unit is checked with programs of this machine.
      const real = { ...program, node: process.execPath, program: process.execPath };
      writeFileSync(path, serviceText('systemd', real));
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', path], {
        encoding: 'utf8',
        // The real folder does not exist where nobody is logged in.
        env: { ...process.env, XDG_RUNTIME_DIR: folder },
      });
      expect([status, stdout, stderr.split('\n').filter((line) => line.includes('cairn.service'))]).toEqual([
        0,
        '',
        [],
      ]);
    }
  });

  test("[SV-1] as launchd's list and as a Windows task, with everything escaped", () => {
    const list = serviceText('launchd', odd);
    expect(list).toContain('<string>/opt/50% &quot;off&quot; &amp; $HOME &lt;b&gt;/cli.cjs</string>');
    expect(list).toContain('<key>CAIRN_HOME</key>\n    <string>/home/anna/a b/$x%</string>');
    expect(list).toContain('<key>SuccessfulExit</key>\n    <false/>');
    expect(serviceText('launchd', plain)).not.toContain('EnvironmentVariables');
    const task = serviceText('task', { ...plain, env: { CAIRN_HOME: 'C:\\a b' } });
    expect(task).toContain(
      '<Arguments>/d /s /c &quot;set &quot;CAIRN_HOME=C:\\a b&quot;&amp;&amp; &quot;/opt/node/bin/node&quot; &quot;/opt/cairn/lib/cli.cjs&quot; daemon run&quot;</Arguments>',
    );
    for (const text of [list, task]) expect(unclosed(text)).toEqual([]);
  });

  test.each([
    ['linux', '/c/systemd/user/cairn.service', 'systemctl --user enable --now cairn.service'],
    [
      'darwin',
      '/h/Library/LaunchAgents/io.cairn.daemon.plist',
      'launchctl bootstrap gui/501 /h/Library/LaunchAgents/io.cairn.daemon.plist',
    ],
    ['win32', '/d/cairn-task.xml', 'schtasks /Create /TN Cairn /XML /d/cairn-task.xml /F'],
  ])('[SV-2] is installed, twice as once, and removed, on %s', (platform, path, command) => {
    const { machine, files, commands } = machineOn(platform);
    const service = createSystemService(machine, plain);
    expect(service.state().state).toBe('none');
    expect(service.install()).toMatchObject({
      value: { path, state: 'installed', changed: true, notStarted: null },
    });
    expect(commands).toContain(command);
    const before = files.get(path);
    expect(service.install()).toMatchObject({ value: { state: 'installed', changed: false } });
    expect(files.get(path)).toBe(before);
    expect(createSystemService(machine, odd).state().state).toBe('other');
    expect(createSystemService(machine, odd).install()).toMatchObject({
      value: { state: 'installed', changed: true },
    });
    expect(createSystemService(machine, odd).uninstall()).toMatchObject({
      value: { state: 'none', changed: true },
    });
    expect([...files]).toEqual([]);
    expect(service.uninstall()).toMatchObject({ value: { changed: false } });
  });

  test('[SV-2] is started again on macOS by a second install, although launchd knows it already', () => {
    let isLoaded = false;
    const { machine } = machineOn('darwin', (command) => {
      const isBegun = command.startsWith('launchctl bootstrap');
      if (isBegun === isLoaded) return isBegun ? 'Bootstrap failed: 5' : 'Boot-out failed: 3';
      isLoaded = isBegun;
      return null;
    });
    const service = createSystemService(machine, plain);
    for (const changed of [true, false])
      expect(service.install()).toMatchObject({ value: { state: 'installed', changed, notStarted: null } });
    // A file that was deleted by hand leaves the service loaded.
    machine.remove(service.state().path);
    expect(service.install()).toMatchObject({ value: { changed: true, notStarted: null } });
  });

  test('[SV-2] leaves a file alone that somebody else wrote', () => {
    const { machine, files, commands } = machineOn('linux');
    files.set('/c/systemd/user/cairn.service', '[Service]\nExecStart=/bin/true\n');
    const service = createSystemService(machine, plain);
    for (const done of [service.install(), service.uninstall()])
      expect(!done.ok && done.error.message).toContain("not Cairn's own file");
    expect([files.size, commands]).toEqual([1, []]);
  });

  test('[SV-2] says what to type where systemd has no session', () => {
    const { machine } = machineOn('linux', () => 'Failed to connect to bus: No medium found');
    const done = createSystemService(machine, plain).install();
    expect(done.ok && done.value.state).toBe('installed');
    expect(done.ok && done.value.notStarted).toMatch(/No medium found.*loginctl enable-linger/s);
  });
});
