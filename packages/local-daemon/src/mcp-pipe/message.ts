/** Parses the parts of a JSON-RPC message that the pipe needs. */

import { parseJson } from '@cairn/schema';

export type Id = string | number;

export type PipeMessage =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: Params }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params }
  | { readonly kind: 'response'; readonly id: Id | null }
  /** Message that cannot be parsed. `id` is for the answer, if the message has one. */
  | { readonly kind: 'malformed'; readonly id: Id | null; readonly code: number; readonly reason: string };

export type Params = Readonly<Record<string, unknown>>;

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;

export const readMessage = (line: string): PipeMessage => {
  const json = parseJson(line);
  if (json === undefined)
    return { kind: 'malformed', id: null, code: PARSE_ERROR, reason: 'This line is not JSON.' };
  const { id, method, params, jsonrpc, result, error }: Params = { ...Object(json) };
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  const given: Params = { ...Object(params) };
  if (jsonrpc === '2.0' && !Array.isArray(json)) {
    if (typeof method === 'string' && known !== null)
      return { kind: 'request', id: known, method, params: given };
    if (typeof method === 'string' && id === undefined)
      return { kind: 'notification', method, params: given };
    if (method === undefined && (result !== undefined || error !== undefined))
      return { kind: 'response', id: known };
  }
  const reason = 'This is not a JSON-RPC 2.0 message with a method, or with an id and a result.';
  return { kind: 'malformed', id: known, code: INVALID_REQUEST, reason };
};

/** The members of one line that stand before and after everything long. No other place can be told from the inside of a value. */
const FIRST_MEMBERS = /^\{(?:\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"[^"\\]*"|-?\d+)\s*,)+/;
const LAST_ID = /,\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}$/;

/** Returns the id of a request from the two ends of its line; null if they do not tell it, or if it may be a response. */
export const idAtEnds = (head: string, tail: string): Id | null => {
  const first = FIRST_MEMBERS.exec(head.trimStart())?.[0] ?? '';
  const { id, method }: Params = { ...Object(parseJson(`${first.slice(0, -1)}}`)) };
  if (typeof method !== 'string') return null;
  const last = id ?? parseJson(LAST_ID.exec(tail.trimEnd())?.[1] ?? '');
  return typeof last === 'string' || typeof last === 'number' ? last : null;
};

/**
 * Returns the messages of a batch, each as a line of its own; null for other lines and for an empty batch. Only the
 * protocol of 2025-03-26 has batches.
 */
export const linesOfBatch = (line: string): readonly string[] | null => {
  if (!line.trimStart().startsWith('[')) return null;
  const json = parseJson(line);
  return Array.isArray(json) && json.length > 0 ? json.map((one) => JSON.stringify(one)) : null;
};

/**
 * Tools whose calls can be repeated safely: a repeated save is a duplicate. A call of another tool may have had its
 * effect already.
 */
const REPEATABLE_TOOLS = new Set(['memory_save', 'memory_search', 'memory_get', 'memory_context']);

export const isRepeatable = (method: string, { name }: Params): boolean =>
  method === 'tools/call' ? typeof name === 'string' && REPEATABLE_TOOLS.has(name) : true;

const isModern = ({ _meta }: Params): boolean =>
  Object.hasOwn({ ...Object(_meta) }, 'io.modelcontextprotocol/protocolVersion');

/**
 * Returns an answer of the pipe in place of the daemon's. A tool call gets a tool failure, because the model reads the
 * result of a tool.
 */
export const failureLine = (id: Id, method: string, params: Params, sentence: string): string =>
  method === 'tools/call'
    ? JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: {
          content: [{ type: 'text', text: sentence }],
          isError: true,
          ...(isModern(params) ? { resultType: 'complete' } : {}),
        },
      })
    : errorLine(id, INTERNAL_ERROR, sentence);

export const errorLine = (id: Id | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
