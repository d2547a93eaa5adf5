/**
 * A browser's session in place of the token: by cookie and key together, from the page itself only, and for the routes that
 * are declared for a page and no other. [PG-2, PG-3]
 */
import { type CairnError, cairnError, PAGE_KEY_HEADER } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import type { PageAccess } from '../services/page-access.ts';
import type { Knock } from './knock.ts';

/** Cookies do not know ports, so its name does. */
export const pageCookie = (port: number): string => `cairn-page-${port}`;

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
      if (findRoute(method, path)?.page !== true)
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
