/** Serves the page's files, which contain nothing personal, and gives browsers access. [PG-1, PG-2, PG-3] */
import { LIMITS, ok, refuse } from '@cairn/schema';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { type ApiEnv, type DoorKeeper, headOf } from './guard-door.ts';
import { pageCookie } from './page-door.ts';
import { problem } from './problem.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
/** Cache header of assets. Their names contain a hash of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Makes the routes without a token. They still check that a request comes from this machine. */
export const pageRoutes = ({ page }: ApiDeps, keeper: DoorKeeper): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .use('/', fromHere(keeper))
    .get('/', async () => {
      const html = await page.files.read('index.html');
      return html === null ? textPage(503, NOT_BUILT) : filePage(html, 'html', 'no-cache');
    })
    .use('/assets/*', fromHere(keeper))
    .get('/assets/:name', async (c) => {
      const name = c.req.param('name');
      const file = await page.files.read(name);
      const type = name.split('.').at(-1) ?? '';
      return file === null || TYPES[type] === undefined || type === 'html'
        ? textPage(404, 'The page has no such file.')
        : filePage(file, type, FOR_EVER);
    })
    .use('/open', fromHere(keeper))
    .get('/open', (c) => {
      // Hono answers HEAD by this handler, and a preview of the address must not use its ticket.
      if (c.req.method === 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } });
      const admitted = page.access.admit(c.req.query('ticket') ?? '');
      if (admitted === null) return textPage(403, USED);
      // Browsers do not send the part behind `#` to servers. [PG-2]
      const headers = {
        ...PAGE_HEADERS,
        'cache-control': 'no-store',
        location: `/#key=${admitted.key}`,
        'set-cookie': `${pageCookie(page.port())}=${admitted.cookie}; Path=/; HttpOnly; SameSite=Strict`,
      };
      return new Response(null, { status: 303, headers });
    });

/** `POST /v1/open` makes a one-time address; `DELETE` ends every browser's access. */
export const openHandlers = ({ page }: ApiDeps) =>
  ({
    'POST /v1/open': async () => {
      if ((await page.files.read('index.html')) === null) return refuse('not_found', NOT_BUILT);
      const { ticket, expiresAtMs } = page.access.issue();
      const url = `http://127.0.0.1:${page.port()}/open?ticket=${ticket}`;
      return ok({ url, expiresAt: new Date(expiresAtMs).toISOString() });
    },
    'DELETE /v1/open': () => ok({ ended: page.access.endAll() }),
  }) satisfies Partial<Handlers>;

const NOT_BUILT = 'The page is not built here. Run `npm run setup` in the checkout, then ask again.';
const USED = `This address was used already, or is older than ${LIMITS.pageTicketMsMax / 1_000} seconds. Run \`cairn open\` again.`;

/** Lets through requests from this machine that no foreign page sent. */
const fromHere =
  (keeper: DoorKeeper): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const refused = keeper.refusesOrigin(headOf(c));
    return refused === null ? next() : problem(refused);
  };

const filePage = (bytes: Uint8Array<ArrayBuffer>, type: string, caching: string): Response =>
  new Response(bytes, {
    headers: {
      ...PAGE_HEADERS,
      'cache-control': caching,
      'content-type': TYPES[type] ?? 'application/octet-stream',
    },
  });

const textPage = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  });

/**
 * Headers of every answer to a browser [PG-3]. They allow content of the daemon itself only: no inline script or style,
 * no frame, and no text that becomes markup.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
