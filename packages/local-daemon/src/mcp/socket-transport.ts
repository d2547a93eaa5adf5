/** MCP transport over a socket in the format of the stdio transport: one message per line, in both directions. */
import type { Duplex } from 'node:stream';
import { LIMITS } from '@cairn/schema';
import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { createLineReader } from '../mcp-pipe/lines.ts';
import { errorLine, INVALID_REQUEST, readMessage } from '../mcp-pipe/message.ts';

export interface SocketTransport extends Transport {
  /** Ends the connection after all received requests are answered. */
  finish(): void;
}

const NOT_A_REQUEST =
  'This is not a request of MCP: its id is a text or a whole number, its params and their _meta are objects, and it has no other fields.';

export const createSocketTransport = (socket: Duplex): SocketTransport => {
  let closed = false;
  let finishing = false;
  const unanswered = new Set<string | number>();

  const transport: SocketTransport = {
    start: () => {
      // `cairn mcp` enforces the same limit, so a client that exceeds it is another program.
      socket.on(
        'data',
        createLineReader(LIMITS.requestBytesMax, (line) => (line === null ? socket.destroy() : onLine(line))),
      );
      socket.on('end', close);
      socket.on('close', close);
      socket.on('error', () => socket.destroy());
      return Promise.resolve();
    },
    send: (message) => {
      if (closed) return Promise.reject(new Error('the connection is closed'));
      socket.write(`${JSON.stringify(message)}\n`);
      if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id);
      endIfDone();
      return Promise.resolve();
    },
    close: () => {
      close();
      return Promise.resolve();
    },
    finish: () => {
      finishing = true;
      endIfDone();
    },
  };

  const close = (): void => {
    if (closed) return;
    closed = true;
    socket.end();
    transport.onclose?.();
  };

  const endIfDone = (): void => {
    if (finishing && unanswered.size === 0) close();
  };

  const onLine = (line: string): void => {
    if (socket.destroyed) return;
    const message = read(line);
    if (message instanceof Error) {
      transport.onerror?.(message);
      refuse(line);
      return;
    }
    noteRequest(message);
    transport.onmessage?.(message);
    // A cancelled request may have been the last one.
    endIfDone();
  };

  /** Answers a request that the SDK does not take, such as one with the id 1.5. Its sender would wait for nothing. [MC-3] */
  const refuse = (line: string): void => {
    const asked = readMessage(line);
    if (asked.kind === 'request') socket.write(`${errorLine(asked.id, INVALID_REQUEST, NOT_A_REQUEST)}\n`);
  };

  const noteRequest = (message: JSONRPCMessage): void => {
    if (!('method' in message)) return;
    if ('id' in message) unanswered.add(message.id);
    // A cancelled request gets no answer.
    if (message.method !== 'notifications/cancelled') return;
    const requestId = message.params?.requestId;
    if (typeof requestId === 'string' || typeof requestId === 'number') unanswered.delete(requestId);
  };

  return transport;
};

const read = (line: string): JSONRPCMessage | Error => {
  try {
    return deserializeMessage(line);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};
