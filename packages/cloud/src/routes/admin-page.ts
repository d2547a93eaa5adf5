/** `/admin`: a status page for the server's operator. It does not exist without CAIRN_ADMIN_TOKEN. [AD-1] */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppContext, AppDeps, AppEnv } from '../app-context.ts';
import { limitBody } from '../middleware/limit-body.ts';
import type { RateLimiters } from '../middleware/rate-limit.ts';
import type { Problem } from '../services/problem.ts';
import { awayPage, loginPage, PAGE_POLICY, type Root, statusPage } from './admin-page-html.ts';

const COOKIE = 'cairn_admin';
const FORM_BYTES_MAX = 4_096;

const HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // With `no-referrer` a browser sends "Origin: null" for this page's own forms, which would be refused.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

export const adminPageRoutes = (deps: AppDeps, limiters: RateLimiters) => {
  const routes = new Hono<AppEnv>();
  const { adminPage, server, addressOf, isSecure } = deps;
  if (adminPage === null) return routes;
  const { door } = adminPage;

  const show = (
    context: AppContext,
    body: ReturnType<typeof loginPage>,
    status: 200 | 401 | 403 | 429 | 503 = 200,
  ) => context.html(body, status, HEADERS);
  const refused = (context: AppContext, problem: Problem, status: 401 | 403 | 429) => {
    context.set('problem', problem);
    return show(context, loginPage(rootOf(context), problem.detail), status);
  };
  const away = (context: AppContext, problem: Problem) => {
    context.set('problem', problem);
    return show(context, awayPage(rootOf(context), problem.detail), 503);
  };
  const keep = (context: AppContext, value: string, maxAge: number): void =>
    setCookie(context, COOKIE, value, {
      // Without a path: the browser takes the folder of the form's address, `/admin` below the proxy's path. [AD-4]
      path: '',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(context),
      maxAge,
    });

  routes.get('/admin', async (context) => {
    const isIn = await door.isIn(getCookie(context, COOKIE));
    if (!isIn.ok) return away(context, isIn.error);
    if (!isIn.value) return show(context, loginPage('./', null), 401);
    const looked = await adminPage.look();
    return looked.ok ? show(context, statusPage(looked.value)) : away(context, looked.error);
  });

  routes.post('/admin/login', limitBody(server, FORM_BYTES_MAX), async (context) => {
    if (!isOwnForm(context)) return refused(context, FOREIGN, 403);
    const address = addressOf(context);
    const limited = await limiters.hasFailedTooOften(address);
    if (limited !== null) return refused(context, limited, 429);
    const entered = await door.enter(await tokenIn(context));
    if (!entered.ok) return away(context, entered.error);
    if (entered.value === null) {
      const tooMany = await limiters.failed(address);
      return tooMany === null ? refused(context, WRONG, 401) : refused(context, tooMany, 429);
    }
    keep(context, entered.value, door.maxAgeS);
    return context.redirect('../admin', 303);
  });

  routes.post('/admin/logout', limitBody(server, FORM_BYTES_MAX), async (context) => {
    if (!isOwnForm(context)) return refused(context, FOREIGN, 403);
    const left = await door.leave(getCookie(context, COOKIE));
    // The cookie stays, so that the operator can sign out again.
    if (!left.ok) return away(context, left.error);
    keep(context, '', 0);
    return context.redirect('../admin', 303);
  });
  return routes;
};

const WRONG: Problem = { kind: 'unauthorized', detail: 'This is not the token of CAIRN_ADMIN_TOKEN.' };
const FOREIGN: Problem = {
  kind: 'unauthorized',
  detail: 'This form was sent from another page. Sign in here.',
};

const rootOf = (context: AppContext): Root => (context.req.path === '/admin' ? './' : '../');

/**
 * Returns false for a form of another site. The browser's headers name that site. [AD-2] A browser that sends no Sec-Fetch-Site sends
 * the origin, which is compared with the host. Not every proxy passes the host on, so the first header counts where it is.
 */
const isOwnForm = (context: AppContext): boolean => {
  const site = context.req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = context.req.header('Origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === context.req.header('Host');
};

/** Returns the token in the form. Empty, and so never right, if the form has none. */
const tokenIn = async (context: AppContext): Promise<string> => {
  try {
    const { token } = await context.req.parseBody();
    return typeof token === 'string' ? token.trim() : '';
  } catch {
    return '';
  }
};
