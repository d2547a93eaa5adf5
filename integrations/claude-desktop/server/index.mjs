// Claude Desktop starts this. It finds the program `cairn` of this machine and hands it the conversation: `cairn mcp`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const isWindows = process.platform === 'win32';
const name = isWindows ? 'cairn.cmd' : 'cairn';
// A program with windows has not the PATH of a shell.
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...(isWindows
    ? [join(process.env.APPDATA ?? '', 'npm')]
    : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', join(homedir(), '.local/bin'), join(homedir(), '.npm-global/bin')]),
];
const named = (process.env.CAIRN_PROGRAM ?? '').trim();
const program = named !== '' ? named : folders.filter((folder) => folder !== '').map((folder) => join(folder, name)).find(existsSync);

if (program === undefined || !existsSync(program)) {
  process.stderr.write(`Cairn is not found${named === '' ? '' : ` at ${named}`}. Install it, or name its path in the settings of this extension.\n`);
  process.exit(1);
}
// Node cannot start a .cmd file without a shell.
const child = spawn(isWindows ? `"${program}"` : program, ['mcp'], { stdio: 'inherit', shell: isWindows });
child.on('error', (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
