// A proxy to a sync server that can mangle pushes, so that a real server refuses them for a real reason.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type PushRequest, pushRequest } from '@cairn/schema';
import { freePort } from '@cairn/test-support';

export interface MangledLine {
  readonly url: string;
  /** Whether requests are mangled. */
  isMangling: boolean;
  end(): Promise<void>;
}

export const startMangledLine = async (target: string): Promise<MangledLine> => {
  const port = await freePort();
  const pass = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const isPush = asked.url?.startsWith('/v1/push') === true;
    const sent = isPush && line.isMangling ? mangled(body) : body;
    // The digest of the body is removed, because it would reveal the change. [RL-13]
    const { 'content-digest': _, ...kept } = asked.headers;
    const headers = { ...kept, host: new URL(target).host, 'content-length': String(sent.length) };
    const onward = request(new URL(asked.url ?? '/', target), { method: asked.method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    const stop = (): void => void onward.destroy();
    onward.on('error', () => answer.destroy());
    answer.on('close', stop);
    onward.end(sent);
  };
  const listening = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
  const line: MangledLine = {
    url: `http://127.0.0.1:${port}`,
    isMangling: false,
    end: async () => {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
  return line;
};

/** Extends payloads to a length that is invalid in base64. */
const mangled = (body: Buffer): Buffer => {
  const push: PushRequest = pushRequest.parse(JSON.parse(body.toString('utf8')));
  const items = push.items.map((item) => {
    const payload = String(item.payload);
    return { ...item, payload: payload + 'A'.repeat(5 - (payload.length % 4)) };
  });
  return Buffer.from(JSON.stringify({ ...push, items }));
};
