import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ZONES = '/usr/share/zoneinfo';

/** Runs a command where `/etc` belongs to it alone, and no environment sets a zone. */
const alone = (command: string): string => {
  const { TZ: _, ...env } = process.env;
  const script = `mount -t tmpfs none /etc && ln -s ${ZONES}/Etc/UTC /etc/localtime && ${command}`;
  return spawnSync('unshare', ['-rm', 'sh', '-c', script], { encoding: 'utf8', env }).stdout?.trim() ?? '';
};

test.runIf(existsSync(`${ZONES}/Asia/Tokyo`) && alone('echo works') === 'works')(
  'a process that runs while the machine gets another time zone names the new one',
  () => {
    const module = JSON.stringify(join(import.meta.dirname, 'system-time.ts'));
    const program = [
      `const { machineZone } = await import(${module});`,
      'const before = machineZone();',
      `(await import("node:child_process")).execSync("ln -sfn ${ZONES}/Asia/Tokyo /etc/localtime");`,
      'console.log(before, machineZone(), new Date(0).getHours());',
    ].join('');
    expect(alone(`'${process.execPath}' --input-type=module -e '${program}'`)).toMatch(
      /^\S*UTC Asia\/Tokyo 9$/,
    );
  },
);
