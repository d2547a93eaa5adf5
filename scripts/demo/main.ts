// npm run demo [-- --keep | --stop FOLDER]: three devices share one memory, on real processes, in a few seconds.

import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createDevice, type Device, lastLines, removeFolder, serverLog, stopServer } from './processes.ts';
import { bold, dim, say, sayFailure, saySuccess, seconds, table } from './screen.ts';
import { playStory } from './story.ts';

const DEVICES = ['laptop', 'desktop', 'tablet'];
const PREFIX = 'cairn-demo-';
const USAGE = 'usage: npm run demo [-- --keep | --stop FOLDER]';

/** Handles signals: no further step starts, and running commands are ended. */
const createStopper = (children: Set<ChildProcess>) => {
  let code = 0;
  for (const [signal, exit] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => {
      if (code === 0) say('\nStopping …');
      code = exit;
      for (const child of children) child.kill();
    });
  return {
    code: () => code,
    check: (): void => {
      if (code !== 0) throw new Error('It was stopped.');
    },
  };
};

/** Limit for the last stop. The data is deleted next, so the server need not end cleanly. */
const LAST_STOP_MS_MAX = 3_000;

const stopAll = async (folder: string, devices: readonly Device[]): Promise<void> => {
  await Promise.all(devices.map((device) => device.stop()));
  await stopServer(folder, LAST_STOP_MS_MAX);
  removeFolder(folder);
};

const deviceRow = async (device: Device): Promise<readonly string[]> => {
  const { daemon, store, sync } = await device.check(['status']);
  const [process, file, state] = [daemon, store, sync].map((part) => ({ ...Object(part) }));
  return [
    device.name,
    String(file?.memories),
    String(state?.pending),
    `${state?.cursor} of ${state?.head}`,
    String(state?.state),
    `127.0.0.1:${process?.port}`,
  ];
};

const play = async (isKept: boolean): Promise<number> => {
  const started = performance.now();
  const children = new Set<ChildProcess>();
  const stopper = createStopper(children);
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const commands: string[] = [];
  const backstage = { children, note: (command: string) => void commands.push(command) };
  const devices = DEVICES.map((name) => createDevice(folder, name, backstage));
  const device = (name: string): Device =>
    devices.find((known) => known.name === name) ?? createDevice(folder, name, backstage);
  say(`${bold('Cairn')}: one memory for all of your agents, on all of your devices.`);
  say(dim(`Real processes on this machine, in ${folder}${isKept ? '' : ', removed at the end'}.\n`));
  let isWell = false;
  try {
    const steps = await playStory({
      folder,
      device,
      takeCommands: () => commands.splice(0),
      checkStopped: stopper.check,
    });
    const rows = await Promise.all(devices.map(deviceRow));
    say(`\n${table(['device', 'memories', 'to send', 'has', 'sync', 'daemon'], rows)}`);
    saySuccess(`All ${steps.length} steps held, in ${seconds(performance.now() - started)}.`);
    isWell = true;
    if (isKept) sayKept(folder, device('laptop'));
    return 0;
  } catch (error) {
    if (stopper.code() !== 0) return stopper.code();
    sayFailure(error instanceof Error ? error.message : String(error));
    const log = serverLog(folder);
    if (log !== '') say(dim(`\nThe end of the server's log:\n${lastLines(log)}`));
    return 1;
  } finally {
    if (!(isKept && isWell)) {
      await stopAll(folder, devices);
      if (isWell) say(dim('Nothing is left running, and no file.'));
    }
  }
};

const sayKept = (folder: string, laptop: Device): void => {
  const url = /^listening on (\S+)$/m.exec(serverLog(folder))?.[1];
  say(`\nEverything is still running. The sync server: ${url}`);
  say('Try a device:');
  say(`  CAIRN_HOME=${laptop.home} bin/cairn list`);
  say(`  CAIRN_HOME=${join(folder, 'desktop')} bin/cairn save "…"`);
  say('Stop it all, and remove the files:');
  say(`  npm run demo -- --stop ${folder}`);
};

const stop = async (given: string): Promise<number> => {
  const folder = resolve(given);
  if (!basename(folder).startsWith(PREFIX) || !existsSync(join(folder, 'server'))) {
    process.stderr.write(`${folder} is no folder of a demo that was kept.\n`);
    return 2;
  }
  const names = readdirSync(folder).filter((name) => DEVICES.includes(name));
  await stopAll(
    folder,
    names.map((name) => createDevice(folder, name, { children: new Set(), note: () => undefined })),
  );
  say('Stopped. Nothing is left running, and no file.');
  return 0;
};

const main = async (args: readonly string[]): Promise<number> => {
  const [first, second] = args;
  if (first === undefined || (first === '--keep' && second === undefined)) return play(first === '--keep');
  if (first === '--stop' && second !== undefined) return stop(second);
  process.stderr.write(`${USAGE}\n`);
  return first === '--help' ? 0 : 2;
};

process.exitCode = await main(process.argv.slice(2));
