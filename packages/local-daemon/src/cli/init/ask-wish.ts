/** Reads the wish from the flags. On a terminal, asks about everything that the flags leave open. */
import { LIMITS, ok, type Result } from '@cairn/schema';
import type { FoundModel } from '../../adapters/found-models.ts';
import { INSTALLERS, installerOf } from '../../agents/installers.ts';
import { isHttpUrl } from '../../model-config.ts';
import { parseServerAddress } from '../../services/server-address.ts';
import type { ParsedArgs } from '../command.ts';
import { type Answer, type Failure, fail, misuse, UNCHANGED } from '../failure.ts';
import { meantText } from '../meant.ts';
import { readTextFile } from '../text-file.ts';
import type { ModelWish, Present, VaultWish, Wish } from './plan.ts';

type Prompts = typeof import('@clack/prompts');
type FindModels = () => Promise<readonly FoundModel[]>;

/** Without `prompts`, nobody can be asked. Then open questions change nothing, except that all agents that were found are chosen. */
export const askWish = async (
  given: ParsedArgs,
  present: Present,
  prompts: Prompts | null,
  find: FindModels,
): Answer<Wish> => {
  const agents = await agentsWish(given, present, prompts);
  if (!agents.ok) return agents;
  const vault = await vaultWish(given, present, prompts);
  if (!vault.ok) return vault;
  const model = await modelWish(given, present, prompts, find);
  if (!model.ok) return model;
  return ok({ agents: agents.value, vault: vault.value, model: model.value });
};

/** Questions are written to standard error, like all messages. */
const output = process.stderr;

const agentsWish = async (
  given: ParsedArgs,
  { agents }: Present,
  prompts: Prompts | null,
): Answer<readonly string[]> => {
  const named = given.texts('agent');
  if (named !== undefined) return namedAgents(named, agents);
  const left = agents.filter(({ isIn }) => !isIn);
  const names = left.map(({ agent }) => agent);
  if (prompts === null || left.length === 0) return ok(names);
  const answer = await prompts.multiselect({
    message: 'Which agents should share this memory?',
    options: left.map(({ agent, title }) => ({ value: agent, label: title })),
    initialValues: names,
    required: false,
    output,
  });
  return prompts.isCancel(answer) ? UNCHANGED : ok(answer);
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

const vaultWish = async (
  given: ParsedArgs,
  { vault }: Present,
  prompts: Prompts | null,
): Answer<VaultWish> => {
  const named = given.text('vault') ?? (given.text('code') === undefined ? undefined : 'join');
  const kind = named ?? (vault === null && prompts !== null ? await askKind(prompts) : 'local');
  if (kind === null) return UNCHANGED;
  const isAsked = named === undefined && prompts !== null && vault === null;
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
  return kind === 'join' ? joinWish(given, prompts) : createWish(given, prompts);
};

const VAULT_FLAGS: readonly (readonly [string, readonly string[]])[] = [
  ['server', ['create', 'join']],
  ['setup-token', ['create']],
  ['code', ['join']],
];

/** Returns a flag that was given and that this kind of vault does not use. */
const idleFlag = (given: ParsedArgs, kind: string): string | undefined =>
  VAULT_FLAGS.find(([name, kinds]) => given.text(name) !== undefined && !kinds.includes(kind))?.[0];

const askKind = async (prompts: Prompts): Promise<string | null> => {
  const answer = await prompts.select({
    message: 'Should your other devices share it?',
    options: [
      { value: 'local', label: 'Not now', hint: 'it stays on this device; `cairn init` asks again' },
      { value: 'join', label: 'Yes, one of them has it already', hint: '`cairn invite` there shows a code' },
      { value: 'create', label: 'Yes, this is the first one', hint: 'needs a sync server' },
    ],
    output,
  });
  return prompts.isCancel(answer) ? null : answer;
};

const joinWish = async (given: ParsedArgs, prompts: Prompts | null): Answer<VaultWish> => {
  const text = given.text('code') ?? (await askCode(prompts));
  if (text === null) return UNCHANGED;
  if (text === undefined) return misuse('--code is missing: `cairn invite` on another device shows it.');
  const [code = '', ...rest] = text.trim().split('@');
  const server = rest.length > 0 ? rest.join('@') : await serverOf(given, prompts);
  if (server === null) return UNCHANGED;
  return server === undefined
    ? misuse('The server is missing: write --code CODE@URL, or add --server URL.')
    : ok({ kind: 'join', code, server });
};

const createWish = async (given: ParsedArgs, prompts: Prompts | null): Answer<VaultWish> => {
  const server = await serverOf(given, prompts);
  if (server === null) return UNCHANGED;
  return server === undefined
    ? misuse('--server is missing: the address of the sync server, like https://cairn.example.org.')
    : ok({ kind: 'create', server });
};

const serverOf = async (given: ParsedArgs, prompts: Prompts | null): Promise<string | null | undefined> =>
  given.text('server') ??
  (await askText(prompts, "The sync server's address", 'https://cairn.example.org', serverAddress));

/** Not shown on the screen: an unused code lets in anyone who reads it. */
const askCode = async (prompts: Prompts | null): Promise<string | null | undefined> => {
  if (prompts === null) return undefined;
  const validate = (value = '') => invitation(value);
  const answer = await prompts.password({
    message: 'The code of `cairn invite`: CODE@URL',
    validate,
    output,
  });
  return prompts.isCancel(answer) ? null : answer.trim();
};

/** Returns undefined if nobody can be asked, and null if the person cancelled. */
const askText = async (
  prompts: Prompts | null,
  message: string,
  placeholder: string,
  check: Check,
): Promise<string | null | undefined> => {
  if (prompts === null) return undefined;
  const validate = (value = '') => check(value);
  const answer = await prompts.text({ message, placeholder, validate, output });
  return prompts.isCancel(answer) ? null : answer.trim();
};

const modelWish = async (
  given: ParsedArgs,
  { model }: Present,
  prompts: Prompts | null,
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
  if (prompts === null || model !== null) return ok({ kind: 'as_is' });
  return askModel(prompts, await find());
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

const askModel = async (prompts: Prompts, found: readonly FoundModel[]): Answer<ModelWish> => {
  const wants = await prompts.select({
    message:
      'May a language model write summaries and find facts? It reads memories and pieces of your conversations.',
    options: [
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
    ],
    output,
  });
  if (prompts.isCancel(wants)) return UNCHANGED;
  if (wants === 'none') return ok({ kind: 'as_is' });
  const chosen = found[Number(wants)];
  if (chosen !== undefined) return ok(wishOf(chosen));
  const url = await askText(prompts, 'Its address', 'http://127.0.0.1:11434/v1', modelAddress);
  if (url === null || url === undefined) return UNCHANGED;
  const name = await askText(prompts, "The model's name", 'qwen3:4b', anyText);
  if (name === null || name === undefined) return UNCHANGED;
  const key = await prompts.password({ message: 'Its key (Enter if it needs none)', output });
  if (prompts.isCancel(key)) return UNCHANGED;
  return ok({ kind: 'endpoint', name, url, key: key?.trim() || null });
};

/** Returns what is wrong with an answer that can still be retyped; undefined if it is valid. Pure. */
export type Check = (answer: string) => string | undefined;

const anyText: Check = (answer) => (answer.trim() === '' ? 'Type it, or cancel with Ctrl-C.' : undefined);

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
