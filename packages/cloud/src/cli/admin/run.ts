/** `cairn-server admin …`: by the server that runs, or on the database itself. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';
import { err, type Result } from '@cairn/schema';
import { askRunningServer } from '../../adapters/admin-socket.ts';
import { openAdmin } from '../../adapters/open-admin.ts';
import { createProcessHints } from '../../adapters/process-hints.ts';
import type { ServerConfig } from '../../config.ts';
import type { AdminAnswer, AdminFailure, AdminRequest } from '../../services/admin-request.ts';
import { createSqlStore } from '../../sql/sql-store.ts';
import { openMigrated } from '../open-migrated.ts';
import type { Terminal } from '../serve.ts';
import { answerText } from './output.ts';
import { parseAdmin } from './parse.ts';
import { ADMIN_HELP } from './words.ts';

export interface AdminProgram {
  readonly terminal: Terminal;
  /** Null when the settings are wrong, which was said. */
  readonly config: () => ServerConfig | null;
  readonly version: string;
}

const clock = { nowMs: () => Date.now() };
const random = { bytes: (count: number) => randomBytes(count) };

/** Whether a person says yes; without a terminal to ask on, no. */
const isAgreed = async (question: string): Promise<boolean> => {
  if (!isatty(0) || !isatty(2)) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const said = await asking.question(`${question}\nType yes to go on: `);
  asking.close();
  return said.trim() === 'yes';
};

const onDatabase = async (
  request: AdminRequest,
  config: ServerConfig,
  version: string,
): Promise<Result<AdminAnswer, AdminFailure>> => {
  const opened = await openMigrated(config.database, clock.nowMs());
  if (!opened.ok) return err({ kind: 'unavailable', message: opened.error });
  const database = opened.value;
  const hints = createProcessHints();
  try {
    const store = createSqlStore(database);
    return await openAdmin({ database, store, clock, random, hints, version })(request);
  } finally {
    hints.close();
    await database.close();
  }
};

const ask = async (request: AdminRequest, config: ServerConfig, version: string) => {
  const { database } = config;
  const running = database.kind === 'pglite' ? await askRunningServer(database.folder, request) : null;
  return running ?? onDatabase(request, config, version);
};

const exitCodeOf = (answer: AdminAnswer): number =>
  answer.command === 'verify' && answer.findings.length > 0 ? 5 : 0;

/** Answers the exit code. */
export const runAdmin = async (args: readonly string[], program: AdminProgram): Promise<number> => {
  const { terminal } = program;
  const refuse = ({ kind, message }: AdminFailure, isJson: boolean): number => {
    if (isJson) terminal.say(JSON.stringify({ error: { kind, message } }));
    terminal.complain(message);
    return kind === 'usage' ? 2 : 1;
  };
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    terminal.say(ADMIN_HELP.trimEnd());
    return args.length === 0 ? 2 : 0;
  }
  const line = parseAdmin(args, process.cwd());
  if (!line.ok) return refuse({ kind: 'usage', message: line.error }, args.includes('--json'));
  const { request, isJson, question } = line.value;
  const config = program.config();
  if (config === null) return 1;
  if (question !== null && (isJson || !(await isAgreed(question)))) {
    return refuse({ kind: 'usage', message: `${question} Nothing was done. Add --yes to say so.` }, isJson);
  }
  const answer = await ask(request, config, program.version);
  if (!answer.ok) return refuse(answer.error, isJson);
  terminal.say(isJson ? JSON.stringify(answer.value) : answerText(answer.value));
  return exitCodeOf(answer.value);
};
