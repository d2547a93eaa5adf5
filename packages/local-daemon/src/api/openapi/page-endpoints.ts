/** The page, and how a browser gets in. */
import { LIMITS, openEnded, openResult } from '@cairn/schema';
import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

export const PAGE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/v1/open',
    summary: 'Makes an address that opens the page in a browser.',
    details: `It works once, within ${LIMITS.pageTicketMsMax / 1_000} seconds, and lets that browser in for seven days.`,
    statuses: [201],
    response: openResult,
    problems: ['not_found'],
  },
  {
    method: 'delete',
    path: '/v1/open',
    summary: 'Shuts out every browser that was let in.',
    response: openEnded,
  },
  {
    method: 'get',
    path: '/',
    summary: 'The page. It holds nothing of anybody.',
    response: z.string(),
    mediaType: 'text/html',
    isOpen: true,
  },
  {
    method: 'get',
    path: '/assets/:name',
    summary: 'Scripts and styles of the page.',
    response: z.string(),
    mediaType: 'text/javascript',
    isOpen: true,
  },
  {
    method: 'get',
    path: '/open',
    summary: 'Lets a browser in by its ticket, and leads it to the page; 403 when the ticket was used.',
    query: z.strictObject({ ticket: z.string() }),
    statuses: [303],
    response: z.string(),
    mediaType: 'text/plain',
    isOpen: true,
  },
];
