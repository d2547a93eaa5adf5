// How a program of yours uses the daemon: start it, read its address and token, then plain HTTP on this machine.
// Run it with `node examples/save-and-search.mjs`; CAIRN_HOME=/tmp/some-folder keeps it away from your own memories.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.once('uncaughtException', (error) => {
  // When `cairn` failed, it has said why on standard error already.
  if (!('status' in error)) console.error(error.message);
  process.exitCode = 1;
});

const cairn = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'cairn');
/** @param {string[]} args */
const run = (...args) => JSON.parse(execFileSync(cairn, [...args, '--json'], { encoding: 'utf8' }));

const { port } = run('up');
const token = readFileSync(join(dirname(run('status').store.path), 'daemon.token'), 'utf8').trim();

/** @param {string} method @param {string} path @param {object} [body] */
const ask = async (method, path, body) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  /** @type {any} */
  const answer = await response.json();
  // Errors are problem documents (RFC 9457) with a `kind`.
  if (!response.ok) throw new Error(`${answer.kind}: ${answer.detail}`);
  return answer;
};

const saved = await ask('POST', '/v1/memories', {
  content: 'The example talks to the daemon over loopback HTTP',
  tags: ['example'],
  source: 'agent',
});
console.log(saved.status, saved.id);

const { results, tookMs } = await ask('POST', '/v1/search', {
  query: 'how does the example talk?',
  limit: 3,
});
console.log(`${results.length} found in ${tookMs} ms, best: ${results[0].content}`);

const { text, tokens } = await ask('GET', '/v1/context?max_tokens=300');
console.log(`A session would begin with ${tokens} tokens:\n${text}`);

const { forgotten } = await ask('POST', '/v1/forget', { ids: [saved.id] });
console.log('forgot', forgotten.join(', '));
