/** Reads the wish from the flags. On a terminal, asks about everything that the flags leave open. */
import { LIMITS, ok, type Result } from '@cairn/schema';
import type { SelectOptions } from '@clack/prompts';
import type { FoundModel } from '../../adapters/found-models.ts';
import { INSTALLERS, installerOf } from '../../agents/installers.ts';
import { isHttpUrl } from '../../model-config.ts';
import { parseServerAddress } from '../../services/server-address.ts';
import { anyText, ask, askText, type Check, output } from '../ask.ts';
import type { ParsedArgs } from '../command.ts';
import { type Answer, type Failure, fail, mapped, misuse } from '../failure.ts';
import { meantText } from '../meant.ts';
import { readTextFile } from '../text-file.ts';
import type { ModelWish, Present, VaultWish, Wish } from './plan.ts';

type FindModels = () => Promise<readonly FoundModel[]>;

/** Without `canAsk`, nobody can be asked. Then open questions change nothing, except that all agents that were found are chosen. */
export const askWish = async (
  given: ParsedArgs,
  present: Present,
  canAsk: boolean,
  find: FindModels,
): Answer<Wish> => {
  const agents = await agentsWish(given, present, canAsk);
  if (!agents.ok) return agents;
  const vault = await vaultWish(given, present, canAsk);
  if (!vault.ok) return vault;
  return mapped(modelWish(given, present, canAsk, find), (model) => ({
    ...{ agents: agents.value, vault: vault.value, model },
  }));
};

const agentsWish = async (
  given: ParsedArgs,
  { agents }: Present,
  canAsk: boolean,
): Answer<readonly string[]> => {
  const named = given.texts('agent');
  if (named !== undefined) return namedAgents(named, agents);
  const left = agents.filter(({ isIn }) => !isIn);
  const initialValues = left.map(({ agent }) => agent);
  if (!canAsk || left.length === 0) return ok(initialValues);
  const message = 'Which agents should share this memory?';
  const options = left.map(({ agent, title }) => ({ value: agent, label: title }));
  return ask(({ multiselect }) => multiselect({ message, options, initialValues, required: false, output }));
};

const namedAgents = (
  named: readonly string[],
  agents: Present['agents'],
): Result<readonly string[], Failure> => {
  if (named.includes('none'))
    return named.length === 1 ? ok([]) : misuse('--agent none cannot be combined with another --agent.');
  const known = INSTALLERS.map(({ agent }) => agent);
  const chosen: string[] = [];
  for (const name of named) {
    const installer = installerOf(name);
    if (name === 'all') chosen.push(...agents.map(({ agent }) => agent));
    else if (installer === null)
      return misuse(
        `--agent: "${name}" is no agent that Cairn knows. There are ${known.join(', ')}, all and none.${meantText(name, known)}`,
      );
    else chosen.push(installer.agent);
  }
  return ok(chosen);
};

const vaultWish = async (given: ParsedArgs, { vault }: Present, canAsk: boolean): Answer<VaultWish> => {
  const named = given.text('vault') ?? (given.text('code') === undefined ? undefined : 'join');
  const isAsked = named === undefined && canAsk && vault === null;
  const chosen = isAsked ? await ask(({ select }) => select(KINDS)) : ok(named ?? 'local');
  if (!chosen.ok) return chosen;
  const kind = chosen.value;
  const idle = isAsked ? undefined : idleFlag(given, kind);
  if (idle !== undefined)
    return misuse(
      named === undefined
        ? `--${idle} needs --vault create or --vault join.`
        : `--${idle} does not go with --vault ${kind}.`,
    );
  if (kind === 'local') return ok({ kind: 'local' });
  if (vault !== null)
    return fail(
      'already_in_vault',
      `This device is in the vault ${vault} already. Run \`cairn leave\` first.`,
    );
  return kind === 'join' ? joinWish(given, canAsk) : createWish(given, canAsk);
};

const VAULT_FLAGS: readonly (readonly [string, readonly string[]])[] = [
  ['server', ['create', 'join']],
  ['setup-token', ['create']],
  ['code', ['join']],
  ['timeout', ['join']],
  // A device has its name in a vault only.
  ['name', ['create', 'join']],
];

/** Returns a flag that was given and that this kind of vault does not use. */
const idleFlag = (given: ParsedArgs, kind: string): string | undefined =>
  VAULT_FLAGS.find(([name, kinds]) => given.text(name) !== undefined && !kinds.includes(kind))?.[0];

const KINDS: SelectOptions<string> = {
  message: 'Should your other devices share it?',
  options: [
    { value: 'local', label: 'Not now', hint: 'it stays on this device; `cairn init` asks again' },
    { value: 'join', label: 'Yes, one of them has it already', hint: '`cairn invite` there shows a code' },
    { value: 'create', label: 'Yes, this is the first one', hint: 'needs a sync server' },
  ],
  output,
};

const joinWish = async (given: ParsedArgs, canAsk: boolean): Answer<VaultWish> => {
  const missing = '--code is missing: `cairn invite` on another device shows it.';
  const text = await namedOr(given.text('code'), canAsk, askCode, missing);
  if (!text.ok) return text;
  const [code = '', ...rest] = text.value.trim().split('@');
  const named = rest.length > 0 ? rest.join('@') : given.text('server');
  const server = namedOr(named, canAsk, askServer, SERVER_MISSING);
  return mapped(server, (address) => ({ kind: 'join', code, server: address }));
};

const SERVER_MISSING = 'The server is missing: write --code CODE@URL, or add --server URL.';

const createWish = (given: ParsedArgs, canAsk: boolean): Answer<VaultWish> => {
  const missing = '--server is missing: the address of the sync server, like https://cairn.example.org.';
  const server = namedOr(given.text('server'), canAsk, askServer, missing);
  return mapped(server, (address) => ({ kind: 'create', server: address }));
};

/** Returns what was named; asks if nothing was. If nobody can be asked, says that it is missing. */
const namedOr = async (
  named: string | undefined,
  canAsk: boolean,
  question: () => Answer<string>,
  missing: string,
): Answer<string> => {
  if (named !== undefined) return ok(named);
  return canAsk ? question() : misuse(missing);
};

const askServer = (): Answer<string> =>
  askText("The sync server's address", 'https://cairn.example.org', serverAddress);

/** Not shown on the screen: an unused code lets in anyone who reads it. */
const askCode = (): Answer<string> => {
  const message = 'The code of `cairn invite`: CODE@URL';
  const validate = (value = '') => invitation(value);
  return ask(({ password }) => password({ message, validate, output }));
};

const modelWish = async (
  given: ParsedArgs,
  { model }: Present,
  canAsk: boolean,
  find: FindModels,
): Answer<ModelWish> => {
  const named = given.text('model');
  const url = given.text('model-url');
  const idle = ['model-url', 'model-key-file'].find((name) => given.text(name) !== undefined);
  if (idle !== undefined && (named === undefined || named === 'none'))
    return misuse(`--${idle} goes with --model NAME.`);
  if (named === 'none') return ok({ kind: 'none' });
  if (named === 'auto' && url === undefined) return autoModel(await find());
  if (named !== undefined) {
    const address = url ?? model?.url;
    if (address === undefined) return misuse('--model needs --model-url, such as http://127.0.0.1:11434/v1.');
    const key = keyOf(given);
    return key.ok ? ok({ kind: 'endpoint', name: named, url: address, key: key.value }) : key;
  }
  return canAsk && model === null ? askModel(await find()) : ok({ kind: 'as_is' });
};

const keyOf = (given: ParsedArgs): Result<string | null, Failure> => {
  const file = given.text('model-key-file');
  if (file === undefined) return ok(null);
  const read = readTextFile(file);
  if (!read.ok) return read;
  const key = read.value.trim();
  return key === '' ? misuse(`--model-key-file: ${file} is empty.`) : ok(key);
};

const wishOf = ({ model, url, key }: FoundModel): ModelWish => ({ kind: 'endpoint', name: model, url, key });

/** Memories leave this machine only if a person says so. */
const autoModel = (found: readonly FoundModel[]): Result<ModelWish, Failure> => {
  const [here] = found.filter(({ isHere }) => isHere);
  return here === undefined
    ? misuse(
        'No language model answers on this machine: neither Ollama (port 11434, or OLLAMA_HOST) nor LM Studio (port 1234). Start one, or name it: --model NAME --model-url URL.',
      )
    : ok(wishOf(here));
};

const hintOf = ({ url, key, isHere }: FoundModel): string => {
  if (isHere) return 'runs on this machine';
  return key === null
    ? `runs on another machine, ${new URL(url).host}`
    : 'its key is taken from the environment and stored in config.json';
};

const askModel = async (found: readonly FoundModel[]): Answer<ModelWish> => {
  const message =
    'May a language model write summaries and find facts? It reads memories and pieces of your conversations.';
  const options = [
    { value: 'none', label: 'No', hint: 'summaries are sentences of the memories; no model gets anything' },
    ...found.map((one, index) => ({
      value: String(index),
      label: `Yes, ${one.model} of ${one.title}`,
      hint: hintOf(one),
    })),
    {
      value: 'endpoint',
      label: 'Yes, at an address',
      hint: 'Ollama, LM Studio, or any with the same protocol',
    },
  ];
  const wants = await ask(({ select }) => select({ message, options, output }));
  if (!wants.ok) return wants;
  if (wants.value === 'none') return ok({ kind: 'as_is' });
  const chosen = found[Number(wants.value)];
  if (chosen !== undefined) return ok(wishOf(chosen));
  const url = await askText('Its address', 'http://127.0.0.1:11434/v1', modelAddress);
  if (!url.ok) return url;
  const name = await askText("The model's name", 'qwen3:4b');
  if (!name.ok) return name;
  const key = ask(({ password }) => password({ message: 'Its key (Enter if it needs none)', output }));
  return mapped(key, (words) => ({
    ...{ kind: 'endpoint', name: name.value, url: url.value, key: words?.trim() || null },
  }));
};

export const modelAddress: Check = (answer) =>
  anyText(answer) ??
  (isHttpUrl(answer.trim())
    ? undefined
    : 'An address begins with http:// or https://, like http://127.0.0.1:11434/v1.');

export const serverAddress: Check = (answer) => {
  const parsed = parseServerAddress(answer);
  return anyText(answer) ?? (parsed.ok ? undefined : parsed.error.message);
};

const CODE_CHARS = (LIMITS.pairingCodeBytes * 8) / 5;

/** `CODE`, or `CODE@URL`. */
export const invitation: Check = (answer) => {
  const [code = '', ...address] = answer.trim().split('@');
  const chars = code.replace(/[^\p{L}\p{N}]/gu, '').length;
  return (
    anyText(answer) ??
    (chars === CODE_CHARS
      ? undefined
      : `A code has ${CODE_CHARS} letters and digits; this one has ${chars}.`) ??
    (address.length === 0 ? undefined : serverAddress(address.join('@')))
  );
};
