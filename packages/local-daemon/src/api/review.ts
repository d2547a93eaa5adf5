/** Lists the memories that a person or an agent should look at, and takes their decisions. [M-4, G-1] */
import { reviewDecision, reviewInput } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const reviewRoutes = ({ review, wrote }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async (c) => {
      const input = parseInput(queryOf(c), reviewInput);
      return input.ok ? answer(await review.list(input.value)) : problem(input.error);
    })
    .post('/:id', async (c) => {
      const input = await readJson(c, reviewDecision);
      if (!input.ok) return problem(input.error);
      const decided = await review.decide(c.req.param('id'), input.value);
      // A decision to keep stays on this device.
      if (decided.ok && decided.value.decision !== 'keep') wrote([decided.value.id]);
      return answer(decided);
    });
