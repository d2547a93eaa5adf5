import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';

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
