/** `cairn init`: inspects the device, asks, shows a plan, and carries it out after a yes. A second run offers what is left. */
import { existsSync } from 'node:fs';
import { err, ok, type Result } from '@cairn/schema';
import { findModels } from '../../adapters/found-models.ts';
import { makePrivateFolders, readPrivateFile, writePrivateFile } from '../../adapters/private-file.ts';
import { foundAgents, installerOf } from '../../agents/installers.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import { parseLlmConfig } from '../../model-config.ts';
import { createIntegrations } from '../../services/integrations/integrations.ts';
import {
  type ConfigFile,
  configText,
  firstModel,
  withModel as modelIntoFile,
  readConfigFile,
} from '../../services/settings/config-text.ts';
import { ask, confirm, output } from '../ask.ts';
import { givenTexts, type Outcome, type ParsedArgs, type Run } from '../command.ts';
import { type Answer, type Failure, fail, failure, mapped } from '../failure.ts';
import { askWish } from '../init/ask-wish.ts';
import { type ModelWish, type Plan, type Present, planOf } from '../init/plan.ts';
import type { Io } from '../io.ts';
import { joined, type Style } from '../style.ts';
import { down } from './daemon.ts';
import { join } from './join.ts';
import { login } from './login.ts';
import { create } from './vault.ts';

export const init: Run = async (given, io) => {
  const present = await lookAround(given, io);
  if (!present.ok) return present;
  const canAsk = io.canAsk && !given.flag('yes');
  if (canAsk) (await import('@clack/prompts')).intro('Cairn', { output });
  const wish = await askWish(given, present.value, canAsk, () => findModels(io.env));
  if (!wish.ok) return wish;
  const unfit = unfitModel(wish.value.model);
  if (unfit !== null) return err(unfit);
  const plan = planOf(present.value, wish.value);
  if (plan.lines.length === 0) return ok(nothingToDo(present.value));
  if (given.flag('dry-run')) return ok(planned(plan));
  if (!given.flag('yes'))
    for (const line of ['This would be set up:', ...plan.lines.map(bullet)]) io.note(line);
  const agreed = await confirm(given, io, 'Do this?');
  if (!agreed.ok) return agreed;
  return ok(await carryOut(plan, present.value, given, io));
};

const bullet = (line: string): string => `  • ${line}`;

const lookAround = async (given: ParsedArgs, io: Io): Answer<Present> => {
  const settings = readSettings(readPrivateFile(io.paths.config), io.paths.config);
  if (!settings.ok) return settings;
  const { place, records } = createIntegrationDeps(io);
  const installed = new Set(records.read().flatMap(({ agent, scope }) => (scope === 'user' ? [agent] : [])));
  const named = (given.texts('agent') ?? []).map(installerOf).filter((one) => one !== null);
  const agents = [...new Set([...foundAgents(place), ...named])]
    .filter(({ scopes }) => scopes.includes('user'))
    .map(({ agent, title }) => ({ agent, title, isIn: installed.has(agent) }));
  // Inspecting must create nothing. Without a database there is no vault either.
  const status = hasData(io) ? await io.ask('GET /v1/status') : null;
  if (status?.ok === false) return status;
  return ok({ agents, vault: status?.value.sync.vault ?? null, model: modelIn(settings.value) });
};

/** The memories are in a file, or on a server that this home has a name for. */
const hasData = ({ paths }: Io): boolean => existsSync(paths.database) || existsSync(paths.storeHolder);

const unfitModel = (wish: ModelWish): Failure | null => {
  if (wish.kind !== 'endpoint') return null;
  const parsed = parseLlmConfig({ baseUrl: wish.url, models: [wish.name] }, {});
  return parsed.ok ? null : failure('usage', parsed.error.message);
};

const nothingToDo = ({ agents, vault, model }: Present): Outcome => ({
  json: { planned: [], done: [] },
  human: (style) =>
    [
      agents.length === 0
        ? 'No agent that Cairn knows was found on this machine. `cairn install NAME` installs one by name, such as claude-code. `cairn save` and `cairn search` work without an agent.'
        : style.green('Everything is set up.'),
      `  agents  ${agents.flatMap(({ isIn, title }) => (isIn ? [title] : [])).join(', ') || 'none'}`,
      `  vault   ${vault ?? 'none: this device only'}`,
      `  model   ${model?.name ?? 'none'}`,
    ].join('\n'),
});

const planned = ({ lines }: Plan): Outcome => ({
  json: { planned: lines, done: [] },
  human: () => ['This would be set up:', ...lines.map(bullet)].join('\n'),
});

interface Done {
  readonly lines: string[];
  readonly notes: string[];
  /** The outputs of the commands that it ran, such as the recovery words. */
  readonly outcomes: Outcome[];
}

/** Carries the plan out in an order in which finished steps stay valid if a later one fails. */
const carryOut = async (plan: Plan, present: Present, given: ParsedArgs, io: Io): Promise<Outcome> => {
  const done: Done = { lines: [], notes: [], outcomes: [] };
  const problem =
    (await setModel(plan, io, done)) ??
    installAgents(plan, present, io, done) ??
    (await enterVault(plan, given, io, done));
  // A new model has stopped the daemon. A request starts it again, also after a failure.
  const started = problem === null || plan.model !== null ? await io.ask('GET /v1/status') : null;
  const failed = problem ?? (started?.ok === false ? started.error : null);
  return {
    json: {
      planned: plan.lines,
      done: done.lines,
      ...Object.assign({}, ...done.outcomes.map(({ json }) => json)),
    },
    human: (style) =>
      [
        ...done.lines.map((line) => `${style.green('✓')} ${line}`),
        ...done.outcomes.map((outcome) => outcome.human(style)),
        ...(failed === null ? ['', nextText(plan, style)] : []),
      ].join('\n'),
    notes: done.notes,
    ...(failed === null ? {} : { failure: failed, ...(done.lines.length === 0 ? {} : { exit: 5 }) }),
  };
};

const nextText = ({ agents }: Plan, { cyan }: Style): string =>
  joined('\n', [
    agents.length === 0 ? '' : 'Restart the agents that are running. Their next session has this memory.',
    `Try it: ${cyan('cairn save "Prefers pnpm to npm"')}, then ${cyan('cairn search "which package manager"')}`,
  ]);

const setModel = async ({ model }: Plan, io: Io, done: Done): Promise<Failure | null> => {
  if (model === null) return null;
  const { config: path, home } = io.paths;
  const settings = readSettings(readPrivateFile(path), path);
  if (!settings.ok) return settings.error;
  makePrivateFolders([home, ...io.paths.folders]);
  writePrivateFile(path, withModel(settings.value, model));
  done.lines.push(model.kind === 'none' ? 'no language model' : `the language model ${model.name}`);
  if (io.env.CAIRN_LLM_BASE_URL)
    done.notes.push('CAIRN_LLM_BASE_URL is set in this environment and overrides config.json.');
  // A daemon reads its settings when it starts. The next step, or the end of this command, starts it.
  if (!hasData(io)) return null;
  const stopped = await down(givenTexts(), io);
  return stopped.ok ? null : stopped.error;
};

const installAgents = ({ agents }: Plan, present: Present, io: Io, done: Done): Failure | null => {
  const deps = createIntegrationDeps(io);
  const { install } = createIntegrations(deps);
  for (const { agent, title } of present.agents.filter((one) => agents.includes(one.agent))) {
    const installer = installerOf(agent);
    if (installer === null) continue;
    const { failures, notes } = install(installer, 'user', false);
    if (failures.length > 0) return failure('bad_file', failures.join('\n'));
    done.lines.push(title);
    done.notes.push(...notes.map((note) => `${title}: ${note}`));
  }
  return null;
};

const enterVault = async (
  { vault }: Plan,
  given: ParsedArgs,
  io: Io,
  done: Done,
): Promise<Failure | null> => {
  if (vault === null) return null;
  const { server } = vault;
  const entered =
    vault.kind === 'create'
      ? await createAt(server, withTexts(given, { server }), io)
      : await join({ ...withTexts(given, { server }), arg: () => vault.code }, io);
  if (!entered.ok) return entered.error;
  done.lines.push(vault.kind === 'create' ? 'a new vault' : 'in the vault');
  if (entered.value !== null) done.outcomes.push(entered.value);
  return null;
};

const withTexts = (given: ParsedArgs, texts: Readonly<Record<string, string>>): ParsedArgs => ({
  ...given,
  text: (name) => texts[name] ?? given.text(name),
});

/** Offers a sign-in first if the server has accounts. On other servers a token opens the vault. [SY-A7] */
const createAt = async (server: string, given: ParsedArgs, io: Io): ReturnType<Run> => {
  const signedIn = await offerSignIn(server, given, io);
  if (!signedIn.ok) return signedIn;
  if (signedIn.value) return create(given, io);
  const opened = await withToken(given, io);
  return opened.ok ? create(opened.value, io) : opened;
};

/** Returns whether the person is now signed in there. */
const offerSignIn = async (server: string, given: ParsedArgs, io: Io): Answer<boolean> => {
  if (!io.canAsk || isTokenNamed(given, io)) return ok(false);
  const named = await io.ask('POST /v1/account/project', { body: { server } });
  if (!named.ok) return named.error.kind === 'not_found' ? ok(false) : named;
  const status = await io.ask('GET /v1/status');
  if (!status.ok) return status;
  const { account } = status.value;
  if (account?.state === 'signed_in' && account.server === named.value.server) return ok(true);
  const message = 'This server makes vaults for accounts. Sign in now?';
  const wants = await ask((prompts) => prompts.confirm({ message, output }));
  if (!wants.ok) return err(NO_VAULT);
  if (!wants.value) return ok(false);
  return mapped(login(givenTexts({ server }), io), () => true);
};

const NO_VAULT = failure('cancelled', 'The vault was not made.');

const isTokenNamed = (given: ParsedArgs, io: Io): boolean =>
  (given.text('setup-token') ?? io.env.CAIRN_SETUP_TOKEN ?? io.env.CAIRN_SETUP_TOKEN_FILE) !== undefined;

/** Asks for the token if the person did not give it. */
const withToken = async (given: ParsedArgs, io: Io): Answer<ParsedArgs> => {
  if (isTokenNamed(given, io) || !io.canAsk) return ok(given);
  const message =
    'The setup token that the server printed at its first start (Enter if the server is open to all)';
  const token = await ask(({ password }) => password({ message, output }));
  if (!token.ok) return err(NO_VAULT);
  return ok(token.value ? withTexts(given, { 'setup-token': token.value.trim() }) : given);
};

/** `text`: the file's text; null if there is no file. */
export const readSettings = (text: string | null, path: string): Result<ConfigFile, Failure> => {
  const read = readConfigFile(text);
  return read === null
    ? fail('bad_file', `${path} is not a valid settings file. Fix it or move it away.`)
    : ok(read);
};

export const modelIn = (all: ConfigFile): Present['model'] => {
  const llm = firstModel(all);
  const name = llm?.models?.[0];
  return name === undefined || llm?.baseUrl === undefined ? null : { name, url: llm.baseUrl };
};

export const withModel = (all: ConfigFile, wish: Exclude<ModelWish, { kind: 'as_is' }>): string => {
  if (wish.kind === 'none') return configText(modelIntoFile(all, null));
  const key = wish.key === null ? {} : { apiKey: wish.key };
  return configText(modelIntoFile(all, { baseUrl: wish.url, models: [wish.name], ...key }));
};
