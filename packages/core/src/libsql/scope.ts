/** Scope as SQL: part of every statement, never a filter afterwards. [F-5] */

import { COUNT_LIFE_MS } from '../memory/count.ts';
import type { Scope } from '../ports/store.ts';
import { m, r } from './column-names.ts';

/** Which memories are visible: the present ones, those of a time, or all. */
export type Visibility = 'current' | 'as_of' | 'all';

export const visibilityOf = (scope: Scope): Visibility => (scope.asOf === undefined ? 'current' : 'as_of');

/** Whether an earlier value of a key is from that time. An imported or concurrent value made the key as young as itself. [M-3] */
const hadValue = (table: string, facet: string): string =>
  `EXISTS (SELECT 1 FROM ${table} AS r WHERE ${r.entity} = ${m.id} AND ${facet} AND ${r.value} ->> 'createdAt' <= :asOf)`;
const BEGAN = `(${m.createdAt} <= :asOf OR (${m.key} IS NOT NULL AND (${hadValue('revisions', `${r.facet} = 'body'`)}
  OR ${hadValue('registers', `${r.facet} LIKE 'past.%'`)})))`;

/** Conditions on `memories AS m`, constant for each visibility, so the planner can use an index for their columns. */
export const VISIBLE: Readonly<Record<Visibility, string>> = {
  current: `${m.state} = 0`,
  as_of: `${BEGAN} AND (${m.state} = 0 OR (${m.state} = 1 AND ${m.supersededAt} > :asOf))`,
  all: `${m.state} >= 0`,
};

export const IN_PROJECTS = `(${m.project} IN (SELECT value FROM json_each(:projects)) OR (:global = 1 AND ${m.project} IS NULL))`;

/** M-5: expired counts are hidden, not deleted. */
export const LIVING = `(${m.seenN} IS NULL OR :livingAt IS NULL OR ${m.seenLast} + ${m.seenN} * ${COUNT_LIFE_MS} >= :livingAt)`;

/** Namespace prefix, tags, pin, author, dates and expiry. Each condition is off when its argument is null. */
export const IN_REST = `(:namespace IS NULL OR ${m.namespace} = :namespace
    OR (${m.namespace} > :namespace || '/' AND ${m.namespace} < :namespace || '0'))
  AND (:tags IS NULL OR EXISTS (
    SELECT 1 FROM json_each(${m.tags}) AS tag WHERE tag.value IN (SELECT value FROM json_each(:tags))))
  AND (:pinned IS NULL OR ${m.pinned} = :pinned)
  AND (:source IS NULL OR ${m.source} = :source) AND (:device IS NULL OR ${m.deviceId} = :device)
  AND (:agent IS NULL OR ${m.agent} = :agent)
  AND (:since IS NULL OR ${m.createdAt} >= :since) AND (:until IS NULL OR ${m.createdAt} < :until)
  AND ${LIVING}`;

/** Returns only the arguments that the statement names, because SQLite refuses unknown ones. */
export const scopeArguments = (
  scope: Scope,
  visibility: Visibility,
  named: keyof ScopedStatements['all'],
) => ({
  namespace: scope.namespacePrefix ?? null,
  tags: scope.tags === undefined ? null : JSON.stringify(scope.tags),
  pinned: scope.pinned === undefined ? null : scope.pinned ? 1 : 0,
  source: scope.source ?? null,
  device: scope.deviceId ?? null,
  agent: scope.agent ?? null,
  since: scope.since ?? null,
  until: scope.until ?? null,
  livingAt: scope.livingAt ?? null,
  ...(visibility === 'as_of' ? { asOf: scope.asOf ?? 0 } : {}),
  ...(named === 'projects' ? projectArguments(scope.projects ?? []) : {}),
});

export const projectArguments = (projects: readonly (string | null)[]) => ({
  projects: JSON.stringify(projects.filter((project) => project !== null)),
  global: projects.includes(null) ? 1 : 0,
});

/** One statement for each visibility, with and without projects. SQL is selected, not built per query. */
export type ScopedStatements = Readonly<
  Record<Visibility, { readonly everywhere: string; readonly projects: string }>
>;
export const statements = (make: (where: string) => string): ScopedStatements => {
  const both = (visibility: Visibility) => ({
    everywhere: make(`${VISIBLE[visibility]} AND ${IN_REST}`),
    projects: make(`${VISIBLE[visibility]} AND ${IN_PROJECTS} AND ${IN_REST}`),
  });
  return { current: both('current'), as_of: both('as_of'), all: both('all') };
};

/** Returns the statement for this scope, and the scope's arguments. */
export const inScope = (all: ScopedStatements, scope: Scope) => {
  const visibility = visibilityOf(scope);
  const named = scope.projects === undefined ? 'everywhere' : 'projects';
  return { sql: all[visibility][named], args: scopeArguments(scope, visibility, named) };
};
