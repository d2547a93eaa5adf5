/** `cairn config`: shows the settings of config.json and where each comes from. Changes take effect at once. [OP-18] */
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import { createConfigReader } from '../../adapters/config-reader.ts';
import {
  aloneWith,
  makePrivateFolders,
  readPrivateFile,
  writePrivateFile,
} from '../../adapters/private-file.ts';
import { jsonOfConfig } from '../../config.ts';
import { SETTINGS, valuesText } from '../../config-table.ts';
import {
  findSetting,
  type NamedSetting,
  rowOf,
  type SettingRow,
  settingRows,
  withSetting,
} from '../../services/settings/setting-values.ts';
import { aliasProblem } from '../../services/settings/settings.ts';
import { askSecret } from '../ask.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { type Answer, type Failure, fail, failureOf, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { meantBy } from '../meant.ts';
import { wrapCells } from '../output/cells.ts';
import { columns, whole, wrapping } from '../output/columns.ts';
import { printable, type Style } from '../style.ts';
import { uselessness } from './config-values.ts';
import { restart } from './embedder-choice.ts';

export const configList: Run = async (_, io) => {
  const read = readAll(io);
  if (!read.ok) return read;
  const { file, env, problem } = read.value;
  const rows = settingRows(file, env);
  return ok({
    json: { file: io.paths.config, settings: rows.map(documentOf) },
    human: (style) => listText(rows, style),
    notes: [`In ${io.paths.config}. \`cairn config get KEY\` explains one.`, ...problem],
  });
};

export const configGet: Run = async (given, io) => {
  const named = namedBy(given.arg(0));
  const read = readAll(io);
  if (!named.ok) return named;
  if (!read.ok) return read;
  const { file, env } = read.value;
  const { setting, name } = named.value;
  const within = setting.isNamed && name === null ? `${setting.key}.` : null;
  const rows =
    within === null
      ? [rowOf(named.value, file, env)]
      : settingRows(file, env).filter(({ key }) => key.startsWith(within));
  const about = `${setting.about}. ${valuesText(setting)}; default: ${setting.byDefault}${setting.env === undefined ? '' : `, also by ${setting.env}`}`;
  return ok({
    json: within === null ? rows.map(documentOf)[0] : { settings: rows.map(documentOf) },
    human: () =>
      rows
        .map((row) => (within === null ? shownValue(row) : `${row.key} ${shownValue(row)}`))
        .map((line) => `${printable(line)}\n`)
        .join(''),
    notes: io.isOutTerminal ? [`${about} (${rows[0]?.from ?? 'default'}).`] : [],
  });
};

export const configSet: Run = async (given, io) => {
  const named = namedBy(given.arg(0));
  if (!named.ok) return named;
  const text = await valueGiven(named.value, given, io);
  return text.ok ? change(named.value, text.value, given, io) : text;
};

export const configUnset: Run = async (given, io) => {
  const named = namedBy(given.arg(0));
  return named.ok ? change(named.value, null, given, io) : named;
};

/** Returns the value. Asks for a secret, because an argument would be in the shell's history and in the list of processes. */
const valueGiven = async ({ setting }: NamedSetting, given: ParsedArgs, io: Io): Answer<string> => {
  const isGiven = given.args.length > 1;
  if (setting.secretFor !== undefined)
    return isGiven
      ? misuse(
          `${setting.key} is a secret: leave the value out. The command asks for it, or reads it from standard input.`,
        )
      : askSecret(`${setting.key}, ${setting.about}`, LIMITS.settingKeyCharsMax * 4, io);
  if (isGiven) return ok(given.arg(1));
  return misuse(`VALUE is missing: ${valuesText(setting)}. Usage: cairn config set KEY VALUE`);
};

/**
 * `env`: the environment, including secrets from the files that it names. `problem`: why a daemon would not start with these settings;
 * empty if it would start.
 */
const readAll = (io: Io) => {
  const reader = createConfigReader(io.paths, io.env, hostname());
  if (!reader.ok) return err(failureOf(reader.error));
  const text = readPrivateFile(io.paths.config);
  const file = jsonOfConfig(text);
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return fail('bad_file', `${io.paths.config} is not JSON. Fix it or move it away.`);
  const parsed = reader.value.parse(text);
  return ok({ file: { ...file }, env: reader.value.env, problem: parsed.ok ? [] : [parsed.error.message] });
};

const change = async (
  named: NamedSetting,
  text: string | null,
  given: ParsedArgs,
  io: Io,
): Answer<Outcome> => {
  makePrivateFolders([dirname(io.paths.config)]);
  const written = await aloneWith(io.paths.config, () => write(named, text, io));
  if (!written.ok) return written;
  const { changed, env, isSame } = written.value;
  const key = given.arg(0).trim();
  if (!isSame) {
    const restarted = await restart(given, io);
    if (!restarted.ok)
      return err({
        ...restarted.error,
        message: `${restarted.error.message} The setting is stored all the same: \`cairn config ${text === null ? 'set' : 'unset'} ${key}\` changes it back.`,
      });
  }
  const row = rowOf(named, changed.file, env);
  return ok({
    json: { ...documentOf(row), changed: !isSame },
    human: (style) => `${printable(row.key)} ${style.green(printable(shownValue(row)))}`,
    notes: [
      row.from === 'environment' &&
        named.setting.env !== undefined &&
        `${named.setting.env} in the environment overrides config.json. Unset it, then run \`cairn down\`.`,
      changed.gone !== null &&
        `${changed.gone} belonged to the previous address and was removed. \`cairn config set ${changed.gone}\` asks for a new one.`,
    ],
  });
};

const write = (named: NamedSetting, text: string | null, io: Io) => {
  const read = readAll(io);
  if (!read.ok) return read;
  const { file, env } = read.value;
  const changed = withSetting(file, named, text);
  if (!changed.ok) return err(failureOf(changed.error));
  const next = `${JSON.stringify(changed.value.file, null, 2)}\n`;
  const useless = text === null ? null : uselessness(named.setting, text.trim(), io);
  if (useless !== null) return misuse(useless);
  const problem = problemOf(next, named, text, io);
  if (problem !== null) return err(problem);
  const isSame = JSON.stringify(changed.value.file) === JSON.stringify(file);
  if (!isSame) writePrivateFile(io.paths.config, next);
  return ok({ changed: changed.value, env, isSame });
};

/** Returns why a daemon would refuse the new setting. A file that was already broken may be repaired one setting at a time. */
const problemOf = (next: string, { setting, name }: NamedSetting, text: string | null, io: Io) => {
  const reader = createConfigReader(io.paths, io.env, hostname());
  if (!reader.ok) return failureOf(reader.error);
  const before = reader.value.load();
  const after = reader.value.parse(next);
  if (!after.ok && (before.ok || before.error.message === after.error.message)) return failureOf(after.error);
  if (!before.ok || setting.key !== 'projects' || name === null) return null;
  const alias = aliasProblem({ [name]: text }, before.value.projects);
  return alias === null ? null : failureOf(alias);
};

const namedBy = (key: string): Result<NamedSetting, Failure> => {
  const found = findSetting(key.trim());
  if (found !== null) return ok(found);
  const near = nearest(key.trim());
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return misuse(`"${key}" is not a setting.${meant} \`cairn config\` lists them.`);
};

/** Finds settings by their name in the environment, by their last word, or by similar letters. */
const nearest = (key: string): readonly string[] => {
  const word = key.toLowerCase();
  const keys = SETTINGS.map((one) => one.key);
  const byName = SETTINGS.filter(({ env }) => env?.toLowerCase() === word).map((one) => one.key);
  const byPart = keys.filter((one) => `.${one.toLowerCase()}`.includes(`.${word}`) && word !== '');
  const lastOf = (one: string): string => one.split('.').at(-1) ?? one;
  const byLetters = meantBy(key, keys) ?? meantBy(key, keys.map(lastOf));
  const letters = keys.filter((one) => one === byLetters || lastOf(one) === byLetters);
  return [byName, byPart, letters].find((some) => some.length > 0)?.slice(0, 3) ?? [];
};

const documentOf = ({ key, value, from }: SettingRow) => ({
  ...{ key, value, from },
  default: findSetting(key)?.setting.byDefault,
});

const shownValue = ({ key, value }: SettingRow): string => value ?? findSetting(key)?.setting.byDefault ?? '';

/** Narrower terminals have no room for three columns. */
const NARROW = 60;

const listText = (rows: readonly SettingRow[], style: Style): string => {
  const { width } = style;
  if (width !== null && width < NARROW)
    return rows
      .flatMap((row) => [
        style.cyan(printable(row.key)),
        ...wrapCells(`${printable(shownValue(row))} (${row.from})`, width - 2).map((line) => `  ${line}`),
      ])
      .join('\n');
  return columns(
    [
      whole('setting'),
      wrapping('value'),
      whole('from', { paint: (cell) => style[cell === 'default' ? 'dim' : 'green'](cell) }),
    ],
    rows.map((row) => [row.key, shownValue(row), row.from]),
    style,
  );
};
