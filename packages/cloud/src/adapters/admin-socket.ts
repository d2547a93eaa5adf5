/**
 * The running server owns the embedded database, so it also runs the operator's commands: JSON over a Unix socket in its data folder.
 * The folder is closed to other users. Anyone who may open it can read the database anyway.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { err, errorText, ok, parseJson, type Result } from '@cairn/schema';
import * as z from 'zod';
import type { Admin } from '../services/admin.ts';
import {
  type AdminAnswered,
  type AdminRequest,
  adminAnswer,
  adminFailure,
  adminRequest,
  fail,
} from '../services/admin-request.ts';
import { listening } from './http-listener.ts';

/** The shortest limit of a socket's path on any system, without its terminator. */
const PATH_BYTES_MAX = 100;
const BODY_CHARS_MAX = 65_536;

const adminSocketPath = (dataFolder: string): string => join(dataFolder, 'admin.sock');

/** Returns whether a server listens there. Call it before opening the database. */
export const isServed = (dataFolder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(adminSocketPath(dataFolder));
    const answer = (served: boolean): void => {
      socket.destroy();
      resolve(served);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: adminAnswer }),
  z.object({ ok: z.literal(false), error: adminFailure }),
]);

const internal = (message: string) => fail('internal', message);

const bodyOf = async (message: IncomingMessage): Promise<unknown> => {
  const body = await text(message);
  return body.length > BODY_CHARS_MAX ? null : JSON.parse(body);
};

const handle = async (message: IncomingMessage, admin: Admin): AdminAnswered => {
  try {
    const request = adminRequest.safeParse(await bodyOf(message));
    if (!request.success) return internal('The server does not know this command: it is another version.');
    return await admin(request.data);
  } catch (error) {
    return internal(errorText(error));
  }
};

export interface AdminSocket {
  close(): Promise<void>;
}

/** Listens. The error says why there is no socket: the path is too long, or the disk supports none. */
export const listenAdmin = async (dataFolder: string, admin: Admin): Promise<Result<AdminSocket, string>> => {
  const path = adminSocketPath(dataFolder);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return err(`the path ${path} is too long for a socket`);
  // This process holds the data lock and nobody answered, so an existing socket belongs to a dead server. [OP-12]
  rmSync(path, { force: true });
  const server = createServer((message, response) => {
    void handle(message, admin).then((answer) => response.end(JSON.stringify(answer)));
  });
  const failure = await listening(server, { path });
  if (failure !== null) return err(failure.message);
  chmodSync(path, 0o600);
  return ok({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  });
};

const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG', 'ENOTSOCK']);

const AS_OWNER = 'Run this command as the user that the server runs as, or as root.';

/** Returns null if no server listens there. There is no time-out, because a backup has no time limit. */
export const askRunningServer = (
  dataFolder: string,
  request: AdminRequest,
): Promise<Awaited<AdminAnswered> | null> =>
  new Promise((resolve) => {
    const cut = () => resolve(internal('The server stopped before it answered. See its log.'));
    const path = adminSocketPath(dataFolder);
    const sent = httpRequest({ socketPath: path, method: 'POST', path: '/' });
    sent.on('response', (response) => {
      text(response).then((body) => {
        const { data: answer } = answerSchema.safeParse(parseJson(body));
        if (answer === undefined)
          resolve(internal('The answer of the server cannot be read: it is another version.'));
        else resolve(answer.ok ? ok(answer.value) : err(answer.error));
      }, cut);
    });
    sent.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : '';
      if (NOBODY.has(code)) resolve(null);
      else if (code === 'EACCES' || code === 'EPERM')
        resolve(fail('unavailable', `You have no right to open ${path}. ${AS_OWNER}`));
      else cut();
    });
    sent.end(JSON.stringify(request));
  });
