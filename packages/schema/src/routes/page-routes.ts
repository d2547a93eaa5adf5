/** Routes of the page, and of letting a browser in. */
import { LIMITS } from '../limits.ts';
import type { Routes } from './route.ts';

export const PAGE_ROUTES = {
  'POST /v1/open': {
    summary: 'Makes an address that opens the page in a browser.',
    details: `It works once, within ${LIMITS.pageTicketMsMax / 1_000} seconds, and gives that browser access for seven days.`,
    statuses: [201],
    response: 'openResult',
    problems: ['not_found'],
  },
  'DELETE /v1/open': {
    summary: 'Ends the access of every browser.',
    response: 'openEnded',
    page: true,
  },
  'GET /': {
    summary: 'Serves the page. Its files have no personal data.',
    response: 'textResult',
    mediaType: 'text/html',
    isOpen: true,
    always: true,
  },
  'GET /assets/:name': {
    summary: 'Serves scripts and styles of the page.',
    response: 'textResult',
    mediaType: 'text/javascript',
    isOpen: true,
    always: true,
  },
  'GET /open': {
    summary:
      'Gives a browser access by its ticket, and redirects it to the page. The status is 403 if the ticket was used.',
    query: 'ticketQuery',
    statuses: [303],
    response: 'textResult',
    mediaType: 'text/plain',
    isOpen: true,
    always: true,
  },
} as const satisfies Routes;
