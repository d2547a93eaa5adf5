/** `cairn install` and `uninstall`: add Cairn to the settings of agents, and remove it. [IN-1] */
import { ok } from '@cairn/schema';
import { createTwoFilesPatch } from 'diff';
import type { AgentInstaller, InstallScope } from '../../agents/installer.ts';
import { foundAgents, INSTALLERS, installerOf } from '../../agents/installers.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import {
  createIntegrations,
  type FileChange,
  type IntegrationDeps,
  type Integrations,
} from '../../services/integrations/integrations.ts';
import { ask, output } from '../ask.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { type Answer, failure, mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { meantText } from '../meant.ts';
import { printable, type Style } from '../style.ts';

export const install: Run = (given, io) => run(given, io, 'install');
export const uninstall: Run = async (given, io) => {
  if (given.flag('all')) return (await import('./uninstall-all.ts')).uninstallAll(given, io);
  if (given.text('export') !== undefined || given.flag('keep-data') || given.flag('delete-data'))
    return misuse('--keep-data, --export and --delete-data need --all.');
  return run(given, io, 'uninstall');
};

type Verb = 'install' | 'uninstall';

const run = async (given: ParsedArgs, io: Io, verb: Verb): Answer<Outcome | null> => {
  if (given.flag('user') && given.flag('project')) return misuse('Give --user or --project, not both.');
  const deps = createIntegrationDeps(io);
  const scopes = scopesOf(given, deps, verb);
  const chosen = await chooseAgents(given, io, deps, scopes, verb);
  if (!chosen.ok) return chosen;
  const apply = createIntegrations(deps)[verb];
  const outcome =
    chosen.value === null
      ? listOf(deps, verb, scopes)
      : outcomeOf(chosen.value, apply, scopes, given.flag('dry-run'), verb);
  const elsewhere = verb === 'uninstall' ? leftElsewhere(deps, given.args) : [];
  return ok({ ...outcome, notes: [...(outcome.notes ?? []), ...elsewhere] });
};

/** Returns a note for each installation in a project of another folder, of these agents or of all. */
const leftElsewhere = ({ place, records }: IntegrationDeps, agents: readonly string[]): readonly string[] =>
  records
    .read()
    .filter(({ root }) => root !== null && root !== place.root)
    .filter(({ agent }) => agents.length === 0 || agents.includes(agent))
    .map(
      ({ agent, root }) =>
        `${installerOf(agent)?.title ?? agent} is still installed in ${printable(root ?? '')}: run \`cairn uninstall ${agent}\` there.`,
    );

/** Returns the scopes to change. `uninstall` includes this project's installation, unless the person names a scope. */
const scopesOf = (
  given: ParsedArgs,
  { place, records }: IntegrationDeps,
  verb: Verb,
): readonly InstallScope[] => {
  if (given.flag('project')) return ['project'];
  const isHere = verb === 'uninstall' && records.read().some(({ root }) => root === place.root);
  return isHere && !given.flag('user') ? ['user', 'project'] : ['user'];
};

/** Returns null if no agent was named and nobody can be asked. */
const chooseAgents = async (
  given: ParsedArgs,
  io: Io,
  deps: IntegrationDeps,
  scopes: readonly InstallScope[],
  verb: Verb,
): Answer<readonly AgentInstaller[] | null> => {
  const unknown = given.args.find((name) => installerOf(name) === null);
  if (unknown !== undefined)
    return misuse(
      `"${unknown}" is not an agent that Cairn knows. It knows ${NAMES}.${meantText(unknown, AGENTS)}`,
    );
  const installers = given.args.flatMap((name) => installerOf(name) ?? []);
  const unfit = installers.find((one) => !isFitting(one, scopes));
  if (unfit !== undefined)
    return misuse(
      `${unfit.title} has only ${unfit.scopes.join(' and ')} settings: leave --${scopes.join(' and --')} out.`,
    );
  if (installers.length > 0) return ok(installers);
  const fitting = candidates(deps, verb, scopes).filter((one) => isFitting(one, scopes));
  if (given.flag('yes') && fitting.length > 0) return ok(fitting);
  if (!io.canAsk || fitting.length === 0) return ok(null);
  return askWhich(fitting, verb);
};

const isFitting = (installer: AgentInstaller, scopes: readonly InstallScope[]): boolean =>
  scopes.some((scope) => installer.scopes.includes(scope));

const AGENTS = INSTALLERS.map(({ agent }) => agent);
const NAMES = AGENTS.join(', ');

/** Returns the agents found (to install), or the ones with an installation (to remove). */
const candidates = (
  { place, records }: IntegrationDeps,
  verb: Verb,
  scopes: readonly InstallScope[],
): readonly AgentInstaller[] => {
  if (verb === 'install') return foundAgents(place);
  const rootOf = (scope: InstallScope) => (scope === 'user' ? null : place.root);
  const here = records.read().filter((one) => scopes.includes(one.scope) && one.root === rootOf(one.scope));
  const installed = new Set(here.map(({ agent }) => agent));
  return INSTALLERS.filter(({ agent }) => installed.has(agent));
};

const askWhich = (found: readonly AgentInstaller[], verb: Verb): Answer<readonly AgentInstaller[]> => {
  const message =
    verb === 'install' ? 'Which agents should share this memory?' : 'Which agents should it be removed from?';
  const options = found.map(({ agent, title }) => ({ value: agent, label: title }));
  const initialValues = verb === 'install' ? found.map(({ agent }) => agent) : [];
  const asked = ask(({ multiselect }) =>
    multiselect({ message, options, initialValues, required: true, output }),
  );
  return mapped(asked, (chosen) => found.filter(({ agent }) => chosen.includes(agent)));
};

const listOf = (deps: IntegrationDeps, verb: Verb, scopes: readonly InstallScope[]): Outcome => {
  const found = candidates(deps, verb, scopes);
  const what = verb === 'install' ? 'On this machine' : 'Installed';
  const lines = found.map(({ agent, title }) => `  cairn ${verb} ${agent.padEnd(16)}  ${title}`);
  return {
    json: { changed: [], found: found.map(({ agent }) => agent) },
    human: () =>
      found.length === 0
        ? verb === 'install'
          ? `No agent was found. Cairn knows ${NAMES}: name one.`
          : 'Nothing is installed here.'
        : `${what}:\n${lines.join('\n')}\nOr all of them: cairn ${verb} --yes`,
  };
};

const outcomeOf = (
  installers: readonly AgentInstaller[],
  apply: Integrations[Verb],
  scopes: readonly InstallScope[],
  dryRun: boolean,
  verb: Verb,
): Outcome => {
  const results = installers.map((installer) => {
    const all = scopes
      .filter((scope) => installer.scopes.includes(scope))
      .map((scope) => apply(installer, scope, dryRun));
    return {
      installer,
      changes: all.flatMap(({ changes }) => changes),
      failures: all.flatMap(({ failures }) => failures),
      notes: all.flatMap(({ notes }) => notes),
    };
  });
  const changes = results.flatMap((result) => result.changes);
  const failures = results.flatMap((result) => result.failures);
  // A failed removal is a conflict (exit code 5), even if nothing was changed.
  const isPartial =
    failures.length > 0 && (verb === 'uninstall' || results.some((result) => result.failures.length === 0));
  const diff = changes.map(diffOf).join('');
  return {
    json: { changed: changes.map(({ path }) => path), ...(dryRun ? { diff } : {}) },
    human: (style) =>
      dryRun
        ? diff === '' && failures.length === 0
          ? 'Nothing would change.'
          : coloured(diff, style)
        : results
            .filter((result) => result.failures.length === 0)
            .map(({ installer, changes: own }) => doneText(installer, own, verb, style))
            .join('\n'),
    notes: dryRun
      ? []
      : results.flatMap(({ installer, notes, changes: own }) =>
          (own.length === 0 ? [] : notes).map((note) => `${installer.title}: ${note}`),
        ),
    ...(failures.length === 0 ? {} : { failure: failure('bad_file', failures.join('\n')) }),
    ...(isPartial || (failures.length > 0 && changes.length > 0) ? { exit: 5 } : {}),
  };
};

const doneText = (
  { title }: AgentInstaller,
  changes: readonly FileChange[],
  verb: Verb,
  { green }: Style,
): string => {
  if (changes.length === 0)
    return `${title}: ${verb === 'install' ? 'everything is installed already' : 'nothing was installed'}.`;
  const lines = changes.map(
    ({ path, after }) => `  ${after === null ? 'removed' : 'wrote'} ${printable(path)}`,
  );
  return `${green('✓')} ${title}\n${lines.join('\n')}`;
};

const diffOf = ({ path, before, after }: FileChange): string =>
  createTwoFilesPatch(
    before === null ? '/dev/null' : path,
    after === null ? '/dev/null' : path,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 2 },
  ).replace(/^(?:Index: .*\n)?=+\n/, '');

const coloured = (diff: string, { green, red }: Style): string =>
  diff
    .split('\n')
    .map((line) => {
      const text = printable(line);
      return line.startsWith('+') ? green(text) : line.startsWith('-') ? red(text) : text;
    })
    .join('\n');
