export type { ClientError } from './client-error.ts';
export { type ConnectOptions, connect, type DaemonClient, type RequestOptions } from './connect.ts';
export { type RunningDaemon, readRunningDaemon } from './daemon-file.ts';
export { awaitEnd } from './start-daemon.ts';
export type { StartReport } from './start-report.ts';
