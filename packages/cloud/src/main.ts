/** `cairn-server`: runs the command line. Only this module reads the environment. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { err, orElse } from '@cairn/schema';
import packageJson from '../package.json' with { type: 'json' };
import { refusalToRoot } from './adapters/open-database.ts';
import { runAdmin } from './cli/admin/run.ts';
import { openAllMigrated } from './cli/open-migrated.ts';
import { serve, type Terminal } from './cli/serve.ts';
import { HELP } from './cli/words.ts';
import { parseConfig, type ServerConfig } from './config.ts';

const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`cairn-server: ${line}\n`),
};

const migrateOnly = async (config: ServerConfig): Promise<number> => {
  const refusal = refusalToRoot(config.database);
  const opened = refusal === null ? await openAllMigrated(config, Date.now()) : err(refusal);
  if (!opened.ok) {
    terminal.complain(opened.error);
    return 1;
  }
  await Promise.all(opened.value.map(({ database }) => database.close()));
  terminal.say('the database is up to date');
  return 0;
};

const configOrNull = (): ServerConfig | null => {
  const config = parseConfig({
    env: process.env,
    // A container may run as a user id without an entry in /etc/passwd.
    homeFolder: orElse(homedir, null),
    readText: (path) => readFileSync(path, 'utf8'),
  });
  if (config.ok) return config.value;
  for (const mistake of config.error) terminal.complain(mistake);
  return null;
};

const run = async (args: readonly string[]): Promise<number> => {
  const [command = 'serve', ...rest] = args;
  if (command === '--help' || command === '-h' || command === 'help') {
    terminal.say(HELP.trimEnd());
    return 0;
  }
  if (command === '--version' || command === '-v') {
    terminal.say(packageJson.version);
    return 0;
  }
  if (command === 'admin') {
    return runAdmin(rest, { terminal, config: configOrNull, version: packageJson.version });
  }
  if (rest.length > 0 || (command !== 'serve' && command !== 'migrate')) {
    terminal.complain(`there is no command "${args.join(' ')}". See cairn-server --help.`);
    return 2;
  }
  const config = configOrNull();
  if (config === null) return 1;
  return command === 'migrate' ? migrateOnly(config) : serve(config, packageJson.version, terminal);
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
// A database connection whose login failed stays open for another minute, so the process does not wait for it.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 1_000).unref();
