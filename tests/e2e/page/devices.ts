// Devices whose pages are tested. They end with the tests of their file.

import { afterAll, expect } from 'vitest';
import { type Device, device } from '../cairn.ts';

const made: Device[] = [];

export const endDevicesAfterTests = (): void =>
  afterAll(async () => {
    for (const one of made) await one.end();
  });

export const newDevice = async (
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Device> => {
  const one = await device(name, settings);
  made.push(one);
  return one;
};

export const save = async (on: Device, text: string, ...more: readonly string[]): Promise<string> => {
  const { code, out, err } = await on.run(['save', ...more, '--json', '--', text]);
  expect({ code, err }).toMatchObject({ code: 0 });
  return String(JSON.parse(out).id);
};
