/** The page, and how a browser gets in. */
import { LIMITS } from '../limits.ts';
import type { Routes } from './route.ts';

export const PAGE_ROUTES = {
  'POST /v1/open': {
    summary: 'Makes an address that opens the page in a browser.',
    details: `It works once, within ${LIMITS.pageTicketMsMax / 1_000} seconds, and lets that browser in for seven days.`,
    statuses: [201],
    response: 'openResult',
    problems: ['not_found'],
  },
  'DELETE /v1/open': {
    summary: 'Shuts out every browser that was let in.',
    response: 'openEnded',
    page: true,
  },
  'GET /': {
    summary: 'The page. It holds nothing of anybody.',
    response: 'textResult',
    mediaType: 'text/html',
    isOpen: true,
    always: true,
  },
  'GET /assets/:name': {
    summary: 'Scripts and styles of the page.',
    response: 'textResult',
    mediaType: 'text/javascript',
    isOpen: true,
    always: true,
  },
  'GET /open': {
    summary: 'Lets a browser in by its ticket, and leads it to the page; 403 when the ticket was used.',
    query: 'ticketQuery',
    statuses: [303],
    response: 'textResult',
    mediaType: 'text/plain',
    isOpen: true,
    always: true,
  },
} as const satisfies Routes;
