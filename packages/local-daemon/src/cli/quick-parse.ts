/**
 * Reads the command lines that agents write all day without the full parser, whose loading costs as much as the request.
 * It leaves a line that it does not understand, a mistake or `--help`, to the full parser, which reads the same words.
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
