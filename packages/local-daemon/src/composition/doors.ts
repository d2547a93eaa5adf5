/** Opens the daemon's listeners with the app behind them. */
import { createHash, randomBytes } from 'node:crypto';
import { type Paths, VERSION } from '@cairn/client/device';
import type { Answer } from '@cairn/core';
import { WEEK_MS } from '@cairn/schema';
import { readHookHealth } from '../adapters/hook-files.ts';
import { type DoorBindings, type Doors, type DoorsWish, openDoors } from '../adapters/listen.ts';
import { createPageFiles } from '../adapters/page-files.ts';
import { systemClock } from '../adapters/system-time.ts';
import { createApp, handlersOf } from '../api/app.ts';
import type { ApiDeps } from '../api/deps.ts';
import { createDoorKeeper } from '../api/guard-door.ts';
import { mcpUpgrade } from '../api/mcp.ts';
import { createPageDoor } from '../api/page-door.ts';
import { createByScope } from '../api/scopes.ts';
import type { Config } from '../config.ts';
import { readStats, readStatus, type StatusDeps } from '../services/daemon-status.ts';
import { createPageAccess } from '../services/page-access.ts';
import { readRefused } from '../services/refused-changes.ts';
import type { ScopeServices, Scopes } from '../services/scopes/scopes.ts';

/** All dependencies except those that only the listeners know. */
type Services = Omit<ApiDeps, 'status' | 'stats' | 'refused' | 'version' | 'pid' | 'page' | 'scopes'> &
  Pick<StatusDeps, 'embedding' | 'extraction' | 'lostTail' | 'database'>;

interface Facts {
  readonly paths: Paths;
  readonly config: Config;
  readonly port: () => number;
  readonly page: ApiDeps['page'];
}

const depsOf = (
  services: Services,
  { paths, config, port, page }: Facts,
  scopes: ApiDeps['scopes'],
): ApiDeps => {
  const facts = {
    ...services,
    hookHealth: () => readHookHealth(paths, systemClock.nowMs() - WEEK_MS),
    ...{ remote: config.store, version: VERSION, pid: process.pid, port },
    ...{ startedAtMs: systemClock.nowMs(), nowMs: systemClock.nowMs },
  };
  return {
    ...services,
    ...{ page, scopes, version: VERSION, pid: process.pid },
    status: () => readStatus(facts),
    stats: () => readStats(facts),
    refused: () => readRefused(services.engine()),
  };
};

/** Builds the app that answers requests, without a listener. `port` may be called once a listener is open. */
export const createServiceApp = <S extends Services & ScopeServices>(
  paths: Paths,
  config: Config,
  services: S,
  token: string,
  port: () => number,
  scopes: Scopes<S> | null,
) => {
  const access = createPageAccess({ randomBytes, nowMs: systemClock.nowMs });
  const page = { files: createPageFiles(), access, port };
  const facts = { paths, config, port, page };
  const keeper = createDoorKeeper({ token, port, page: createPageDoor(access, port) });
  const byScope =
    scopes === null
      ? null
      : createByScope(scopes, (there) =>
          handlersOf(depsOf(there, { ...facts, config: { ...config, store: null } }, null)),
        );
  const app = createApp(depsOf(services, facts, scopes), keeper, byScope);
  return {
    fetch: (request: Request, bindings: DoorBindings) => app.fetch(request, bindings),
    upgrade: mcpUpgrade(keeper, services.mcp, services.stopSignal),
  };
};

export const openServiceDoors = async <S extends Services & ScopeServices>(
  paths: Paths,
  config: Config,
  services: S,
  token: string,
  scopes: Scopes<S>,
): Answer<Doors> => {
  let port = config.port;
  const doors = await openDoors({
    ...createServiceApp(paths, config, services, token, () => port, scopes),
    ports: portsOf(config, paths.home),
    socket: paths.socket,
  });
  if (doors.ok) port = doors.value.port;
  return doors;
};

/** Where no port is set, a home has a second port of its own. An open page then finds the daemon again after a restart. */
export const portsOf = (
  { port, isPortFixed }: Pick<Config, 'port' | 'isPortFixed'>,
  home: string,
): DoorsWish['ports'] => (isPortFixed || port === 0 ? [port] : [port, ownPort(home), 0]);

/** Systems give the ports below 32768 to no outgoing connection, so the port stays free. */
const ownPort = (home: string): number =>
  20_000 + (createHash('sha256').update(home).digest().readUInt16BE() % 10_000);
