/**
 * Runs `cairn mcp`. A bundle of its own keeps the start short, because a host starts one process for every session. Only the protocol
 * uses standard output.
 */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import {
  isAlive,
  openPipeLink,
  resolvePaths,
  settleHome,
  surroundings,
  workingFolder,
} from '@cairn/client/device';
import { err, LIMITS, ok, orElse } from '@cairn/schema';
import { createLineReader } from './lines.ts';
import { createPipe, type PipeDeps } from './pipe.ts';
import { isNoProject } from './working-folder.ts';

/** Milliseconds for pending answers after the end of standard input. Clients kill the process after two seconds. */
const LAST_WORDS_MS = 1_500;
const PARENT_LOOK_MS = 400;

interface Asked {
  readonly project: string | undefined;
  readonly agent: string | undefined;
}

/** Parses common arguments. Returns null for a mistake and for help, which the full parser handles. */
const parse = (argv: readonly string[]): Asked | null => {
  const text = { type: 'string' } as const;
  const options = { project: { ...text, short: 'p' }, agent: text } as const;
  return orElse(() => {
    const { project, agent } = parseArgs({ args: [...argv], options }).values;
    return [project, agent].some((given) => given?.trim() === '') ? null : { project, agent };
  }, null);
};

const explain = async (argv: readonly string[]): Promise<void> => {
  const line = (await import('../cli/program.ts')).parseCommandLine(['mcp', ...argv]);
  if (line.kind === 'text')
    process.stdout.write(line.json ? `${JSON.stringify({ help: line.text })}\n` : line.text);
  if (line.kind === 'failure') process.stderr.write(`cairn: ${line.failure.message}\n`);
  process.exitCode = line.kind === 'failure' ? 2 : 0;
};

const headersOf = ({ project, agent }: Asked): Readonly<Record<string, string>> => {
  const cwd = workingFolder();
  const facts = {
    'cairn-session': randomUUID(),
    'cairn-agent': agent,
    'cairn-project': project === '.' ? undefined : project,
    // A host that was not started in a working folder has no project.
    'cairn-cwd': project !== '.' && isNoProject(cwd, homedir()) ? undefined : cwd,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, encodeURIComponent(value)]],
    ),
  );
};

const opener = (asked: Asked): PipeDeps['open'] => {
  const paths = resolvePaths(surroundings());
  const headers = headersOf(asked);
  return async ({ onLine, onLost }) => {
    const opened = await openPipeLink(paths, { start: true }, headers);
    if (!opened.ok) return err(opened.error);
    const socket = opened.value;
    socket.on(
      'data',
      createLineReader(Number.POSITIVE_INFINITY, (line) => line !== null && onLine(line)),
    );
    socket.on('close', onLost);
    socket.resume();
    return ok({
      write: (line) => socket.write(`${line}\n`),
      close: () => {
        socket.removeAllListeners('close');
        socket.destroy();
      },
    });
  };
};

const run = (asked: Asked): void => {
  const pipe = createPipe({
    open: opener(asked),
    write: (line) => process.stdout.write(`${line}\n`),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  const end = (): void => {
    pipe.close();
    process.exit(0);
  };
  // The client exited or stopped reading.
  process.stdout.on('error', end);
  process.stdin.on(
    'data',
    createLineReader(
      LIMITS.daemonBodyBytesMax,
      (line, isText) => line !== null && pipe.take(line, isText),
      pipe.refuseLong,
    ),
  );
  process.stdin.on('error', end);
  process.stdin.on('end', () => {
    setTimeout(end, LAST_WORDS_MS).unref();
    void pipe.idle().then(end);
  });
  // A killed parent does not close a pipe that another process also holds open.
  const parent = process.ppid;
  // On Windows a launcher may have exited already or be invisible. Its absence is no signal then.
  const canBeSeen = isAlive(parent);
  setInterval(() => {
    if (process.ppid !== parent || (canBeSeen && !isAlive(parent))) end();
  }, PARENT_LOOK_MS).unref();
};

settleHome();
const asked = parse(process.argv.slice(3));
if (asked === null) void explain(process.argv.slice(3));
else run(asked);
