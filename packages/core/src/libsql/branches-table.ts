/** `branches`: the branches that sessions worked on and memories were saved on. Local, never sent. [M-15, SY-D4] */
import { BRANCH_LIMITS, DAY_MS } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { BranchQueries, BranchTransaction } from '../ports/branch-store.ts';
import { m } from './column-names.ts';
import { columnsOf, reading, readRows } from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, readMemories } from './memories-table.ts';

const b = tables.namesOf(tables.branches, 'b');
const n = tables.namesOf(tables.branches, 'n');
const branches = tables.namesOf(tables.branches);

/** Inserts a note, unless the subject's last one is the same. ?1: subject, ?2: at, ?3: branch, ?4: project. */
const NOTE = `INSERT INTO branches (${branches.subject}, ${branches.at}, ${branches.branch}, ${branches.project})
  SELECT ?1, ?2, ?3, ?4 WHERE coalesce((SELECT ${b.branch} || char(10) || ${b.project} FROM branches AS b
    WHERE ${b.subject} = ?1 ORDER BY ${b.at} DESC LIMIT 1), '') <> ?3 || char(10) || ?4
  ON CONFLICT (subject, at) DO UPDATE SET branch = excluded.branch, project = excluded.project`;
/** The newest note of an earlier day counts, because this day's clock may be wrong. ?1: a day ago, ?2: the time to keep. */
const PRUNE = `DELETE FROM branches WHERE ${branches.at} <
  (SELECT max(${b.at}) FROM branches AS b WHERE ${b.at} <= ?1) - ?2`;

const BRANCHES_OF = `SELECT ${branches.branch}, min(${branches.at}) FROM branches WHERE ${branches.project} = ?1
  GROUP BY ${branches.branch} ORDER BY max(${branches.at}) DESC`;
/** Returns SQL for the branch of a subject's last note up to a time. Both parameters are SQL. */
const lastOf = (subject: string, upto: string): string =>
  `(SELECT ${n.branch} FROM branches AS n WHERE ${n.subject} = ${subject} AND ${n.at} <= ${upto} ORDER BY ${n.at} DESC LIMIT 1)`;
/**
 * SQL for the time at which a memory was learned. `updatedAt` also changes with tags and pins. A memory without a key is
 * never reworded, so its creation counts. The same goes for an imported value.
 */
const LEARNED_AT = `iif(${m.key} IS NULL OR ${m.source} = 'import', ${m.createdAt}, ${m.updatedAt})`;
/** ?1: the project, ?2: the branch. */
const SUBJECTS = `SELECT ${b.subject} FROM branches AS b WHERE ${b.project} = ?1 AND ${b.branch} = ?2`;
/** Selects memories with a note, or of a session with one. A single query with OR would scan all memories. */
const CANDIDATES = `SELECT ${m.rid} AS number FROM memories AS m WHERE ${m.id} IN (${SUBJECTS})
  UNION SELECT ${m.rid} FROM memories AS m INDEXED BY memories_session WHERE ${m.session} IN (${SUBJECTS})`;
/** The last note of a memory decides. Without one, the last note of its session up to `LEARNED_AT` decides. */
const ON_BRANCH = `SELECT ${MEMORY_JSON}) FROM (${CANDIDATES}) CROSS JOIN memories AS m ON ${m.rid} = number
  WHERE ${m.state} = 0 AND ${m.trust} IN ('high', 'normal') AND (${m.project} = ?1 OR ${m.project} IS NULL) AND ?2 =
    iif(EXISTS (SELECT 1 FROM branches AS b WHERE ${b.subject} = ${m.id}),
      ${lastOf(m.id, String(Number.MAX_SAFE_INTEGER))}, ${lastOf(m.session, LEARNED_AT)})
  ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT ?3`;

const readBranch = reading({ branch: 'text', since: 'integer' });

export const branchWrites = (sql: Sql): BranchTransaction => ({
  async noteBranch({ subject, branch, project, at }) {
    await sql.post(NOTE, [subject, at, branch, project]);
    await sql.post(PRUNE, [at - DAY_MS, BRANCH_LIMITS.keptDays * DAY_MS]);
  },
});

export const branchQueries = (sql: Sql): BranchQueries => ({
  branchesOf: async (project) =>
    readRows(await sql.all(BRANCHES_OF, [project]), (row) => readBranch(columnsOf(row))),
  memoriesOnBranch: async ({ project, branch }, limit) =>
    readMemories(await sql.all(ON_BRANCH, [project, branch, limit])).toReversed(),
});
