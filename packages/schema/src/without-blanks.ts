import { isRecord } from './parse-json.ts';

/**
 * Removes the arguments of a tool call that are null, and optional ones that are blank texts. Models send both for arguments that they
 * do not need. `required`: the field of that name in the tool's JSON schema.
 */
export const withoutBlanks = (args: unknown, required: unknown): unknown => {
  if (!isRecord(args)) return args;
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const isBlankText = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) => value !== null && (!isBlankText(value) || isRequired(name)),
    ),
  );
};
