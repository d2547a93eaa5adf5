import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NetworkDrive {
  /** Mounts the drive once more, as if by another machine: mounts do not see each other's locks. Returns the folder. */
  mount(): string;
  remove(): Promise<void>;
}

const tell = (reason: string): void => {
  const line = '!'.repeat(78);
  console.error(`\n${line}\n  NO NETWORK DRIVE: ${reason}.\n  The tests that need one are SKIPPED.`);
  console.error(`  Install bindfs (Debian: apt-get install bindfs) and run them as root.\n${line}\n`);
};

/** Opens a drive by FUSE, because a test has only one machine. Returns null, with a warning, where FUSE cannot be used. */
export const openNetworkDrive = async (): Promise<NetworkDrive | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-drive-'));
  const unmounts: (() => void)[] = [];
  const mount = (): string => {
    const at = join(folder, `mount-${unmounts.length}`);
    for (const one of [at, join(folder, 'drive')]) mkdirSync(one, { recursive: true });
    const mounted = spawnSync('bindfs', [join(folder, 'drive'), at], { encoding: 'utf8' });
    if (mounted.status !== 0) throw new Error(mounted.error?.message ?? mounted.stderr.trim());
    // Uses umount as root, because some machines have only fusermount and others only fusermount3.
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
    // A FUSE mount is not visible in another user namespace.
    if (process.getuid?.() !== 0) throw new Error('this is not root');
    mount();
    return { mount, remove };
  } catch (error) {
    await remove();
    tell(error instanceof Error ? error.message : String(error));
    return null;
  }
};
