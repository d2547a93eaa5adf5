/** Reads and changes single settings of config.json by the table of settings. Pure. [OP-18] */
import { type Checked, isRecord, ok, refuseInput } from '@cairn/schema';
import { parseCommand } from '../../config.ts';
import { SETTINGS, type Setting, valuesText } from '../../config-table.ts';
import { shownUrl } from './settings.ts';

type Json = Readonly<Record<string, unknown>>;

/** Setting that a key names. `name` is the part after the setting's key, as in `projects.shop`. */
export interface NamedSetting {
  readonly setting: Setting;
  readonly name: string | null;
}

/** Returns null if no setting has that name. */
export const findSetting = (key: string): NamedSetting | null => {
  for (const setting of SETTINGS) {
    if (key === setting.key) return { setting, name: null };
    const name = key.slice(setting.key.length + 1).trim();
    if (setting.isNamed && key.startsWith(`${setting.key}.`) && name !== '') return { setting, name };
  }
  return null;
};

const pathOf = ({ setting, name }: NamedSetting): readonly string[] => [
  ...setting.key.split('.'),
  ...(name === null ? [] : [name]),
];

const readAt = (from: unknown, path: readonly string[]): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return from;
  const within = Array.isArray(from) ? from[0] : from;
  return isRecord(within) && Object.hasOwn(within, step) ? readAt(within[step], rest) : undefined;
};

/** Sets the value at the path. Undefined removes the setting, and parents that become empty. */
const putAt = (into: unknown, path: readonly string[], value: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(into)) return [putAt(into[0], path, value), ...into.slice(1)];
  const { [step]: before, ...others } = isRecord(into) ? into : {};
  const next = putAt(before, rest, value);
  const isEmpty = next === undefined || (isRecord(next) && Object.keys(next).length === 0);
  return isEmpty ? others : { ...others, [step]: next };
};

export type Origin = 'default' | 'file' | 'environment';

export interface SettingRow {
  readonly key: string;
  /** Value as a person would type it; null for the default. A secret is shown as dots. */
  readonly value: string | null;
  readonly from: Origin;
}

const HIDDEN = '••••••';

/** Lists settings as a daemon started in this environment sees them. A setting with names has one row for each name. */
export const settingRows = (file: Json, env: Readonly<Record<string, string | undefined>>) =>
  SETTINGS.flatMap((setting): readonly SettingRow[] => {
    const inFile = readAt(file, setting.key.split('.'));
    if (!setting.isNamed) return [rowOf({ setting, name: null }, file, env)];
    const names = isRecord(inFile) ? Object.keys(inFile) : [];
    return names.length === 0
      ? [{ key: setting.key, value: null, from: 'default' }]
      : names.map((name) => rowOf({ setting, name }, file, env));
  });

export const rowOf = (
  named: NamedSetting,
  file: Json,
  env: Readonly<Record<string, string | undefined>>,
): SettingRow => {
  const { setting } = named;
  const key = pathOf(named).join('.');
  const spelled = setting.env === undefined ? '' : (env[setting.env]?.trim() ?? '');
  const meant = spelled === '' || named.name !== null ? null : (setting.fromEnv ?? String)(spelled);
  if (meant !== null) return { key, value: shown(setting, meant), from: 'environment' };
  const value = readAt(file, pathOf(named));
  return value === undefined
    ? { key, value: null, from: 'default' }
    : { key, value: shown(setting, textOf(setting, value)), from: 'file' };
};

/** Returns the text to show. An address is shown without its user name, password and query, which may hold a key. */
const shown = (setting: Setting, text: string): string => {
  if (setting.secretFor !== undefined) return HIDDEN;
  const isAddress = SETTINGS.some(({ secretFor }) => secretFor === setting.key);
  return isAddress && URL.canParse(text) && /[@?#]/.test(text) ? shownUrl(text) : text;
};

const textOf = ({ kind, choices }: Setting, value: unknown): string => {
  const word = Object.entries(choices ?? {}).find(([, one]) => one === value)?.[0];
  if (word !== undefined) return word;
  if (kind === 'words' && Array.isArray(value)) return value.join(',');
  if (kind === 'command' && Array.isArray(value) && value.length === 1) return String(value[0]);
  if (kind === 'price' && isRecord(value)) return `${String(value.in)} ${String(value.out)}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** config.json with the changed setting. `gone`: the key of the secret that was removed with its address, or null. */
export interface Changed {
  readonly file: Json;
  readonly gone: string | null;
}

/** Changes a setting. A `text` of null restores the default. */
export const withSetting = (file: Json, named: NamedSetting, text: string | null): Checked<Changed> => {
  const { setting } = named;
  if (setting.isNamed && named.name === null)
    return refuseInput(`${setting.key} needs a name: write ${setting.key}.NAME.`);
  const value = text === null ? ok(undefined) : jsonOf(setting, text);
  if (!value.ok) return value;
  const changed = putAt(file, pathOf(named), value.value);
  const secret = SETTINGS.find(({ secretFor }) => secretFor === setting.key);
  const isMoved = secret !== undefined && readAt(file, pathOf(named)) !== value.value;
  const gone = isMoved && readAt(file, secret.key.split('.')) !== undefined ? secret.key : null;
  const next = gone === null ? changed : putAt(changed, gone.split('.'), undefined);
  return ok({ file: isRecord(next) ? next : {}, gone });
};

const jsonOf = (setting: Setting, text: string): Checked<unknown> => {
  const { key, kind, choices, example, min, max } = setting;
  const refused = () =>
    refuseInput(
      `${key}: ${setting.secretFor === undefined ? `"${text}" is not ${valuesText(setting)}` : 'it is empty'}.${example === '' ? '' : ` For example: cairn config set ${setting.isNamed ? `${key}.NAME` : key} ${/[ "]/.test(example) ? `"${example}"` : example}`}`,
    );
  const trimmed = text.trim();
  if (trimmed === '') return refused();
  if (/\p{Cc}/u.test(trimmed))
    return refuseInput(`${key}: it holds a line break or another control character. Write it in one line.`);
  if (choices !== undefined) return Object.hasOwn(choices, trimmed) ? ok(choices[trimmed]) : refused();
  switch (kind) {
    case 'number':
    case 'integer': {
      const number = Number(trimmed);
      const isWhole = kind === 'number' || Number.isInteger(number);
      const isWithin = number >= (min ?? number) && number <= (max ?? number);
      return /^-?[\d.]+$/.test(trimmed) && isWhole && isWithin ? ok(number) : refused();
    }
    case 'words': {
      const words = trimmed.split(',').map((word) => word.trim());
      return words.includes('') ? refused() : ok(words);
    }
    case 'price': {
      const prices = /^(\d+(?:\.\d+)?) +(\d+(?:\.\d+)?)$/.exec(trimmed);
      return prices === null ? refused() : ok({ in: Number(prices[1]), out: Number(prices[2]) });
    }
    case 'command': {
      const command = parseCommand(trimmed);
      return command.ok ? command : refused();
    }
    default:
      return trimmed.length > (max ?? trimmed.length) ? refused() : ok(trimmed);
  }
};
