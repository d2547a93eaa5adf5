import { readRunningDaemon } from '@cairn/client/device';
import { expect, test } from 'vitest';
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
