/** The input that all read calls share: where to look. [F-5, M-8] */
import { type Checked, defined, LIMITS, ok, type SearchInput } from '@cairn/schema';
import { parseName, parseNamespace, parseTags } from '../../memory/draft.ts';
import { invalid } from '../../memory/invalid-input.ts';
import { parseLastMoment, parseTime } from '../../memory/to-memory.ts';
import type { Scope } from '../../ports/store.ts';

/** `project`: null or absent means everywhere. Otherwise that project and global memories. */
export type ScopeInput = Pick<
  SearchInput,
  'project' | 'namespace' | 'tags' | 'asOf' | 'pinned' | 'source' | 'device' | 'agent' | 'since' | 'until'
>;

/** Parses a scope. `nowMs`: memories that expired by then are hidden. With `asOf`, its time counts instead. [M-5] */
export const parseScope = (input: ScopeInput, nowMs: number): Checked<Scope> => {
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const namespace = parseNamespace(input.namespace);
  if (!namespace.ok) return namespace;
  const agent = parseName('agent', input.agent, LIMITS.agentCharsMax);
  if (!agent.ok) return agent;
  const tags = parseTags(input.tags ?? []);
  if (!tags.ok) return tags;
  const asOf = parseMoment(input.asOf, parseLastMoment);
  if (!asOf.ok) return asOf;
  const since = parseMoment(input.since, parseTime);
  if (!since.ok) return since;
  const until = parseMoment(input.until, parseLastMoment);
  if (!until.ok) return until;
  const { pinned, source, device: deviceId } = input;
  return ok({
    ...(project.value == null ? {} : { projects: [project.value, null] }),
    ...(tags.value.length === 0 ? {} : { tags: tags.value }),
    ...defined({ pinned, source, deviceId, since: since.value, until: until.value, asOf: asOf.value }),
    ...defined({ namespacePrefix: namespace.value ?? undefined, agent: agent.value ?? undefined }),
    livingAt: asOf.value ?? nowMs,
  });
};

const parseMoment = (
  text: string | undefined,
  parse: (text: string) => number | null,
): Checked<number | undefined> => {
  if (text === undefined) return ok(undefined);
  const at = parse(text);
  if (at !== null) return ok(at);
  const said = [...text].slice(0, 40).join('');
  return invalid(`"${said}" is not a time. Write it like 2026-01-15 or 2026-01-15T10:00:00Z.`);
};
