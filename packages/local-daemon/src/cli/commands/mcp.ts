/** Refuses `mcp` after options. bin/cairn starts the MCP server, a separate program, only when `mcp` is the first word. */
import { err } from '@cairn/schema';
import type { Run } from '../command.ts';
import { failure } from '../failure.ts';

export const mcp: Run = async () =>
  err(failure('usage', 'Start it as `cairn mcp`, the first word of the command line, without --json.'));
