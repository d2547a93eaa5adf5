/** Handlers of the store as a whole: export, import, backup, restore and doctor. */
import { type ImportInput, ok } from '@cairn/schema';
import { type ProjectFinder, resolveProject } from '../services/resolve-project.ts';
import { importByScope } from '../services/scopes/import-by-scope.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const storeHandlers = ({ engine, projects, wrote, care, doctor, stats, scopes }: ApiDeps) =>
  ({
    'GET /v1/stats': async () => ok(await stats()),
    'GET /v1/export': ({ query }) => engine().exportPage(query.after ?? null, query.limit),
    'POST /v1/import': async ({ body }, c) => {
      const resolved = await resolveProject(projects, body);
      if (!resolved.ok) return resolved;
      const { records, ...rest } = resolved.value;
      const named = body.bundle === true ? records : records.map(inProject(projects));
      const bring = async (input: ImportInput, there: Pick<ApiDeps, 'engine' | 'wrote'> | null) => {
        const to = there ?? { engine, wrote };
        const imported = await to.engine().importRecords(input);
        if (imported.ok && imported.value.new > 0 && body.dryRun !== true) to.wrote([]);
        return imported;
      };
      const input = { ...rest, records: named };
      return scopes === null || c.req.header('cairn-scope') !== undefined
        ? bring(input, null)
        : importByScope(input, scopes, bring);
    },
    'POST /v1/backup': ({ body }) => care.backup(body.path),
    'POST /v1/restore/plan': ({ body }) => care.plan(body.path),
    'POST /v1/restore': ({ body }) => care.restore(body.path),
    'POST /v1/doctor': async ({ body }) => ok(await doctor.examine(body.fix === true)),
  }) satisfies Partial<Handlers>;

/** Sets the canonical name of a record's project, because another device's name may be an alias here. [M-8] */
const inProject =
  (projects: ProjectFinder) =>
  (record: unknown): unknown =>
    typeof record === 'object' && record !== null && 'project' in record && typeof record.project === 'string'
      ? { ...record, project: projects.canonical(record.project) }
      : record;
