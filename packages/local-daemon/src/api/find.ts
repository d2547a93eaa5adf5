/** Searching, the context block of a session, whole prompts, and what waits for a person's decision. [M-4, G-1] */
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const findHandlers = ({ memories, prompts, review, wrote }: ApiDeps) =>
  ({
    'POST /v1/search': ({ body }) => memories.search(body),
    'GET /v1/context': ({ query: { max_tokens: maxTokens, ...query } }) =>
      memories.context(maxTokens === undefined ? query : { ...query, maxTokens }),
    'POST /v1/context': ({ body }) => memories.context(body),
    'POST /v1/context/prompt': ({ body }) => prompts.assemble(body),
    'GET /v1/context/days': ({ query }) => memories.contextDays(query),
    'GET /v1/context/heartbeat': ({ query }) => prompts.heartbeat(query.cwd),
    'GET /v1/review': ({ query }) => review.list(query),
    'POST /v1/review/:id': async ({ at, body }) => {
      const decided = await review.decide(at.id, body);
      // A decision to keep stays on this device.
      if (decided.ok && decided.value.decision !== 'keep') wrote([decided.value.id]);
      return decided;
    },
  }) satisfies Partial<Handlers>;
