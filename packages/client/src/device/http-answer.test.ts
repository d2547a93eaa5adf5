import { describe, expect, test } from 'vitest';
import { createAnswerReader } from './http-answer.ts';

/** Feeds the text in parts of `size` bytes. */
const read = (text: string, size: number) => {
  const parts: Buffer[] = [];
  const reader = createAnswerReader((bytes) => parts.push(Buffer.from(bytes)));
  const bytes = Buffer.from(text);
  let state = 'more';
  for (let at = 0; at < bytes.length && state === 'more'; at += size)
    state = reader.push(bytes.subarray(at, at + size));
  return { state, body: Buffer.concat(parts).toString('utf8'), reader };
};

const sizes = [1, 2, 3, 7, 1_000];

describe('one HTTP answer, however its bytes are cut', () => {
  test.each(sizes)('half a body is not an answer (%i bytes at a time)', (size) => {
    const { state, body, reader } = read('HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{"a"', size);
    expect([state, body, reader.status(), reader.end(), reader.isReusable()]).toEqual([
      'more',
      '{"a"',
      201,
      false,
      false,
    ]);
  });

  test.each(sizes)('a complete body of known length (%i bytes at a time)', (size) => {
    const { state, body, reader } = read('HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}', size);
    expect([state, body, reader.status(), reader.isReusable()]).toEqual(['done', '{}', 201, true]);
  });

  test.each(sizes)('a body in chunks (%i bytes at a time)', (size) => {
    const text =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\nA;x=y\r\n":"\r\n0\r\n"}\r\n0\r\n\r\n';
    const { state, body } = read(text, size);
    expect([state, body]).toEqual(['done', '{"a":"\r\n0\r\n"}']);
  });

  test.each(sizes)('a body to the end of the connection (%i bytes at a time)', (size) => {
    const { state, body, reader } = read('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it', size);
    expect([state, body, reader.end(), reader.isReusable()]).toEqual(['more', 'all of it', true, false]);
  });

  test.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 429 No\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n',
  ])('an answer is done once it is whole, and not before: %.12s', (text) => {
    for (let cut = 0; cut < text.length; cut += 1) expect(read(text.slice(0, cut), 1_000).state).toBe('more');
    expect(read(text, 1_000)).toMatchObject({ state: 'done', body: 'hello' });
  });

  test('no body at all', () => {
    const { state, reader } = read('HTTP/1.1 204 No Content\r\n\r\n', 5);
    expect([state, reader.isReusable()]).toEqual(['done', true]);
  });

  test.each([
    'SSH-2.0-OpenSSH_9.6\r\n\r\n',
    'HTTP/1.1 abc\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`,
  ])('what is not HTTP is malformed: %.20s', (text) => {
    expect(read(text, 1_000).state).toBe('malformed');
  });
});
