import { isRecord } from './parse-json.ts';

/** Removes nulls, and blank texts of optional arguments. Models send both for arguments that they do not need. */
export const withoutBlanks = (args: unknown, required: unknown): unknown => {
  if (!isRecord(args)) return args;
  const isBlank = (name: string, value: unknown): boolean =>
    value === null ||
    (typeof value === 'string' &&
      value.trim() === '' &&
      !(Array.isArray(required) && required.includes(name)));
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => !isBlank(name, value)));
};
