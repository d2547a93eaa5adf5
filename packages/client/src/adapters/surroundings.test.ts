import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resolvePaths } from '../device/paths.ts';
import { surroundings } from './surroundings.ts';

test.runIf(process.platform === 'linux')(
  'a working folder that was removed keeps its name, also below a shell that passes on none',
  async () => {
    const home = realpathSync(await homeForTest());
    const program = `import(${JSON.stringify(import.meta.resolve('./surroundings.ts'))}).then((own) => console.log(own.workingFolder()))`;
    const script = 'mkdir gone && cd gone && rmdir ../gone && PWD= exec "$0" -e "$1"';
    const said = execFileSync('sh', ['-c', script, process.execPath, program], {
      cwd: home,
      encoding: 'utf8',
    });
    expect(said.trim()).toBe(join(home, 'gone'));
  },
);

test.runIf(process.platform === 'linux')(
  'a runtime folder of another user, or one that is missing, is left out',
  async () => {
    const home = await homeForTest();
    const socketWith = (folder: string) => {
      vi.stubEnv('XDG_RUNTIME_DIR', folder);
      return resolvePaths({ ...surroundings(), homeDir: home }).socket;
    };
    vi.stubEnv('CAIRN_HOME', undefined);
    vi.stubEnv('XDG_DATA_HOME', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const inData = join(home, '.local/share/cairn/daemon.sock');
    expect(socketWith(home)).toBe(join(home, 'cairn/daemon.sock'));
    expect(socketWith(join(home, 'missing'))).toBe(inData);
    vi.spyOn(process, 'getuid').mockReturnValue(12_345);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(socketWith(home)).toBe(inData);
  },
);
