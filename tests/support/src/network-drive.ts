import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NetworkDrive {
  /** Mounts it once more, as one more machine: no mount tells another one of its locks. Answers the folder. */
  mount(): string;
  remove(): Promise<void>;
}

const tell = (reason: string): void => {
  const line = '!'.repeat(78);
  console.error(`\n${line}\n  NO NETWORK DRIVE: ${reason}.\n  The tests that need one are SKIPPED.`);
  console.error(`  Install bindfs (Debian: apt-get install bindfs) and run them as root.\n${line}\n`);
};

/** By FUSE, for there is no machine beside this one. Null, loudly, where that cannot be. */
export const openNetworkDrive = async (): Promise<NetworkDrive | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-drive-'));
  const unmounts: (() => void)[] = [];
  const mount = (): string => {
    const at = join(folder, `mount-${unmounts.length}`);
    for (const one of [at, join(folder, 'drive')]) mkdirSync(one, { recursive: true });
    const mounted = spawnSync('bindfs', [join(folder, 'drive'), at], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(mounted.error?.message ?? mounted.stderr.trim());
    // By umount, as root: some machines have only fusermount, some only fusermount3.
    unmounts.push(() => {
      const unmounted = spawnSync('umount', ['-l', at], { encoding: 'utf8' });
      if (unmounted.status !== 0) throw new Error(unmounted.error?.message ?? unmounted.stderr.trim());
    });
    return at;
  };
  const remove = async (): Promise<void> => {
    for (const unmount of unmounts.splice(0)) unmount();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // Between namespaces of users FUSE shows nothing.
    if (process.getuid?.() !== 0) throw new Error('this is not root');
    mount();
    return { mount, remove };
  } catch (error) {
    await remove();
    tell(error instanceof Error ? error.message : String(error));
    return null;
  }
};
