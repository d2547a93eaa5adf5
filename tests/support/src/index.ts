export { freePort } from './free-port.ts';
export { connectPostgres, type PostgresHandle, type PostgresOptions, startPostgres } from './postgres.ts';
export { pidAlive } from './process-state.ts';
export { type RoundRobin, startRoundRobin } from './round-robin.ts';
export { type TempHome, tempHome } from './temp-home.ts';
export { type WaitOptions, waitUntil } from './wait-until.ts';
