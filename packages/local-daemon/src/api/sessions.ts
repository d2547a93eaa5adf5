/** Handlers of agents' sessions: messages, summaries, tasks and files. They are local to this device. [SE-1, SE-2, SE-3] */
import { isAbsolute } from 'node:path';
import { defined, ok, refuse, refuseInput, sessionMessagesInput } from '@cairn/schema';
import { inProject } from '../services/resolve-project.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const sessionHandlers = ({ engine, projects, sessionFiles, handovers }: ApiDeps) =>
  ({
    'POST /v1/sessions': ({ body }) => inProject(projects, body, (here) => engine().appendMessages(here)),
    'GET /v1/sessions': ({ query }) =>
      inProject(projects, query, async ({ project, ...rest }) => {
        const wanted = project === undefined ? {} : { project: project === '' ? null : project };
        return ok(await engine().sessions({ ...rest, ...wanted }));
      }),
    'GET /v1/sessions/:id': async ({ at }) => {
      const session = await engine().session(at.id);
      return session === null ? unknown(at.id) : ok({ session });
    },
    'DELETE /v1/sessions/:id': ({ at }) => engine().deleteSession(at.id),
    'GET /v1/sessions/:id/messages': async ({ at, query: { query, ...part } }) => {
      const session = await engine().session(at.id);
      if (session === null) return unknown(at.id);
      if (query !== undefined) {
        if (part.after !== undefined || part.upto !== undefined) return SEARCHED_WHOLE;
        const search = { session: session.id, query, ...defined({ last: part.last }) };
        return ok({ session, ...(await engine().searchSession(search)) });
      }
      const wanted = sessionMessagesInput.parse({ session: session.id, ...part });
      return ok({ session, messages: await engine().sessionMessages(wanted) });
    },
    'GET /v1/sessions/:id/restore': async ({ at, query: { max_tokens: maxTokens, files } }) => {
      const restored = await engine().restoreSession({ id: at.id, ...defined({ maxTokens }) });
      if (!restored.ok || files !== true) return restored;
      const left = Math.max(0, restored.value.session.maxTokens - restored.value.tokens);
      return ok({ ...restored.value, contents: sessionFiles(restored.value.files, left) });
    },
    'POST /v1/sessions/:id/compact': ({ at, body }) => engine().compactSession({ ...body, id: at.id }),
    'POST /v1/sessions/:id/summary': ({ at, body }) => engine().writeRollingSummary({ ...body, id: at.id }),
    'POST /v1/sessions/:id/end': ({ at }) => engine().endSession(at.id),
    'POST /v1/sessions/:id/task': ({ at, body }) => engine().setActiveTask(at.id, body.task),
    'POST /v1/sessions/:id/files': ({ at, body }) =>
      isAbsolute(body.path) ? engine().noteFile(at.id, body.path) : NOT_ABSOLUTE,
    'GET /v1/handovers': ({ query }) => inProject(projects, query, ({ project }) => handovers.list(project)),
    'POST /v1/handovers': ({ body }) => inProject(projects, body, handovers.send),
    'POST /v1/handovers/:id/take': ({ at }) => handovers.take(at.id),
    'DELETE /v1/handovers/:id': ({ at }) => handovers.drop(at.id),
  }) satisfies Partial<Handlers>;

const NOT_ABSOLUTE = refuseInput('path: Give the absolute path of the file.');
const SEARCHED_WHOLE = refuseInput(
  'A search goes through the whole session: leave `after` and `upto` out. `last` limits it to the newest results.',
);

const unknown = (id: string) =>
  refuse(
    'not_found',
    `No session ${JSON.stringify(id.slice(0, 80))} is on this device. \`cairn session list\` lists the sessions.`,
  );
