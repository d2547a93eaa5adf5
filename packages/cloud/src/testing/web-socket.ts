/** The server's side of a WebSocket that sends and receives texts below 64 KiB. For tests. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE] = [0x81, 0x88];

const frame = (first: number, payload: Buffer): Buffer => {
  const length = payload.length;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  if (length >= 65_536) throw new Error('a text that is too long for this stand-in');
  return Buffer.concat([Buffer.from([first, 126, length >> 8, length & 255]), payload]);
};

/** Splits the complete frames off the beginning of `bytes`, and removes their masks, which every client's frame has. */
const framesOf = (bytes: Buffer) => {
  const frames: { readonly first: number; readonly payload: Buffer }[] = [];
  let at = 0;
  for (;;) {
    if (bytes.length < at + 6) break;
    const short = bytes.readUInt8(at + 1) & 127;
    const head = short === 126 ? 4 : 2;
    if (bytes.length < at + head + 4) break;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    const from = at + head + 4;
    if (bytes.length < from + length) break;
    const mask = bytes.subarray(at + head, from);
    const payload = Buffer.from(
      bytes.subarray(from, from + length).map((byte, n) => byte ^ (mask[n % 4] ?? 0)),
    );
    frames.push({ first: bytes.readUInt8(at), payload });
    at = from + length;
  }
  return { frames, rest: bytes.subarray(at) };
};

export interface TextSocket {
  send(text: string): void;
  close(): void;
}

/** Answers the upgrade request, and calls `hear` with each received text. */
export const acceptWebSocket = (
  request: IncomingMessage,
  socket: Duplex,
  hear: (text: string) => void,
): TextSocket => {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let waiting: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (some: Buffer) => {
    const { frames, rest } = framesOf(Buffer.concat([waiting, some]));
    waiting = Buffer.from(rest);
    for (const { first, payload } of frames) {
      if (first === CLOSE) socket.end(frame(CLOSE, payload));
      else if (first === TEXT) hear(payload.toString('utf8'));
    }
  });
  return {
    send: (text) => {
      if (socket.writable) socket.write(frame(TEXT, Buffer.from(text)));
    },
    close: () => socket.destroy(),
  };
};
