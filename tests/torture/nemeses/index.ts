import type { Nemesis } from '../nemesis.ts';
import { memoryOfGroup } from './cgroup.ts';
import { clockOfDevice, clockOfServer } from './clock.ts';
import { fullDisk, fullServerDisk } from './disk-full.ts';
import { filesRemoved } from './files-removed.ts';
import { failOverPostgres, killDaemon, killPostgres, killServer } from './kill.ts';
import { fewFiles, littleMemory } from './limits.ts';
import { copyDevice, rekey, revoke } from './members.ts';
import { NET } from './net.ts';
import { olderProgram } from './program.ts';
import { restoreDevice, restoreServer } from './restore.ts';
import { stopDaemon, stopServer } from './stop.ts';

export const NEMESES: readonly Nemesis[] = [
  killDaemon,
  killServer,
  killPostgres,
  stopDaemon,
  stopServer,
  ...NET,
  restoreServer,
  restoreDevice,
  copyDevice,
  rekey,
  revoke,
  filesRemoved,
  fewFiles,
  littleMemory,
  clockOfDevice,
  clockOfServer,
  fullDisk,
  fullServerDisk,
  olderProgram,
  failOverPostgres,
  memoryOfGroup,
];
