/**
 * The reference memory server of MCP, which nearly every agent can use. It is pinned by a separate lockfile outside the workspace. It
 * rewrites its JSONL file with every save.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnv } from '../processes/places.ts';
import { tempFolder, type World } from '../world.ts';
import { isInstalled } from './is-installed.ts';

const folder = fileURLToPath(new URL('../../peers/server-memory/', import.meta.url));
const SERVER = '@modelcontextprotocol/server-memory';
const program = join(folder, 'node_modules', SERVER, 'dist/index.js');

/** Writes these texts to the server's file. Returns the command that starts it, or null when it is missing; see `isInstalled`. */
export const referenceServer = async (world: World, texts: readonly string[]) => {
  if (!(await isInstalled(world, 'mcp: the reference server', folder, [SERVER]))) return null;
  const path = join(await tempFolder(world, 'server-memory'), 'memory.jsonl');
  const lines = texts.map((content, n) =>
    JSON.stringify({ type: 'entity', ...entity(`memory ${n}`, content) }),
  );
  await writeFile(path, lines.join('\n'));
  return {
    program: { command: process.execPath, args: [program], env: cleanEnv({ MEMORY_FILE_PATH: path }) },
    /** Returns the arguments of `create_entities` that save this text. */
    saving: (name: string, content: string) => ({ entities: [entity(name, content)] }),
  };
};

export type ReferenceServer = Awaited<ReturnType<typeof referenceServer>>;

const entity = (name: string, content: string) => ({ name, entityType: 'fact', observations: [content] });
