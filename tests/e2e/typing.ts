/** A device and a terminal for one test, and memories on the device. */
import { onTestFinished } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export const deviceForTest = async (name: string): Promise<Device> => {
  const own = await device(name);
  onTestFinished(() => own.end());
  return own;
};

export const terminalForTest = (own: Device, columns = 80): Terminal => {
  const settings = { CAIRN_HOME: own.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off', HOME: own.home };
  const terminal = openTerminal(columns, own.home, settings);
  onTestFinished(() => terminal.end());
  return terminal;
};

export const saved = async (own: Device, ...args: readonly string[]): Promise<string> =>
  String((await own.json(withMembers('id'), ['save', ...args])).id);

export const found = async (own: Device, ...args: readonly string[]): Promise<readonly string[]> => {
  const { memories } = await own.json(withMembers('memories'), ['list', ...args]);
  return Array.isArray(memories) ? memories.map(({ content }) => String(content)) : [];
};
