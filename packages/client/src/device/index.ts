/**
 * Lets a program of this device find the daemon, start it and send requests. Also holds what both sides must agree on: file paths, the
 * lock and the version. The command line, the SDK and the daemon itself use this module.
 */
export { lockTarget } from '../adapters/file-lock.ts';
export {
  type OpenFile,
  openRegular,
  readAt,
  readInside,
  readRegular,
  realInside,
} from '../adapters/inside-file.ts';
export { DAEMON_NODE_FLAGS, daemonEnv } from '../adapters/launch-settings.ts';
export { ELSEWHERE, type LockOutcome, lockHolder, lockingDaemon, takeLock } from '../adapters/lock.ts';
export { clearWay, isInTheWay, readPlain } from '../adapters/plain-file.ts';
export { makePrivateFolder } from '../adapters/private-folder.ts';
export { isAlive, type ProcessStart, processStart } from '../adapters/process-identity.ts';
export { findProgram, missingProgram, NEUTRAL_FOLDER, programEnv } from '../adapters/programs.ts';
export { settleHome, surroundings, workingFolder } from '../adapters/surroundings.ts';
export { machineZone, sleep, steadyMs } from '../adapters/system-time.ts';
export { tailOf } from '../adapters/tail.ts';
export { readWorkspaceFile } from '../adapters/workspace-files.ts';
export { type ClientError, unreachable } from './client-error.ts';
export {
  type ConnectOptions,
  connect,
  type DaemonClient,
  type RequestOptions,
  readAnswer,
} from './connect.ts';
export { type RunningDaemon, readRunningDaemon } from './daemon-file.ts';
export { createHttpConnection, type HttpConnection } from './http.ts';
export { createAnswerReader } from './http-answer.ts';
export { type Paths, resolvePaths, type Surroundings, scopePaths, scopesFolder } from './paths.ts';
export { openPipeLink } from './pipe-link.ts';
export type { StartReport } from './start-daemon.ts';
export { compareVersions, VERSION } from './version.ts';
