/** All routes of the daemon. */
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { DAEMON_ROUTES, STORE_ROUTES, SYNC_ROUTES } from './device-routes.ts';
import { MEMORY_ROUTES } from './memory-routes.ts';
import { PAGE_ROUTES } from './page-routes.ts';
import { PROFILE_ROUTES } from './profile-routes.ts';
import type { Route, Routes } from './route.ts';
import { SCHEDULE_ROUTES } from './schedule-routes.ts';
import { SCOPE_ROUTES } from './scope-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { SETTINGS_ROUTES } from './settings-routes.ts';

export type { Method, Route, Schemas } from './route.ts';

/** In the order of the reference page. */
export const ROUTE_GROUPS = [
  { title: 'Memories', routes: MEMORY_ROUTES },
  { title: 'Profiles', routes: PROFILE_ROUTES },
  { title: 'Schedules', routes: SCHEDULE_ROUTES },
  { title: 'Sessions', routes: SESSION_ROUTES },
  { title: 'Settings', routes: SETTINGS_ROUTES },
  { title: 'Store', routes: STORE_ROUTES },
  { title: 'Sync and devices', routes: SYNC_ROUTES },
  { title: 'Scopes', routes: SCOPE_ROUTES },
  { title: 'Signing in', routes: ACCOUNT_ROUTES },
  { title: 'Daemon', routes: DAEMON_ROUTES },
  { title: 'The page', routes: PAGE_ROUTES },
] as const satisfies readonly { readonly title: string; readonly routes: Routes }[];

export interface PlacedRoute extends Route {
  readonly method: string;
  readonly path: string;
}

const place = ([name, route]: readonly [string, Route]): PlacedRoute => {
  const space = name.indexOf(' ');
  return { ...route, method: name.slice(0, space), path: name.slice(space + 1) };
};

export const placedRoutes = (routes: Routes): readonly PlacedRoute[] => Object.entries(routes).map(place);

export const ALL_ROUTES: readonly PlacedRoute[] = ROUTE_GROUPS.flatMap(({ routes }) => placedRoutes(routes));

/** A path without parameters comes before a pattern that also matches it. */
const PATTERNS = ALL_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
})).toSorted((a, b) => Number(a.route.path.includes(':')) - Number(b.route.path.includes(':')));

/** `path`: as requested, without its query. */
export const findRoute = (method: string, path: string): PlacedRoute | null =>
  PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route ?? null;
