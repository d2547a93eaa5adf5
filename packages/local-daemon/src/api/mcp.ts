/** `/mcp`: Streamable HTTP, and the upgrade that gives `cairn mcp` a connection of its own. */
import { cairnError, parseJson } from '@cairn/schema';
import type { Context } from 'hono';
import type { Upgrade } from '../adapters/listen.ts';
import type { McpService } from '../mcp/mcp-service.ts';
import { readText } from './answers.ts';
import type { DoorKeeper } from './guard-door.ts';
import { problem, stopping } from './problem.ts';

export const MCP_PATH = '/mcp';
/** Name of the upgrade's protocol: one JSON-RPC message in each line, both ways. */
const PIPE_PROTOCOL = 'cairn-mcp';

/** Code of JSON-RPC for a body that is no message. */
const PARSE_ERROR = -32700;

/**
 * Answers HTTP requests. The body is read here, because the SDK would save a replacement character for each invalid
 * byte. [RL-23]
 */
export const mcpHandler =
  (mcp: McpService) =>
  async (c: Context): Promise<Response> => {
    if (c.req.method !== 'POST') return mcp.http(c.req.raw);
    const read = await readText(c);
    if (!read.ok) return parseError(read.error.message);
    const body = parseJson(read.value);
    return body === undefined
      ? parseError("The request's body is not valid JSON.")
      : mcp.http(c.req.raw, body);
  };

const parseError = (message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message } }, { status: 400 });

/** Checks an upgrade like every request before the connection is taken over. */
export const mcpUpgrade =
  (keeper: DoorKeeper, mcp: McpService, stopSignal: AbortSignal): Upgrade =>
  ({ path, door, header }) => {
    const refused = keeper.refuses({ door, method: 'GET', path, header });
    if (refused !== null) return problem(refused);
    if (stopSignal.aborted) return problem(stopping());
    if (path !== MCP_PATH || header('upgrade') !== PIPE_PROTOCOL)
      return problem(
        cairnError('not_found', `Only ${MCP_PATH} can be upgraded, and only to ${PIPE_PROTOCOL}.`),
      );
    if (!mcp.hasRoom())
      return problem(
        cairnError(
          'rate_limited',
          'Too many MCP clients are connected. End some of them, then try again.',
          true,
        ),
      );
    return (socket) => mcp.pipe(socket, header);
  };
