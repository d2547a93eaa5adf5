/** `cairn mcp` is a program of its own, which bin/cairn starts by itself. */
import { err } from '@cairn/schema';
import type { Run } from '../command.ts';
import { failure } from '../failure.ts';

export const mcp: Run = async () =>
  err(failure('usage', 'Start it as `cairn mcp`, the first word of the command line, without --json.'));
