/**
 * The reference memory server of MCP, which nearly every agent can use. It is pinned by a separate lockfile outside the workspace. It
 * rewrites its JSONL file with every save.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpProgram } from '../processes/mcp-host.ts';
import { cleanEnv } from '../processes/places.ts';
import { tempFolder, type World } from '../world.ts';

const folder = fileURLToPath(new URL('../../peers/server-memory/', import.meta.url));
const program = join(folder, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');

export interface ReferenceServer {
  readonly program: McpProgram;
  /** Returns the arguments of `create_entities` that save this text. */
  saving(name: string, content: string): object;
}

/**
 * Installs the server if it is missing, writes these texts to its file, and returns the command that starts it. A quick run does not
 * install it. Returns null and prints a line if the server is missing then.
 */
export const referenceServer = async (
  world: World,
  texts: readonly string[],
): Promise<ReferenceServer | null> => {
  if (!existsSync(program) && (world.quick || !(await install()))) {
    world.say(
      'mcp: the reference server is not installed and is left out (a run without --quick installs it)',
    );
    return null;
  }
  const path = join(await tempFolder(world, 'server-memory'), 'memory.jsonl');
  const lines = texts.map((content, n) =>
    JSON.stringify({ type: 'entity', ...entity(`memory ${n}`, content) }),
  );
  await writeFile(path, lines.join('\n'));
  return {
    program: { command: process.execPath, args: [program], env: cleanEnv({ MEMORY_FILE_PATH: path }) },
    saving: (name, content) => ({ entities: [entity(name, content)] }),
  };
};

const entity = (name: string, content: string) => ({ name, entityType: 'fact', observations: [content] });

const install = async (): Promise<boolean> => {
  const options = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent'];
  const child = spawn('pnpm', ['install', '--dir', folder, ...options], { stdio: 'ignore' });
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => [1]);
  return code === 0 && existsSync(program);
};
