/** `cairn session append`: messages as "role: text", or as NDJSON, from the command line or from standard input. */
import {
  type AppendMessagesResult,
  type BodyOf,
  LIMITS,
  type MessageInput,
  messageInput,
  ok,
  parseJson,
  type Result,
  SESSION_ROLES,
} from '@cairn/schema';
import type { Outcome, Run } from '../command.ts';
import { type Failure, failure, misuse } from '../failure.ts';
import { count } from '../output/short-time.ts';
import { metadataOf, projectOf } from '../request-input.ts';

const INPUT_BYTES_MAX = 8_388_608;

/** Sends the messages in batches. If the daemon refuses one, the batches before it stay appended. */
export const append: Run = async (given, io) => {
  const [name = '', ...words] = given.args;
  const isPiped = words.length === 0 || (words.length === 1 && words[0] === '-');
  const text = isPiped ? await io.readStdin(INPUT_BYTES_MAX) : ok(words.join('\n'));
  if (!text.ok) return text;
  const messages = readMessages(text.value);
  if (!messages.ok) return messages;
  const metadata = metadataOf(given);
  if (!metadata.ok) return metadata;
  let last: AppendMessagesResult | null = null;
  let passages = 0;
  for (let at = 0; at < messages.value.length; at += LIMITS.sessionMessagesPerRequestMax) {
    const body: BodyOf<'POST /v1/sessions'> = {
      session: { name, scope: given.text('scope'), scopeId: given.text('scope-id') },
      ...projectOf(given, io),
      agent: given.text('agent'),
      maxTokens: given.int('max-tokens'),
      metadata: metadata.value,
      messages: messages.value.slice(at, at + LIMITS.sessionMessagesPerRequestMax),
    };
    const done = await io.ask('POST /v1/sessions', { body });
    if (!done.ok) return last === null ? done : ok(appendedPart(last, at, messages.value.length, done.error));
    passages += done.value.passages;
    last = { ...done.value, passages };
  }
  if (last === null) return misuse(NO_MESSAGES);
  const { session, messages: all } = last;
  return ok({
    json: last,
    human: (style) =>
      `${style.green('Appended')} ${count(messages.value.length, 'message')} to ${session}, which has ${all}`,
  });
};

/** Sent again from the beginning, the first messages would be in the session twice. */
const appendedPart = (last: AppendMessagesResult, appended: number, all: number, why: Failure): Outcome => ({
  json: last,
  human: () => '',
  failure: failure(
    why.kind,
    `${why.message} The first ${appended} of ${count(all, 'message')} were appended to ${last.session}; the others were not.`,
  ),
  exit: 5,
});

const NO_MESSAGES =
  'There is no message. Write them as "user: …", one or more, or give them on standard input.';

/** Reads NDJSON, or text in which a line with a role begins a message and other lines continue it. */
export const readMessages = (text: string): Result<readonly MessageInput[], Failure> => {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) return ok([]);
  return first.trimStart().startsWith('{') ? readJsonLines(lines) : readPlainLines(lines);
};

const ROLE = new RegExp(`^\\s*(${SESSION_ROLES.join('|')})\\s*:\\s?(.*)$`, 'i');

const readPlainLines = (lines: readonly string[]): Result<readonly MessageInput[], Failure> => {
  const messages: { readonly role: MessageInput['role']; readonly line: number; readonly lines: string[] }[] =
    [];
  for (const [at, line] of lines.entries()) {
    const [, word = '', rest = ''] = ROLE.exec(line) ?? [];
    const role = SESSION_ROLES.find((one) => one === word.toLowerCase());
    if (role !== undefined) messages.push({ role, line: at + 1, lines: [rest] });
    else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else if (line.trim() !== '')
      return misuse(
        `Line ${at + 1} does not say who speaks. Begin it with ${SESSION_ROLES.join(':, ')}: as in "user: …".`,
      );
  }
  const empty = messages.find((message) => message.lines.join('').trim() === '');
  if (empty !== undefined) return isEmpty(empty.line, 'Write what was said, or leave the line out.');
  return ok(messages.map(({ role, lines: said }) => ({ role, content: said.join('\n').trim() })));
};

/** The daemon counts messages by session, so only here can the message say the line. */
const isEmpty = (line: number, what: string) => misuse(`The message on line ${line} is empty. ${what}`);

const readJsonLines = (lines: readonly string[]): Result<readonly MessageInput[], Failure> => {
  const messages: MessageInput[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const message = messageInput.safeParse(parseJson(line));
    if (!message.success)
      return misuse(
        `Line ${at + 1} is no message. It should be like {"role":"user","content":"…"}; the role is one of ${SESSION_ROLES.join(', ')}.`,
      );
    const { content, toolCalls, toolResults } = message.data;
    if (content.trim() === '' && !toolCalls?.length && !toolResults?.length)
      return isEmpty(at + 1, 'Give it a content, toolCalls or toolResults, or leave the line out.');
    messages.push(message.data);
  }
  return ok(messages);
};
