// Bytes that are no text, through every interface. The daemon stores what was said, or nothing.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readRunningDaemon } from '@cairn/client/device';
import { listResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from '../cairn.ts';
import { contents, makeHome, start } from './world.ts';

test('[RL-23] a body that is not UTF-8 is refused, with the byte where it is wrong', async () => {
  const home = await makeHome();
  const client = await start(home);
  const daemon = readRunningDaemon(home.paths);
  const post = async (body: Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`http://127.0.0.1:${daemon?.port}/v1/memories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon?.token}`, 'content-type': 'application/json' },
      body,
    });
    const { kind = '', detail = '' }: { kind?: string; detail?: string } = { ...Object(await answer.json()) };
    return { status: answer.status, kind, detail };
  };
  const begin = '{"content":"grüße ';
  const at = Buffer.byteLength(begin);
  for (const wrong of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const refused = await post(
      new Uint8Array(Buffer.concat([Buffer.from(begin), Buffer.from(wrong), Buffer.from('"}')])),
    );
    expect(refused).toMatchObject({ status: 400, kind: 'invalid_input' });
    expect(refused.detail).toMatch(new RegExp(`not UTF-8 text: byte (${at}|${at + 1}) is wrong`));
  }
  expect((await post(new Uint8Array(Buffer.from(`${begin}漢字 🦊"}`)))).status).toBe(201);
  expect(await contents(client)).toEqual(['grüße 漢字 🦊']);
});

const CALL = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"memory_save","arguments":{"content":"',
    ),
    content,
    Buffer.from('"}}}'),
  ]);
const WRONG = Buffer.from([0x67, 0x72, 0xff, 0xfe]);
const RIGHT = Buffer.from('grüße 🦊');

test('[RL-23] a call of a tool over HTTP that is not UTF-8 saves nothing', async () => {
  const home = await makeHome();
  const client = await start(home);
  const daemon = readRunningDaemon(home.paths);
  const post = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`http://127.0.0.1:${daemon?.port}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${daemon?.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body,
    });
  const refused = await post(new Uint8Array(CALL(WRONG)));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { code: -32700, message: expect.stringMatching(/not UTF-8 text: byte \d+ is wrong/) },
  });
  expect((await post(new Uint8Array(Buffer.from('{"jsonrpc":')))).status).toBe(400);
  const taken = await post(new Uint8Array(CALL(RIGHT)));
  expect([taken.status, await taken.text()]).toEqual([200, expect.stringContaining('Saved as')]);
  expect(await contents(client)).toEqual(['grüße 🦊']);
});

test('[RL-23] a call of a tool over a pipe that is not UTF-8 is answered, and saves nothing', async () => {
  const own = await device('pipe');
  onTestFinished(own.end);
  const child = own.begin(['mcp']);
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const say = (line: Buffer | string) =>
    child.stdin?.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  const answer = async () => ({ ...Object(JSON.parse(String((await lines.next()).value))) });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  };
  say(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }));
  await answer();
  say(CALL(WRONG));
  expect(await answer()).toMatchObject({
    id: 7,
    result: { isError: true, content: [{ text: expect.stringContaining('not UTF-8') }] },
  });
  say(CALL(RIGHT));
  expect(await answer()).toMatchObject({ id: 7, result: { structuredContent: { status: 'saved' } } });
  child.stdin?.end();
  await once(child, 'exit');
  const { memories } = await own.json(listResult, ['list']);
  expect(memories.map(({ content }) => content)).toEqual(['grüße 🦊']);
});

test.skipIf(process.platform !== 'linux')(
  '[RL-23] an argument that is not UTF-8 is refused, and U+FFFD that somebody wrote is kept',
  async () => {
    const own = await device('arguments');
    onTestFinished(own.end);
    // A shell makes the bytes, because Node only passes text as arguments.
    const save = (octal: string) =>
      spawnSync('sh', ['-c', `exec "$0" save "$(printf 'gr${octal} here')" --json`, `${root}/bin/cairn`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, CAIRN_HOME: own.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' },
      });
    for (const wrong of ['\\377\\376', '\\303', '\\355\\240\\200']) {
      const { status, stdout } = save(wrong);
      expect({ wrong, status, ...Object(JSON.parse(stdout)) }).toMatchObject({
        status: 2,
        error: { kind: 'invalid_input', message: expect.stringContaining('not UTF-8') },
      });
    }
    expect(save('\\357\\277\\275').status).toBe(0);
    const { memories } = await own.json(listResult, ['list']);
    expect(memories.map(({ content }) => content)).toEqual(['gr\ufffd here']);
  },
);
