/**
 * `POST /v1/hooks/:agent/:event`: the body is what the agent gives to its hook, the answer what the hook prints; 204 is
 * nothing. `?cwd=` for agents that do not tell it, `?id=` for events that may come twice. [HK-1]
 */
import { isAbsolute } from 'node:path';
import { anyJson, cairnError } from '@cairn/schema';
import { Hono } from 'hono';
import { HOOK_ADAPTERS, hookAdapterOf } from '../agents/hook-adapters.ts';
import { HOOK_KINDS, hookKindOf } from '../agents/hook-event.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { problem } from './problem.ts';

export const hookRoute = ({ hooks }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().post('/:agent/:event', async (c) => {
    const adapter = hookAdapterOf(c.req.param('agent'));
    if (adapter === null)
      return problem(
        cairnError(
          'not_found',
          `No hooks of an agent "${c.req.param('agent')}" are known; there are ${HOOK_ADAPTERS.map(({ agent }) => agent).join(', ')}.`,
        ),
      );
    const kind = hookKindOf(c.req.param('event'));
    if (kind === null)
      return problem(
        cairnError(
          'not_found',
          `No event "${c.req.param('event')}" is known; there are ${HOOK_KINDS.join(', ')}.`,
        ),
      );
    const input = await readJson(c, anyJson);
    if (!input.ok) return problem(input.error);
    const event = adapter.parse(kind, input.value);
    const cwd =
      [event.cwd, c.req.query('cwd') ?? null].find((path) => path !== null && isAbsolute(path)) ?? null;
    const request = { id: c.req.query('id') ?? null, signal: c.req.raw.signal };
    const context = await hooks.handle(adapter, { ...event, cwd }, request);
    if (!context.ok) return problem(context.error);
    return context.value === null
      ? new Response(null, { status: 204 })
      : Response.json(adapter.render(kind, context.value));
  });
