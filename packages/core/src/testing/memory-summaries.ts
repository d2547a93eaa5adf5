/** Summaries and the ledger of model calls in the in-memory store. */
import { type EntityId, LIMITS } from '@cairn/schema';
import type { MemoryRow, WriteSet } from '../ports/store.ts';
import type {
  Citation,
  MemoryAge,
  ModelCallRow,
  ModelDay,
  ModelUsage,
  ShownSummary,
  StoredSummary,
  SummaryQueries,
  SummaryReads,
  SummaryRow,
  WaitingProject,
} from '../ports/summary-store.ts';
import { nameOf } from '../summary/tasks.ts';
import { withdrawalOf } from '../summary/withdraw.ts';
import type { Tables } from './memory-tables.ts';

export const summaryQueries = (tables: Tables): SummaryQueries => ({
  summariesShown: async (projects) => shownSummaries(tables, projects),
  summariesOf: async (project) =>
    inOrder(tables)
      .filter((row) => row.project === project)
      .map((row) => storedOf(tables, row)),
  summarisedProjects: async () => [...new Set(inOrder(tables).map(({ project }) => project))].sort(byName),
  waitingToBeSummarised: async () => waitingScopes(tables),
  modelUsage: async (sinceMs, untilMs) =>
    usageOf(ledger(tables).filter(({ at }) => at >= sinceMs && at < untilMs)),
  modelDays: async (sinceMs) => daysOf(ledger(tables).filter(({ at }) => at >= sinceMs)),
  modelCalls: async (limit) =>
    [...ledger(tables)]
      .reverse()
      .sort((a, b) => b.at - a.at)
      .slice(0, limit),
});

const shownSummaries = (tables: Tables, projects: readonly (string | null)[]): readonly ShownSummary[] =>
  inOrder(tables)
    .filter((row) => projects.includes(row.project))
    .map((row) => shownOf(tables, row))
    .filter(({ sentences }) => sentences.length > 0);

const waitingScopes = (tables: Tables): readonly WaitingProject[] => {
  const counts = new Map<string | null, number>();
  for (const { project } of waitingRows(tables)) counts.set(project, (counts.get(project) ?? 0) + 1);
  return [...counts]
    .map(([project, count]) => ({ project, count }))
    .sort((a, b) => b.count - a.count || byName(a.project, b.project));
};

const DAY_MS = 86_400_000;

const ledger = (tables: Tables): readonly ModelCallRow[] => tables.modelCalls.get('ledger') ?? [];

/** Returns the newest memories first. */
export const unsummarisedRows = (
  tables: Tables,
  project: string | null,
  limit: number,
): readonly MemoryRow[] =>
  waitingRows(tables)
    .filter((row) => row.project === project)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);

const isOlder = (row: MemoryRow, { createdAt, id }: MemoryAge): boolean =>
  row.createdAt < createdAt || (row.createdAt === createdAt && row.id < id);

export const markOlder = (
  tables: Tables,
  project: string | null,
  before: MemoryAge,
  limit: number,
): number => {
  const older = waitingRows(tables).filter((row) => row.project === project && isOlder(row, before));
  const marked = older.slice(0, limit);
  for (const { id } of marked) tables.summarised.set(id, true);
  return marked.length;
};

const byName = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1);

const inOrder = (tables: Tables): readonly SummaryRow[] =>
  [...tables.summaries.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

const isTrusted = (row: MemoryRow): boolean => row.trust === 'high' || row.trust === 'normal';

export const waitingRows = (tables: Tables): MemoryRow[] =>
  [...tables.rows.values()].filter(
    (row) => row.state === 0 && isTrusted(row) && !tables.summarised.has(row.id),
  );

const isAsCited = (tables: Tables, { entity, contentHash }: Citation): boolean => {
  const row = tables.rows.get(entity);
  return (
    row !== undefined &&
    (row.state === 0 || row.state === 2) &&
    isTrusted(row) &&
    row.contentHash === contentHash
  );
};

const storedOf = (tables: Tables, row: SummaryRow): StoredSummary => ({
  ...row,
  sentences: row.sentences.map((sentence) => ({
    ...sentence,
    isCurrent: sentence.cites.every((citation) => isAsCited(tables, citation)),
  })),
});

const shownOf = (tables: Tables, row: SummaryRow): ShownSummary => {
  const { sentences, alsoCites: _, ...facts } = storedOf(tables, row);
  const current = sentences.filter(({ isCurrent }) => isCurrent);
  return {
    ...facts,
    sentences: current.map(({ text }) => text),
    cites: current.map(({ cites }) => cites.map(({ entity }) => entity)),
    struck: sentences.length - current.length,
  };
};

/** Adds up the calls of each name, in the order of their first. */
const summed = (calls: readonly ModelCallRow[], nameOf: (call: ModelCallRow) => readonly string[]) =>
  [...Map.groupBy(calls, (call) => JSON.stringify(nameOf(call)))].flatMap(([name, of]) => {
    const [first] = of;
    const sum = (field: 'promptTokens' | 'completionTokens' | 'ms') =>
      of.reduce((all, call) => all + call[field], 0);
    const [promptTokens, completionTokens] = [sum('promptTokens'), sum('completionTokens')];
    const sums = { promptTokens, completionTokens, ms: sum('ms'), calls: of.length };
    return first === undefined ? [] : [{ name, first, sums }];
  });

const dayOf = ({ at }: ModelCallRow): string => new Date(at).toISOString().slice(0, 10);

const daysOf = (calls: readonly ModelCallRow[]): readonly ModelDay[] =>
  summed(calls, (call) => [dayOf(call), call.purpose, call.model])
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ first, sums: { ms: _, ...sums } }) => ({
      ...{ day: dayOf(first), purpose: first.purpose, model: first.model },
      ...sums,
    }));

const usageOf = (calls: readonly ModelCallRow[]): readonly ModelUsage[] => {
  const tokens = (one: ModelUsage): number => one.promptTokens + one.completionTokens;
  return summed(calls, ({ purpose, model, outcome }) => [purpose, model, outcome])
    .map(({ name, first: { at: _, ...call }, sums }) => ({ name, usage: { ...call, ...sums } }))
    .sort((a, b) => tokens(b.usage) - tokens(a.usage) || (a.name < b.name ? -1 : 1))
    .map(({ usage }) => usage);
};

const citedBy = (row: SummaryRow): readonly EntityId[] =>
  [...row.sentences.flatMap(({ cites }) => cites), ...row.alsoCites].map(({ entity }) => entity);

export const summaryReads = (tables: Tables): SummaryReads => ({
  presentSummaries: async (ids) => ids.filter((id) => tables.summaries.has(id)),
  countUnforgotten: async (citations, replaced) => unforgottenAmong(tables, citations, replaced).length,
});

/** Returns the citations whose memory was not forgotten since they were read. [SU-4] */
const unforgottenAmong = (
  tables: Tables,
  citations: readonly Citation[],
  replaced: readonly string[],
): readonly Citation[] => {
  const before = replaced.flatMap((id) => {
    const row = tables.summaries.get(id);
    return row === undefined
      ? []
      : [...row.sentences.flatMap(({ cites }) => cites), ...row.alsoCites].map(nameOf);
  });
  return citations.filter((one) => {
    const row = tables.rows.get(one.entity);
    if (row === undefined) return false;
    const isGone = (tables.registers.get(one.entity) ?? []).some(({ facet }) => facet === 'gone');
    return row.contentHash === one.contentHash || !isGone || before.includes(nameOf(one));
  });
};

/** Withdraws summaries of memories that a write set is about to forget or reword. [SU-4] */
export const beforeWriteSet = (tables: Tables, { eraseMemories = [], memories = [] }: WriteSet): void => {
  const forgotten = new Set(eraseMemories);
  for (const row of [...tables.summaries.values()]) {
    const cited = citedBy(row);
    if (!cited.some((id) => forgotten.has(id))) continue;
    tables.summaries.delete(row.id);
    const rows = [...tables.rows.values()].filter(({ id }) => cited.includes(id) && !forgotten.has(id));
    const { kept, waiting, alsoWaiting } = withdrawalOf(storedOf(tables, row), forgotten, rows);
    if (kept !== null) tables.summaries.set(kept.id, kept);
    const newest = rows
      .filter(({ id }) => alsoWaiting.of.includes(id))
      .sort((x, y) => y.createdAt - x.createdAt || (x.id < y.id ? 1 : -1))
      .slice(0, alsoWaiting.newest);
    for (const id of [...waiting, ...newest.map((one) => one.id)]) tables.summarised.delete(id);
  }
  for (const id of eraseMemories) tables.summarised.delete(id);
  for (const { id, contentHash } of memories)
    if (tables.rows.get(id)?.contentHash !== contentHash) tables.summarised.delete(id);
};

export const applySummaries = (tables: Tables, set: WriteSet): void => {
  for (const id of set.summariesRemove ?? []) tables.summaries.delete(id);
  for (const row of set.summariesAdd ?? []) tables.summaries.set(row.id, row);
  for (const id of set.summarised ?? []) if (tables.rows.has(id)) tables.summarised.set(id, true);
  const calls = set.modelCalls ?? [];
  if (calls.length === 0) return;
  const all = [...ledger(tables), ...calls];
  const dayAgo = Math.max(...calls.map(({ at }) => at)) - DAY_MS;
  const oldest = Math.max(...all.map(({ at }) => at).filter((at) => at <= dayAgo)) - LIMITS.modelCallsKeptMs;
  tables.modelCalls.set(
    'ledger',
    all.filter(({ at }) => at >= oldest),
  );
};

export const renameCitations = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  const renamed = (citations: readonly Citation[]): readonly Citation[] =>
    citations.map((one) => ({ ...one, entity: names.get(one.entity) ?? one.entity }));
  for (const row of [...tables.summaries.values()])
    tables.summaries.set(row.id, {
      ...row,
      sentences: row.sentences.map((one) => ({ ...one, cites: renamed(one.cites) })),
      alsoCites: renamed(row.alsoCites),
    });
  for (const [from, to] of names) {
    if (!tables.summarised.has(from)) continue;
    tables.summarised.delete(from);
    tables.summarised.set(to, true);
  }
};
