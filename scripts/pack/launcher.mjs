// Launchers of the package. Any Node from 12 on can parse them, so that they can report a Node that is too old.

/** @param {string} name @param {string} start what runs when Node is new enough */
const launcher = (name, start) => `#!/usr/bin/env node
'use strict';
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 13)) {
  process.stderr.write(
    '${name}: needs Node 22.13 or newer; this one is ' + process.versions.node + ', ' + process.execPath + '. ' +
    'Install a newer one (https://nodejs.org), then this package again with it.\\n'
  );
  // An agent may take any other exit of a hook as a refusal.
  process.exit(process.argv[2] === 'hook' ? 0 : 1);
}
if (!process.env.NODE_COMPILE_CACHE) {
  // This is also set for the processes that this one starts.
  process.env.NODE_COMPILE_CACHE = require('path').join(
    process.env.XDG_CACHE_HOME || require('path').join(process.env.HOME || require('os').homedir(), '.cache'),
    'cairn',
    'compile'
  );
  require('module').enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
${start}
`;

export const cairnLauncher = launcher(
  'cairn',
  "require(process.argv[2] === 'mcp' ? '../lib/mcp.cjs' : '../lib/cli.cjs');",
);
export const serverLauncher = launcher('cairn-server', "import('../server/server.js');");
