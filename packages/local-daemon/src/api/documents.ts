/** Text files and transcripts that are searchable on this device. [M-11, F-8, IM-4] */
import { ok } from '@cairn/schema';
import { resolveScope } from '../services/scope.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { answer } from './problem.ts';

export const documentHandlers = ({ engine, projects }: ApiDeps) =>
  ({
    'POST /v1/documents': async ({ body }) => {
      const scoped = await resolveScope(projects, body);
      if (!scoped.ok) return scoped;
      const indexed = await engine().indexDocument(scoped.value);
      return answer(indexed, ({ status }) => (status === 'indexed' ? 201 : 200));
    },
    'GET /v1/documents': async () => ok(await engine().listSources('document')),
    'POST /v1/documents/folders': async ({ body }) => {
      const scoped = await resolveScope(projects, body);
      return scoped.ok ? engine().noteFolder(scoped.value) : scoped;
    },
    'DELETE /v1/documents/folders': ({ query }) => engine().forgetFolders(query.path),
    'DELETE /v1/documents/:id': ({ at }) => engine().forgetSource(at.id, true),
    'POST /v1/transcripts': async ({ body }) => {
      const scoped = await resolveScope(projects, body);
      return scoped.ok ? engine().importTurns(scoped.value) : scoped;
    },
    'GET /v1/transcripts': async () => ok(await engine().listSources('session')),
    'DELETE /v1/transcripts/:id': ({ at }) => engine().forgetSource(at.id),
  }) satisfies Partial<Handlers>;
