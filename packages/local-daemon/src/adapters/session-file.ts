/**
 * The sign-in of this device in `session.json`, mode 0600, replaced as a whole. It is separate from `keys.json`, because the session's
 * hourly refresh must not write that file. [SY-A8]
 */
import { orElse, parseJson } from '@cairn/schema';
import { type SessionFile, type SignIn, signInSchema } from '../services/account/session-file.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

/** Opens the file. A damaged or unreadable file is treated as missing, so at worst the person signs in again. */
export const createSessionFile = (path: string): SessionFile => {
  let cached: SignIn | null | undefined;
  return {
    read: () => {
      if (cached !== undefined) return cached;
      const text = orElse(() => readPrivateFile(path), null);
      cached = signInSchema.safeParse(parseJson(text ?? '')).data ?? null;
      return cached;
    },
    write: (signIn) => {
      if (signIn === null) removePrivateFile(path);
      else writePrivateFile(path, `${JSON.stringify(signIn, null, 2)}\n`);
      cached = signIn;
    },
  };
};
