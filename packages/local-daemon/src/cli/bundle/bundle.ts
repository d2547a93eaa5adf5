/** Builds the file of `cairn doctor --bundle`. Its owner gives it to somebody who helps, and should read it first. [SV-5] */
import type { DoctorResult, StatusResult } from '@cairn/schema';
import { parseLogLine } from '../output/log-line.ts';
import { count } from '../output/short-time.ts';
import { createRedaction } from './redaction.ts';

export interface BundleParts {
  readonly madeAt: string;
  readonly version: string;
  readonly homeDir: string;
  readonly machine: Readonly<Record<string, string | number>>;
  /** `config.json` as text; null if there is none. */
  readonly config: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if no daemon answers. */
  readonly status: StatusResult | null;
  readonly checks: DoctorResult['checks'];
  readonly integrations: readonly {
    readonly agent: string;
    readonly scope: string;
    readonly version: string;
  }[];
  readonly logLines: readonly string[];
  /** Memories whose texts must not appear; null if they cannot be read. */
  readonly memories: readonly string[] | null;
}

/** `contains`: what is in the file, for the person, in the file's order. */
export const bundleOf = (parts: BundleParts) => {
  const { homeDir, memories, status, logLines, integrations } = parts;
  const { redact, redactSettings, redactEntry } = createRedaction(homeDir, memories);
  const document = {
    v: 1,
    madeAt: parts.madeAt,
    versions: { cairn: parts.version, daemon: status?.version ?? null, node: parts.machine.node },
    machine: redact(parts.machine),
    config: redactSettings(parsedConfig(parts.config)),
    environment: redactSettings(ownNames(parts.env)),
    status: redact(status),
    checks: redact(parts.checks),
    integrations: integrations.map(({ agent, scope, version }) => ({ agent, scope, version })),
    log: logLines.map((line) => {
      const entry = parseLogLine(line);
      // The line is not a log entry, so its content is unknown.
      return entry === null ? `[${line.length} characters]` : redactEntry(entry);
    }),
  };
  return {
    text: `${JSON.stringify(document, null, 2)}\n`,
    contains: [
      'versions and the machine',
      'config.json and CAIRN_ settings without keys',
      status === null ? 'no status, as no daemon answers' : 'status, with the names of device and server',
      count(parts.checks.length, 'check'),
      count(integrations.length, 'integration'),
      `${count(logLines.length, 'line')} of the log`,
    ],
  };
};

/** Keeps the number of project aliases, and not their names. */
const parsedConfig = (text: string | null): unknown => {
  if (text === null) return null;
  const config = parseLogLine(text);
  if (config === null) return `[${text.length} characters that are not JSON]`;
  const { projects, ...rest } = config;
  return projects === undefined ? rest : { ...rest, projects: Object.keys(Object(projects)).length };
};

const ownNames = (env: BundleParts['env']): BundleParts['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^(?:CAIRN_|XDG_|SUPABASE_)/.test(name)));
