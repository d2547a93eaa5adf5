import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const OUT_OF_FILES = `
  const { createChildEmbedder } = await import(${JSON.stringify(new URL('./child-embedder.ts', import.meta.url).href)});
  const { closeSync, openSync } = await import('node:fs');
  const held = [];
  try { for (;;) held.push(openSync('/dev/null', 'r')); } catch {}
  const embedder = createChildEmbedder({ program: new URL('file:///dev/null'), programArguments: [], nodeOptions: [] });
  const { ok, error } = await embedder.embed(['okapi']);
  await embedder.close();
  held.forEach(closeSync);
  process.stdout.write(JSON.stringify({ ok, retryable: error?.retryable }));
`;

test.runIf(process.platform === 'linux')(
  '[F-3] a child that cannot be started for lack of open files is a failure, and no error that nobody catches',
  async () => {
    const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath];
    const child = spawn('sh', [...limited, '--input-type=module', '-e', OUT_OF_FILES], {
      // Its own process group, because a signal to the process 0 would reach the whole group.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (part) => (said += String(part)));
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([0, '{"ok":false,"retryable":true}']);
  },
);
