/** A person's folder with the settings of several agents, and what installs into them. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeForTest } from '@cairn/test-support/vitest';
import { createConfigFiles } from '../adapters/config-files.ts';
import type { AgentInstaller, Launcher, Place } from '../agents/installer.ts';
import { installerOf } from '../agents/installers.ts';
import { createIntegrations, type IntegrationDeps } from '../services/integrations/integrations.ts';
import { type Integration, parseRecords, recordsText } from '../services/integrations/records.ts';

export const fixtures = fileURLToPath(new URL('../../../../tests/fixtures/agents/settings', import.meta.url));

/** Every file with its bytes; folders without files do not count. */
export const snapshot = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('latin1')]),
  );

export const setUp = async (more: { readonly env?: Place['env']; readonly version?: string } = {}) => {
  const home = await homeForTest('agents');
  cpSync(fixtures, home, { recursive: true });
  const project = join(home, 'shop');
  mkdirSync(project);
  const program = join(home, "bin of ada's", 'cairn');
  mkdirSync(dirname(program));
  writeFileSync(program, '');
  const files = createConfigFiles();
  const place: Place = {
    ...{ env: more.env ?? {}, homeDir: home, platform: 'linux', root: project, exists: files.exists },
  };
  const launcher: Launcher = { mcp: [program, 'mcp'], hook: [program], env: {} };
  let records: readonly Integration[] = [];
  const deps: IntegrationDeps = {
    ...{ files, place, launcher, version: more.version ?? '1.0.0' },
    records: {
      read: () => parseRecords(recordsText(records)),
      change: (update) => {
        records = update(records);
      },
    },
  };
  return { home, project, program, deps, ...createIntegrations(deps), forgetRecords: () => (records = []) };
};

export const named = (agent: string): AgentInstaller => {
  const installer = installerOf(agent);
  if (installer === null) throw new Error(agent);
  return installer;
};
