// The vault's members and key change while all devices push.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createDevice, type Device } from '../device.ts';
import { type Nemesis, over } from '../nemesis.ts';
import { copyInto } from '../processes.ts';
import type { Random } from '../random.ts';
import { rememberSecrets, type World } from '../world.ts';
import { allHaveAll } from './restore.ts';

const DEVICES_MAX = 5;
const SAVES_MEANWHILE = 5;

const insiders = ({ devices }: World): readonly Device[] => devices.filter(({ isIn }) => isIn);

export const rekey: Nemesis = {
  name: 'rekey',
  says: '`cairn vault rekey` while everybody pushes',
  strike: async (world, random) => {
    const device = random.pick(insiders(world));
    const { code } = await device.run(['vault', 'rekey', '--json']);
    rememberSecrets(world, device);
    return code === 0 ? over : null;
  },
};

export const copyDevice: Nemesis = {
  name: 'copy-device',
  says: "a device's home is copied, and both go on",
  strike: async (world, random) => {
    if (insiders(world).length >= DEVICES_MAX) return null;
    const original = random.pick(insiders(world));
    const home = `${original.home}-twin${world.devices.length}`;
    const isCopied = await original.alone(async () => {
      if ((await original.down()).code !== 0) return false;
      mkdirSync(home, { mode: 0o700 });
      // Files of a running daemon would lead to the original's daemon.
      copyInto(original.home, home);
      for (const name of readdirSync(home)) if (name.startsWith('daemon.')) rmSync(join(home, name));
      return true;
    });
    if (!isCopied) return null;
    const heard = original.heard;
    const twin = createDevice({ name: basename(home), home, line: original.line, heard });
    world.devices.push(twin);
    // Copies cannot be told apart until both have sent something.
    world.later.push(async () => {
      for (const one of [original, twin]) if (one.isIn) await saveSome(world, one, 1);
    });
    return over;
  },
};

/** Saves memories without a promise: any of them may be missing. */
const saveSome = async ({ ledger }: World, device: Device, count: number): Promise<void> => {
  for (let nth = 0; nth < count; nth += 1)
    await device.ask('POST', '/v1/memories', { content: ledger.newText(device.name) });
};

const idOf = async (device: Device): Promise<string | null> => {
  const answer = await device.ask('GET', '/v1/status');
  if (answer.kind !== 'ok') return null;
  const status: Readonly<Record<string, unknown>> = { ...Object(answer.value) };
  return String({ ...Object(status.device) }.id);
};

const revokeOne = async (world: World, random: Random): Promise<boolean> => {
  const [victim, revoker] = random.shuffle(insiders(world));
  if (victim === undefined || revoker === undefined || insiders(world).length < 3) return false;
  const id = await world.quietly(async () => {
    const found = (await allHaveAll(world)) ? await idOf(victim) : null;
    // A copy that was not told apart yet would be revoked together with the victim.
    const others = insiders(world).filter((other) => other !== victim);
    for (const other of others) if (found === null || (await idOf(other)) === found) return null;
    victim.isIn = false;
    return found;
  });
  if (id === null) return false;
  const args = ['devices', 'revoke', id, '--yes', '--json'];
  const [revoked] = await Promise.all([revoker.run(args), saveSome(world, victim, SAVES_MEANWHILE)]);
  if (revoked.code === 0) return true;
  // The outcome is unknown, so the request is repeated at rest.
  world.later.push(async () => {
    const again = await insiders(world)[0]?.run(args, 60_000);
    if (again?.code !== 0)
      world.findings.add(
        'message',
        `at rest, devices revoke ended with ${again?.code}: ${again?.out}${again?.err}`,
      );
  });
  return true;
};

export const revoke: Nemesis = {
  name: 'revoke',
  says: 'a device that pushes is revoked, and another joins',
  strike: async (world, random) => {
    if (!(await revokeOne(world, random))) return null;
    return async () => {
      const newcomer = await world.makeDevice(`tablet${world.devices.length}`);
      // Until the device is in the vault, nothing is promised to it, and no copy of it is kept.
      newcomer.isIn = false;
      world.devices.push(newcomer);
      const enter = async (): Promise<boolean> => {
        newcomer.isIn = await world.letIn(newcomer);
        return newcomer.isIn;
      };
      if (!(await enter()))
        world.later.push(async () => {
          if (await enter()) return;
          const told = world.said.findLast(
            ({ device, args }) => device === newcomer.name && args[0] === 'join',
          );
          const why = `${told?.ran.code}: ${told?.ran.out}${told?.ran.err}`;
          world.findings.add('message', `${newcomer.name} cannot join at rest, ${why}`);
        });
    };
  },
};
