/** `cairn` alone: shows the state in a few lines, and what to do next. Like `status`, it starts nothing. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@cairn/client/device';
import { ok } from '@cairn/schema';
import { foundAgents, INSTALLERS } from '../../agents/installers.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import type { Run } from '../command.ts';
import type { Io } from '../io.ts';
import { padCells, wrapCells } from '../output/cells.ts';
import { facts } from '../output/columns.ts';
import { memories, shortBytes } from '../output/short-time.ts';
import { listed, nextSteps, type Seen } from '../overview/next-steps.ts';
import type { Style } from '../style.ts';
import { hasTrouble, syncText } from './status.ts';

export const overview: Run = async (_, io) => {
  const client = await io.daemon(false);
  const answer = client.ok ? await io.ask('GET /v1/status') : null;
  // There is no such scope.
  if (answer?.ok === false && answer.error.kind === 'not_found') return answer;
  const status = answer?.ok ? answer.value : null;
  const bytes = statSync(io.paths.database, { throwIfNoEntry: false })?.size ?? 0;
  const agents = agentsOf(io);
  const seen: Seen = {
    isNew: bytes === 0,
    memories: status?.store.memories ?? null,
    isSynced: status === null ? null : status.sync.vault !== null,
    hasTrouble: (client.ok && status === null) || (status !== null && hasTrouble(status)),
    agentsLeft: agents.left,
    agentsIn: agents.in,
    transcripts: transcriptsIn(homedir()),
  };
  const next = nextSteps(seen);
  return ok({
    json: { version: VERSION, daemon: status?.daemon ?? null, status, agents, next },
    human: (style) =>
      [
        headText(style),
        facts(
          [
            ['here', memoriesText(seen, status?.store.bytes ?? bytes)],
            ['daemon', status === null ? 'not running; the next command that needs it starts it' : null],
            ['sync', status === null ? null : syncText(status.sync, style, io.nowMs)],
            ['agents', agents.in.length === 0 ? 'none uses this memory yet' : style.green(listed(agents.in))],
          ],
          style,
        ),
        nextText(next, style),
      ].join('\n\n'),
  });
};

const agentsOf = (io: Io) => {
  const { place, records } = createIntegrationDeps(io);
  const installed = new Set(records.read().map(({ agent }) => agent));
  return {
    in: INSTALLERS.filter(({ agent }) => installed.has(agent)).map(({ title }) => title),
    left: foundAgents(place)
      .filter(({ agent }) => !installed.has(agent))
      .map(({ title }) => title),
  };
};

/** Returns the folder of Claude Code's transcripts, which are the most in practice; null if there is none. */
const transcriptsIn = (home: string): string | null =>
  existsSync(join(home, '.claude', 'projects')) ? '~/.claude/projects' : null;

const ABOUT = 'one memory for all of your AI agents, on all of your devices';

const headText = (style: Style): string => {
  const name = `Cairn ${VERSION}`;
  const isNarrow = style.width !== null && style.width < name.length + ABOUT.length + 2;
  return isNarrow ? style.bold(name) : `${style.bold(name)}  ${style.dim(ABOUT)}`;
};

const memoriesText = ({ isNew, memories: n }: Seen, bytes: number): string => {
  if (isNew) return 'nothing was saved on this device yet';
  return n === null ? `a memory of ${shortBytes(bytes)}` : `${memories(n)}, ${shortBytes(bytes)}`;
};

const nextText = (steps: ReturnType<typeof nextSteps>, style: Style): string => {
  const width = Math.max(...steps.map(({ command }) => command.length));
  const widest = Math.max(...steps.map(({ why }) => why.length));
  // The margin, and the gap between the columns.
  const isNarrow = style.width !== null && style.width < width + widest + 4;
  const lines = steps.flatMap(({ command, why }) => {
    if (!isNarrow) return [`  ${style.cyan(padCells(command, width))}  ${style.dim(why)}`];
    const below = wrapCells(why, (style.width ?? 0) - 4).map((line) => `    ${style.dim(line)}`);
    return [`  ${style.cyan(command)}`, ...below];
  });
  return [style.bold('Next'), ...lines].join('\n');
};
