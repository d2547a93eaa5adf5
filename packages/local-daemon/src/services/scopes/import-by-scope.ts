/** Splits an import by project: each record is imported into the file of its project. [SP-2] */
import type { Answer } from '@cairn/core';
import { type ImportInput, type ImportResult, ok } from '@cairn/schema';
import type { ScopeFinder, ScopeServices } from './scopes.ts';

interface Group {
  readonly records: unknown[];
  /** Positions of the records in the request. */
  readonly places: number[];
}

export const importByScope = async (
  { records, ...input }: ImportInput,
  scopes: ScopeFinder,
  /** Imports into a scope, or into the personal file when `there` is null. */
  bring: (input: ImportInput, there: ScopeServices | null) => Answer<ImportResult>,
): Answer<ImportResult> => {
  if (scopes.isEmpty()) return bring({ ...input, records }, null);
  const usual = input.bundle === true ? null : input.project;
  const groups = new Map<ScopeServices | null, Group>();
  for (const [place, record] of records.entries()) {
    const { project = usual }: Pick<ImportInput, 'project'> = { ...Object(record) };
    const there = await scopes.of({ project });
    if (!there.ok) return there;
    const group = groups.get(there.value) ?? { records: [], places: [] };
    groups.set(there.value, group);
    group.records.push(record);
    group.places.push(place);
  }
  let sum: ImportResult = { read: 0, new: 0, duplicate: 0, skipped: 0, failed: 0 };
  for (const [there, group] of groups) {
    const work = () => bring({ ...input, records: group.records }, there);
    // The caller shares the gate of the personal file only.
    const done = await (there === null ? work() : there.gate.share(work));
    if (!done.ok) return done;
    sum = added(sum, done.value, group.places);
  }
  return ok(sum);
};

const added = (sum: ImportResult, one: ImportResult, places: readonly number[]): ImportResult => {
  const failures = (one.failures ?? []).map(({ index, reason }) => ({
    index: places[index] ?? index,
    reason,
  }));
  const held = (sum.held ?? 0) + (one.held ?? 0);
  return {
    read: sum.read + one.read,
    new: sum.new + one.new,
    duplicate: sum.duplicate + one.duplicate,
    skipped: sum.skipped + one.skipped,
    failed: sum.failed + one.failed,
    ...(held === 0 ? {} : { held }),
    ...(one.fresh === undefined ? {} : { fresh: [...(sum.fresh ?? []), ...one.fresh] }),
    ...(failures.length === 0 ? {} : { failures: [...(sum.failures ?? []), ...failures] }),
  };
};
