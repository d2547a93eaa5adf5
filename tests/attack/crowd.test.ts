// While somebody else on the machine holds thousands of connections to the daemon's port, its owner goes on.

import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from '../e2e/cairn.ts';

const CONNECTIONS = 1_500;
/** Of files, as many systems have it. The program is started by a shell that sets it. */
const WITH_LIMIT = ['/bin/sh', '-c', 'ulimit -n 1024 && exec "$0" "$@"', join(root, 'bin', 'cairn')];

test.skipIf(process.platform === 'win32')(
  '[TR-61] a crowd at the port leaves the daemon files for its owner',
  async () => {
    const own = await device('crowd');
    onTestFinished(own.end);
    expect((await own.run(['save', 'The tea house opens at nine'], { program: WITH_LIMIT })).code).toBe(0);
    const { port } = JSON.parse(readFileSync(join(own.home, 'daemon.json'), 'utf8'));
    const crowd: Socket[] = [];
    onTestFinished(() => {
      for (const one of crowd) one.destroy();
    });
    for (let at = 0; at < CONNECTIONS; at++) crowd.push(await connectedTo(port));
    const saved = await own.run(['save', 'The tea house closes at six']);
    expect([saved.code, saved.err]).toEqual([0, '']);
    const found = await own.run(['search', 'tea house']);
    expect([found.code, found.out]).toEqual([0, expect.stringContaining('closes at six')]);
    expect((await own.run(['backup', join(own.home, 'copy.db')])).code).toBe(0);
  },
);

/** Connects, and asks for something without an end. A connection may be closed at once. */
const connectedTo = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /v1/status HTTP/1.1\r\nhost: x\r\n');
      resolve(socket);
    });
    socket.on('error', () => resolve(socket));
  });
