/**
 * A browser's session in place of the token: by cookie and key together, from the page itself only, and for what the page
 * does and nothing else. [PG-2, PG-3]
 */
import { type CairnError, cairnError, PAGE_KEY_HEADER } from '@cairn/schema';
import type { PageAccess } from '../services/page-access.ts';
import type { Knock } from './knock.ts';

/** Cookies do not know ports, so its name does. */
export const pageCookie = (port: number): string => `cairn-page-${port}`;

const ID = '[^/]+';
/** Tickets, hooks, MCP, files, vaults and the end of the daemon are not a page's business. */
const MAY: readonly (readonly [method: string, path: RegExp])[] = [
  ['GET', /^\/v1\/(memories|context|review|devices|status|stats|usage|events)$/],
  ['GET', /^\/v1\/sync\/(refused|removed)$/],
  ['GET', /^\/v1\/(settings|context\/days)$/],
  ['PATCH', /^\/v1\/settings$/],
  ['POST', /^\/v1\/settings\/test$/],
  ['GET', /^\/v1\/profile(\/history)?$/],
  ['PATCH', /^\/v1\/profile(\/(rules|tools))?$/],
  ['POST', /^\/v1\/profile\/(rules|tools)\/items$/],
  ['PATCH', new RegExp(`^/v1/profile/(rules|tools)/items/${ID}$`)],
  ['DELETE', new RegExp(`^/v1/profile/(rules|tools)/items/${ID}$`)],
  ['GET', new RegExp(`^/v1/memories/${ID}(/history)?$`)],
  ['POST', /^\/v1\/(search|forget|sync)$/],
  ['PATCH', new RegExp(`^/v1/memories/${ID}$`)],
  ['POST', new RegExp(`^/v1/memories/${ID}/supersede$`)],
  ['POST', new RegExp(`^/v1/review/${ID}$`)],
  ['POST', /^\/v1\/sync\/(verify|retry|removed\/restore)$/],
  ['POST', /^\/v1\/vault\/invite$/],
  ['DELETE', new RegExp(`^/v1/devices/${ID}$`)],
  ['DELETE', /^\/v1\/open$/],
  ['GET', /^\/v1\/(sessions|schedules|schedules\/system|summaries)$/],
  ['POST', /^\/v1\/(schedules|schedules\/preview|summaries)$/],
  ['GET', new RegExp(`^/v1/sessions/${ID}(/messages|/restore)?$`)],
  ['POST', new RegExp(`^/v1/sessions/${ID}/(compact|end)$`)],
  ['DELETE', new RegExp(`^/v1/(sessions|schedules)/${ID}$`)],
  ['GET', new RegExp(`^/v1/schedules/${ID}(/runs)?$`)],
  ['PATCH', new RegExp(`^/v1/schedules/${ID}$`)],
  ['POST', new RegExp(`^/v1/schedules/${ID}/(take|run)$`)],
];

export interface PageDoor {
  /** Whether it shows a cookie of a page. */
  isPage(knock: Knock): boolean;
  /** Null: it is a page that was let in, and asks for what a page may. */
  refuses(knock: Knock): CairnError | null;
}

export const createPageDoor = (access: PageAccess, port: () => number): PageDoor => {
  const cookieOf = ({ header }: Knock): string | null => cookieIn(header('cookie'), pageCookie(port()));
  return {
    isPage: (knock) => knock.door === 'tcp' && cookieOf(knock) !== null,
    refuses: (knock) => {
      const { header, method, path } = knock;
      const site = header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin')
        return cairnError('unauthorized', 'Only the page itself may ask with its cookie.');
      if (!access.knows(cookieOf(knock) ?? '', header(PAGE_KEY_HEADER) ?? ''))
        return cairnError('unauthorized', 'This browser is not let in. Run `cairn open`.');
      if (!MAY.some(([verb, pattern]) => verb === method && pattern.test(path)))
        return cairnError('unauthorized', `A page may not ask for ${method} ${path}.`);
      return null;
    },
  };
};

const cookieIn = (header: string | undefined, name: string): string | null => {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && value !== undefined) return value;
  }
  return null;
};
