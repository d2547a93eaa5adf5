/** MCP transport over a socket in the format of the stdio transport: one message per line, in both directions. */
import type { Duplex } from 'node:stream';
import { LIMITS } from '@cairn/schema';
import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

export interface SocketTransport extends Transport {
  /** Ends the connection after all received requests are answered. */
  finish(): void;
}

const NEWLINE = 0x0a;

export const createSocketTransport = (socket: Duplex): SocketTransport => {
  let parts: Buffer[] = [];
  let bytes = 0;
  let closed = false;
  let finishing = false;
  const unanswered = new Set<string | number>();

  const transport: SocketTransport = {
    start: () => {
      socket.on('data', onData);
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

  const onData = (data: Buffer): void => {
    let from = 0;
    for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, from)) {
      parts.push(data.subarray(from, at));
      from = at + 1;
      onLine(takeParts());
    }
    parts.push(data.subarray(from));
    bytes += data.length - from;
    // `cairn mcp` enforces the same limit, so this client is another program.
    if (bytes > LIMITS.requestBytesMax) socket.destroy();
  };

  const takeParts = (): string => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line.toString('utf8');
  };

  const onLine = (line: string): void => {
    const message = read(line);
    if (message instanceof Error) {
      transport.onerror?.(message);
      return;
    }
    noteRequest(message);
    transport.onmessage?.(message);
    // A cancelled request may have been the last one.
    endIfDone();
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
