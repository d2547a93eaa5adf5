// The manifest of the package.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../paths.mjs';

/** Name on a registry. No other file contains it. */
const PACKAGE_NAME = 'cairn-memory';

/** Subpaths of the SDK: import path → its source in packages/client/src. */
export const SDK_ENTRIES = Object.freeze({
  index: 'index.ts',
  engine: 'engine/index.ts',
  'ai-sdk': 'ai-sdk/index.ts',
  openai: 'openai/index.ts',
});

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Dependencies that are installed beside the bundles: native code, WebAssembly with its data, and types. */
export const packageManifest = () => {
  const { version, license, description } = read(join(root, 'package.json'));
  const client = createRequire(join(root, 'packages/core/package.json')).resolve('@libsql/client');
  const libsql = read(join(dirname(createRequire(client).resolve('libsql')), 'package.json'));
  const cloud = read(join(root, 'packages/cloud/package.json'));
  const schema = read(join(root, 'packages/schema/package.json'));
  return {
    name: PACKAGE_NAME,
    // The registry of MCP accepts an entry only when the package names it.
    mcpName: read(join(root, 'integrations/mcp-registry/server.json')).name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=22.13' },
    bin: { cairn: 'bin/cairn.cjs', 'cairn-server': 'bin/cairn-server.cjs' },
    man: ['man/cairn.1'],
    exports: {
      ...Object.fromEntries(
        Object.entries(SDK_ENTRIES).map(([name, source]) => [
          name === 'index' ? '.' : `./${name}`,
          { types: `./types/client/${source.replace(/\.ts$/, '.d.ts')}`, default: `./lib/${name}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    sideEffects: false,
    dependencies: {
      '@electric-sql/pglite': cloud.dependencies['@electric-sql/pglite'],
      libsql: libsql.version,
      zod: schema.dependencies.zod,
    },
    keywords: ['memory', 'agents', 'mcp', 'local-first', 'sync'],
  };
};
