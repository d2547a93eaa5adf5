/** Opens the daemon's listeners with the app behind them. */
import { randomBytes } from 'node:crypto';
import { type Paths, VERSION } from '@cairn/client/device';
import type { Answer } from '@cairn/core';
import { readHookHealth } from '../adapters/hook-files.ts';
import { type DoorBindings, type Doors, openDoors } from '../adapters/listen.ts';
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

const WEEK_MS = 7 * 86_400_000;

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
    port: config.port,
    anyPort: !config.isPortFixed,
    socket: paths.socket,
  });
  if (doors.ok) port = doors.value.port;
  return doors;
};
