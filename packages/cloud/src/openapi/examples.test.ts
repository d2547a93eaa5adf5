import { readFileSync } from 'node:fs';
import * as schema from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const page = readFileSync(new URL('../../../../docs/protocol.md', import.meta.url), 'utf8');
/** `<!-- name of the schema -->` before each block. */
const examples = [...page.matchAll(/(?:<!-- (\w+) -->\n\n)?```json\n(.*?)```/gs)].map(
  ([, name = 'none', text = '']) => ({ name, text }),
);
const schemas = new Map<string, unknown>(Object.entries(schema));

describe('docs/protocol.md', () => {
  test.each(examples)('[OP-9] its example of $name is one', ({ name, text }) => {
    const wanted = schemas.get(name);
    expect(wanted, `there is no schema ${name}`).toBeInstanceOf(z.ZodType);
    if (!(wanted instanceof z.ZodType)) return;
    const parsed = wanted.safeParse(JSON.parse(text));
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  test('[OP-9] names every kind of problem and every verdict', () => {
    const missing = [...schema.SERVER_ERROR_KINDS, ...schema.VERDICTS].filter(
      (word) => !page.includes(`\`${word}\``),
    );
    expect(missing).toEqual([]);
    expect(examples.length).toBeGreaterThan(8);
  });
});
