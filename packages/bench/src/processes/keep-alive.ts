/** HTTP client of the daemon: one keep-alive connection over loopback, one request at a time. */
import { Agent, request } from 'node:http';
import type { Device } from './device.ts';

export type HttpClient = ReturnType<typeof createHttpClient>;

export const createHttpClient = (device: Pick<Device, 'port' | 'token'>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${device.token()}`, 'content-type': 'application/json' };
  const port = device.port();
  return {
    /** Throws unless the status is 200 or 201. */
    post: (path: string, body: unknown) =>
      new Promise<string>((resolve, reject) => {
        const bytes = Buffer.from(JSON.stringify(body));
        const sent = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path,
            method: 'POST',
            headers: { ...headers, 'content-length': bytes.length },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part: string) => {
              text += part;
            });
            answer.once('error', reject);
            answer.once('end', () => {
              if (answer.statusCode === 200 || answer.statusCode === 201) resolve(text);
              else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
            });
          },
        );
        sent.once('error', reject);
        sent.end(bytes);
      }),
    close: () => agent.destroy(),
  };
};
