/** Hints as the text of a NOTIFY: JSON of ASCII alone, so that characters are bytes, below Postgres's 8,000 of a message. */
import { deviceIdSchema, hintSchema, vaultIdSchema } from '@cairn/schema';
import * as z from 'zod';
import type { PublishedHint } from '../ports/hints.ts';

const MESSAGE_BYTES_MAX = 7_900;

const audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('except'), device: deviceIdSchema }),
  z.object({ kind: z.literal('only'), device: deviceIdSchema }),
]);

const message = z.object({
  /** The replica that sent it. */
  from: z.string(),
  hints: z.array(z.object({ vault: vaultIdSchema, hint: hintSchema, audience })),
});

export type HintMessage = z.infer<typeof message>;

/** In as few messages as they fit into; one of no hints for none. */
export const encodeHints = (from: string, hints: readonly PublishedHint[]): readonly string[] => {
  const frame = `{"from":${JSON.stringify(from)},"hints":[`;
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = frame.length + 2;
  for (const hint of hints) {
    const part = JSON.stringify(hint);
    if (bytes + part.length + 1 > MESSAGE_BYTES_MAX) {
      messages.push(`${frame}${parts.join(',')}]}`);
      parts = [];
      bytes = frame.length + 2;
    }
    parts.push(part);
    bytes += part.length + 1;
  }
  return [...messages, `${frame}${parts.join(',')}]}`];
};

/** Null when it is no message of ours: anyone who may connect to the database may NOTIFY. */
export const decodeHints = (text: string): HintMessage | null => {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
