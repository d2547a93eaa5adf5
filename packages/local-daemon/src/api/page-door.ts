/**
 * Admits a browser's session in place of the token. A request needs both cookie and key, must come from the page
 * itself, and may only use routes that are declared for a page. [PG-2, PG-3]
 */
import { type CairnError, cairnError, PAGE_KEY_HEADER } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import type { UpgradeAsked } from '../adapters/listen.ts';
import type { PageAccess } from '../services/page-access.ts';

/** Head of a request, and the listener that received it. */
export interface RequestHead extends UpgradeAsked {
  readonly method: string;
}

/** Returns the cookie's name. It contains the port, because browsers do not separate cookies by port. */
export const pageCookie = (port: number): string => `cairn-page-${port}`;

export type PageDoor = ReturnType<typeof createPageDoor>;

export const createPageDoor = (access: PageAccess, port: () => number) => {
  const cookieOf = ({ header }: RequestHead): string | null => cookieIn(header('cookie'), pageCookie(port()));
  return {
    /** Whether the request has a page's cookie. */
    isPage: (head: RequestHead) => head.door === 'tcp' && cookieOf(head) !== null,
    /** Returns the refusal, or null for a page with access and an allowed route. */
    refuses: (head: RequestHead): CairnError | null => {
      const { header, method, path } = head;
      const site = header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin')
        return cairnError('unauthorized', 'Only the page itself may ask with its cookie.');
      if (!access.knows(cookieOf(head) ?? '', header(PAGE_KEY_HEADER) ?? ''))
        return cairnError('unauthorized', 'This browser has no access. Run `cairn open`.');
      if (findRoute(method, path)?.page !== true)
        return cairnError('unauthorized', `A page may not ask for ${method} ${path}.`);
      return null;
    },
  };
};

const cookieIn = (header = '', name: string): string | null => {
  const all = header.split(';').map((part) => part.trim().split('='));
  return all.find(([key, value]) => key === name && value !== undefined)?.[1] ?? null;
};
