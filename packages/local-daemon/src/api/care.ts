/** Export, import, backup, restore, doctor: everything that concerns the store as a whole. */
import { cappedImport, doctorInput, exportQuery, fileInput } from '@cairn/schema';
import { Hono } from 'hono';
import { type ProjectFinder, resolveScope } from '../services/scope.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const transferRoutes = ({ engine, projects, wrote }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/export', async (c) => {
      const input = parseInput(queryOf(c), exportQuery);
      if (!input.ok) return problem(input.error);
      return answer(await engine().exportPage(input.value.after ?? null, input.value.limit));
    })
    .post('/import', async (c) => {
      const input = await readJson(c, cappedImport);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const { records, ...rest } = scoped.value;
      const named = input.value.bundle === true ? records : records.map(inProject(projects));
      const imported = await engine().importRecords({ ...rest, records: named });
      if (imported.ok && imported.value.new > 0 && input.value.dryRun !== true) wrote([]);
      return answer(imported);
    });

/** The name that others give a project may be an alias of one here. [M-8] */
const inProject =
  (projects: ProjectFinder) =>
  (record: unknown): unknown =>
    typeof record === 'object' && record !== null && 'project' in record && typeof record.project === 'string'
      ? { ...record, project: projects.canonical(record.project) }
      : record;

/** These have the store to themselves or ask it everything, so they stand outside the gate. */
export const careRoutes = ({ care, doctor }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/backup', async (c) => {
      const input = await readJson(c, fileInput);
      return input.ok ? answer(await care.backup(input.value.path), () => 201) : problem(input.error);
    })
    .post('/restore/plan', async (c) => {
      const input = await readJson(c, fileInput);
      return input.ok ? answer(await care.plan(input.value.path)) : problem(input.error);
    })
    .post('/restore', async (c) => {
      const input = await readJson(c, fileInput);
      return input.ok ? answer(await care.restore(input.value.path)) : problem(input.error);
    })
    .post('/doctor', async (c) => {
      const input = await readJson(c, doctorInput);
      return input.ok ? Response.json(await doctor.examine(input.value.fix === true)) : problem(input.error);
    });
