/** `/mcp`: Streamable HTTP, and the upgrade by which `cairn mcp` gets a connection of its own. */
import { cairnError } from '@cairn/schema';
import type { Upgrade } from '../adapters/listen.ts';
import type { McpService } from '../mcp/mcp-service.ts';
import type { DoorKeeper } from './guard-door.ts';
import { problem, stopping } from './problem.ts';

export const MCP_PATH = '/mcp';
/** The protocol that an upgrade asks for: one JSON-RPC message a line, both ways. */
const PIPE_PROTOCOL = 'cairn-mcp';

/** The same checks as every request's, before a connection is taken over. */
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
