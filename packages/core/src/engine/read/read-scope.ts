/** The common part of the readers' inputs: where to look. [F-5, M-8] */
import { type CairnError, cairnError, err, LIMITS, ok, type Result } from '@cairn/schema';
import { parseName, parseNamespace, parseTags } from '../../memory/draft.ts';
import { parseTime } from '../../memory/to-memory.ts';
import type { Scope } from '../../ports/store.ts';

export interface ScopeInput {
  /** Null or absent: everywhere. Else that project and global. */
  readonly project?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** ISO 8601 */
  readonly asOf?: string | undefined;
}

/** `nowMs`: what expired by then is hidden, by the time of `asOf` where there is one. [M-5] */
export const parseScope = (input: ScopeInput, nowMs: number): Result<Scope, CairnError> => {
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const namespace = parseNamespace(input.namespace);
  if (!namespace.ok) return namespace;
  const tags = parseTags(input.tags ?? []);
  if (!tags.ok) return tags;
  const asOf = input.asOf === undefined ? null : parseTime(input.asOf);
  if (input.asOf !== undefined && asOf === null) {
    return err(
      cairnError(
        'invalid_input',
        `"${[...input.asOf].slice(0, 40).join('')}" is no time. Write it like 2026-01-15 or 2026-01-15T10:00:00Z.`,
      ),
    );
  }
  return ok({
    ...(project.value == null ? {} : { projects: [project.value, null] }),
    ...(namespace.value == null ? {} : { namespacePrefix: namespace.value }),
    ...(tags.value.length === 0 ? {} : { tags: tags.value }),
    ...(asOf === null ? {} : { asOf }),
    livingAt: asOf ?? nowMs,
  });
};
