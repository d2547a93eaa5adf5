/** Handlers that save, read, change and forget memories. */

import type { Answer } from '@cairn/core';
import { defined, type ListInput, ok, type RouteInput, refuseInput } from '@cairn/schema';
import { inProject } from '../services/resolve-project.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { answer } from './problem.ts';

/** Converts a query to the input of a list. Lists have singular names in queries. */
const listInputOf = ({ tag, id, ...query }: RouteInput<'GET /v1/memories'>['query']): ListInput => ({
  ...query,
  ...defined({ tags: tag, ids: id }),
});

/** Notes the memories that a change wrote. */
const noted = async <T>(
  wrote: ApiDeps['wrote'],
  asked: Answer<T>,
  idsOf: (value: T) => readonly string[],
): Answer<T> => {
  const done = await asked;
  if (done.ok) wrote(idsOf(done.value));
  return done;
};

export const memoryHandlers = ({ engine, memories, projects, removed, wrote }: ApiDeps) =>
  ({
    'POST /v1/memories': async ({ body }) =>
      answer(await memories.save(body), ({ status }) => (status === 'saved' ? 201 : 200)),
    'GET /v1/memories': ({ query }) => memories.list(listInputOf(query)),
    'GET /v1/memories/times': ({ query }) => memories.times(listInputOf(query)),
    'GET /v1/memories/by-key': ({ query: { key, namespace = null, ...place } }) =>
      memories.getByKey(key, namespace, place, true),
    'GET /v1/memories/:id': ({ at }) => memories.get(at.id),
    'GET /v1/memories/:id/history': ({ at }) => engine().history(at.id),
    'PATCH /v1/memories/:id': ({ at, body }) =>
      noted(wrote, engine().patch(at.id, body), ({ memory }) => [memory.id]),
    'POST /v1/memories/:id/supersede': ({ at, body }) =>
      noted(wrote, engine().supersede(at.id, body), ({ id, supersedes }) => [id, supersedes]),
    'POST /v1/memories/:id/move': ({ at, body }) =>
      inProject(projects, body, ({ project }) =>
        noted(wrote, engine().moveMemory(at.id, project), ({ id, supersedes }) => [id, supersedes]),
      ),
    'DELETE /v1/memories/:id': ({ at }) => memories.forget({ ids: [at.id] }),
    'POST /v1/forget': ({ body }) => memories.forget(body),
    'GET /v1/trash': async () => ok(await removed.list('here')),
    'POST /v1/trash/restore': ({ body }) => removed.restore('here', body.ids ?? null),
    'POST /v1/trash/empty': ({ body }) => removed.drop('here', body.ids ?? null),
  }) satisfies Partial<Handlers>;

export const findHandlers = ({ branches, engine, memories, projects, prompts, review, wrote }: ApiDeps) =>
  ({
    'POST /v1/search': ({ body }) => memories.search(body),
    'POST /v1/why': ({ body }) => memories.why(body),
    'GET /v1/context': ({ query: { max_tokens: maxTokens, ...query } }) =>
      memories.context({ ...query, ...defined({ maxTokens }) }),
    'POST /v1/context': ({ body }) => memories.context(body),
    'POST /v1/context/prompt': ({ body }) => prompts.assemble(body),
    'GET /v1/context/days': ({ query }) => memories.contextDays(query),
    'GET /v1/context/heartbeat': ({ query }) => prompts.heartbeat(query.cwd),
    'GET /v1/branches/memories': async ({ query }) => {
      const { branch = query.cwd === undefined ? null : branches.at(query.cwd), base = null } = query;
      return inProject(projects, query, ({ project }) =>
        branch === null || typeof project !== 'string'
          ? refuseInput('Give the project and the branch: in this folder no git branch is checked out.')
          : engine().branchMemories({ project, branch, base }),
      );
    },
    'GET /v1/review': ({ query }) => review.list(query),
    // A decision to keep may be sent, too: both successors of one memory stay on every device. [RL-3]
    'POST /v1/review/:id': ({ at, body }) => noted(wrote, review.decide(at.id, body), ({ id }) => [id]),
  }) satisfies Partial<Handlers>;

/** Handlers of text files and transcripts that can be searched on this device. [M-11, F-8, IM-4] */
export const documentHandlers = ({ engine, projects }: ApiDeps) =>
  ({
    'POST /v1/documents': ({ body }) =>
      inProject(projects, body, async (here) =>
        answer(await engine().indexDocument(here), ({ status }) => (status === 'indexed' ? 201 : 200)),
      ),
    'GET /v1/documents': async () => ok(await engine().listSources('document')),
    'POST /v1/documents/folders': ({ body }) =>
      inProject(projects, body, (here) => engine().noteFolder(here)),
    'DELETE /v1/documents/folders': ({ query }) => engine().forgetFolders(query.path),
    'DELETE /v1/documents/:id': ({ at }) => engine().forgetSource(at.id, true),
    'POST /v1/transcripts': ({ body }) => inProject(projects, body, (here) => engine().importTurns(here)),
    'GET /v1/transcripts': async () => ok(await engine().listSources('session')),
    'DELETE /v1/transcripts/:id': ({ at }) => engine().forgetSource(at.id),
  }) satisfies Partial<Handlers>;
