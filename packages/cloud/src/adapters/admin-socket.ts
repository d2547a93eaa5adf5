/**
 * The running server owns the embedded database, so it also runs the operator's commands: JSON over a Unix socket in its data folder.
 * The folder is closed to other users. Anyone who may open it can read the database anyway.
 */
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { err, errorText, ok, parseJson, systemCodeOf } from '@cairn/schema';
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
export const isServed = async (dataFolder: string): Promise<boolean> => {
  const socket = connect(adminSocketPath(dataFolder));
  const served = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return served;
};

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

/** Listens. The error says why there is no socket: the path is too long, or the disk supports none. */
export const listenAdmin = async (dataFolder: string, admin: Admin) => {
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
  return ok({ close: () => server[Symbol.asyncDispose]() });
};

const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG', 'ENOTSOCK']);

const AS_OWNER = 'Run this command as the user that the server runs as, or as root.';

/** Returns null if no server listens there. There is no time-out, because a backup has no time limit. */
export const askRunningServer = async (dataFolder: string, request: AdminRequest) => {
  const path = adminSocketPath(dataFolder);
  const sent = httpRequest({ socketPath: path, method: 'POST', path: '/' }).end(JSON.stringify(request));
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    const { data: answer } = answerSchema.safeParse(parseJson(await text(response)));
    if (answer === undefined)
      return internal('The answer of the server cannot be read: it is another version.');
    return answer.ok ? ok(answer.value) : err(answer.error);
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (NOBODY.has(code)) return null;
    return code === 'EACCES' || code === 'EPERM'
      ? fail('unavailable', `You have no right to open ${path}. ${AS_OWNER}`)
      : internal('The server stopped before it answered. See its log.');
  }
};
