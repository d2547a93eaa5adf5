/**
 * Parses the commands that agents call most, without the full parser, because loading that parser costs as much as the request.
 * Returns null for `--help`, a mistake and any other line that it cannot parse. The full parser then parses the same words.
 */
import { parseArgs } from 'node:util';
import { beginsWith, type CommandSpec, type ParsedLine, type RawValue, readGiven } from './command.ts';

type ParseOption = { type: 'string' | 'boolean'; short?: string; multiple?: boolean };

export const quickParse = (
  argv: readonly string[],
  specs: readonly CommandSpec[],
): Extract<ParsedLine, { kind: 'run' }> | null => {
  const spec = specs.find((one) => beginsWith(one, argv[0]));
  if (spec === undefined) return null;
  const options: Record<string, ParseOption> = { json: { type: 'boolean' } };
  for (const { name, short, kind } of spec.options)
    options[name] = {
      type: kind === 'flag' ? 'boolean' : 'string',
      multiple: kind === 'texts',
      ...(short === undefined ? {} : { short }),
    };
  try {
    const { values, positionals } = parseArgs({ args: argv.slice(1), options, allowPositionals: true });
    const raw: Record<string, RawValue> = {};
    for (const [name, value] of Object.entries(values))
      raw[name] = Array.isArray(value) ? value.map(String) : value;
    const given = readGiven(spec, positionals, raw);
    return given.ok ? { kind: 'run', spec, given: given.value, json: values.json === true } : null;
  } catch {
    return null;
  }
};
