/** Handlers of the store as a whole: export, import, backup, restore and doctor. */
import { type ImportInput, ok } from '@cairn/schema';
import { inProject, type ProjectFinder } from '../services/resolve-project.ts';
import { importByScope } from '../services/scopes/import-by-scope.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const storeHandlers = ({ engine, projects, wrote, backups, doctor, stats, scopes }: ApiDeps) =>
  ({
    'GET /v1/stats': async () => ok(await stats()),
    'GET /v1/export': ({ query }) => engine().exportPage(query.after ?? null, query.limit),
    'POST /v1/import': async ({ body }, c) => {
      const named = body.bundle === true ? body.records : body.records.map(withCanonical(projects));
      const bring = async (input: ImportInput, there: Pick<ApiDeps, 'engine' | 'wrote'> | null) => {
        const to = there ?? { engine, wrote };
        const imported = await to.engine().importRecords(input);
        if (imported.ok && imported.value.new > 0 && body.dryRun !== true) to.wrote([]);
        return imported;
      };
      return inProject(projects, { ...body, records: named }, (input) =>
        scopes === null || c.req.header('cairn-scope') !== undefined
          ? bring(input, null)
          : importByScope(input, scopes, bring),
      );
    },
    'POST /v1/backup': ({ body }) => backups.backup(body.path),
    'POST /v1/restore/plan': ({ body }) => backups.plan(body.path),
    'POST /v1/restore': ({ body }) => backups.restore(body.path),
    'POST /v1/doctor': async ({ body }) => ok(await doctor.examine(body.fix === true)),
  }) satisfies Partial<Handlers>;

/** Sets the canonical name of a record's project, because another device's name may be an alias here. [M-8] */
const withCanonical =
  (projects: ProjectFinder) =>
  (record: unknown): unknown =>
    typeof record === 'object' && record !== null && 'project' in record && typeof record.project === 'string'
      ? { ...record, project: projects.canonical(record.project) }
      : record;
