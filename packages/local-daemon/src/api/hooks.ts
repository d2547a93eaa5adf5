/**
 * `POST /v1/hooks/:agent/:event`: the body is the input of the agent's hook, and the answer is the hook's output, or
 * 204 for none. `?cwd=` is for agents whose body has no folder. `?id=` is for events that may arrive twice. [HK-1]
 */
import { isAbsolute } from 'node:path';
import { ok, refuse } from '@cairn/schema';
import { HOOK_ADAPTERS, hookAdapterOf } from '../agents/hook-adapters.ts';
import { HOOK_KINDS, hookKindOf } from '../agents/hook-event.ts';
import type { Handler } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const hookHandler =
  ({ hooks }: ApiDeps): Handler<'POST /v1/hooks/:agent/:event'> =>
  async ({ at, query, body }, c) => {
    const adapter = hookAdapterOf(at.agent);
    const kind = hookKindOf(at.event);
    if (adapter === null)
      return unknown(
        `There are no hooks for an agent "${at.agent}"`,
        HOOK_ADAPTERS.map(({ agent }) => agent),
      );
    if (kind === null) return unknown(`There is no event "${at.event}"`, HOOK_KINDS);
    const event = adapter.parse(kind, body);
    const cwd = [event.cwd, query.cwd ?? null].find((path) => path !== null && isAbsolute(path)) ?? null;
    const isAttended = query.unattended !== '1';
    const request = { id: query.id ?? null, isAttended, signal: c.req.raw.signal };
    const context = await hooks.handle(adapter, { ...event, cwd }, request);
    if (!context.ok) return context;
    return context.value === null
      ? new Response(null, { status: 204 })
      : ok(adapter.render(kind, context.value));
  };

const unknown = (missing: string, known: readonly string[]) =>
  refuse('not_found', `${missing}. Use one of: ${known.join(', ')}.`);
