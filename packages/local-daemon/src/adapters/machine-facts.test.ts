import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePaths } from '@cairn/client/device';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { createMachineFacts } from './machine-facts.ts';

test.runIf(process.platform === 'linux')(
  'files of another user end no examination: what cannot be looked at is closed, what cannot be closed stays open',
  async () => {
    const home = await homeForTest('facts');
    const env = { CAIRN_HOME: home };
    const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: home });
    const log = join(home, 'log');
    symlinkSync(log, log);
    // Nobody may change the mode of this file, not even root.
    const config = '/proc/self/status';
    const facts = createMachineFacts({ ...paths, log, config }, () => true);
    expect(facts.openToOthers(true)).toContain(config);
    const left = facts.openToOthers(false);
    expect(left).toContain(config);
    expect(left).not.toContain(log);
  },
);
