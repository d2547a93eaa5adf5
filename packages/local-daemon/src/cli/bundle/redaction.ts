/** Removes private parts from a bundle: keys, memories and the path of the home folder. [SV-5] */
import { withoutSecrets } from '@cairn/core';

/** The length of the beginning that identifies a memory. */
const BEGINNING_CHARS = 24;
/** The least length of a memory that is looked for. A shorter memory is a word that may be in any text. */
const MEMORY_CHARS_MIN = 8;
/** The most characters of a fact in the log. A longer text may be a person's. */
const FACT_CHARS_MAX = 300;

const REMOVED = '[removed]';
/** A command's arguments may be keys of another service. */
const SECRET_NAME = /key|token|secret|passw|credential|words|command$/i;
/** Quoted parts of error messages, which may hold texts of the user. */
const QUOTED = /"[^"\n]*"|'[^'\n]{3,}'|“[^“”\n]*”/g;
const USER_INFO = /(:\/\/)[^/\s]+@/g;
/** What follows the path of an address, which may be a key. */
const QUERY = /(:\/\/(?:[^\s?#":]|:(?!\/\/))*)[?#][^\s"]+/g;
/** Fields with constant words of the program, or with names from closed lists. */
const OWN_WORDS = new Set(['time', 'msg', 'kind', 'why', 'path', 'where', 'version', 'device', 'vault']);

/** `memories`: of this device. Null if they cannot be read: then `redactEntry` removes free text. */
export const createRedaction = (homeDir: string, memories: readonly string[] | null) => {
  const beginnings = (memories ?? [])
    .map((text) => text.trim().slice(0, BEGINNING_CHARS))
    .filter((text) => text.length >= MEMORY_CHARS_MIN);

  const withoutMemories = (text: string): string => {
    const places = beginnings.map((part) => text.indexOf(part)).filter((place) => place >= 0);
    return places.length === 0 ? text : `${text.slice(0, Math.min(...places))}${REMOVED}`;
  };
  const withoutHome = (text: string): string => (homeDir.length > 1 ? text.replaceAll(homeDir, '~') : text);
  const redactText = (text: string): string =>
    withoutHome(
      withoutSecrets(
        withoutMemories(text).replace(QUERY, `$1?${REMOVED}`).replace(USER_INFO, `$1${REMOVED}@`),
      ),
    );

  const redactWith = (
    value: unknown,
    isHidden: (name: string) => boolean,
    ofText: (text: string) => string = redactText,
  ): unknown => {
    if (typeof value === 'string') return ofText(value);
    if (Array.isArray(value)) return value.map((one) => redactWith(one, isHidden, ofText));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        redactText(name),
        isHidden(name) && one !== null ? REMOVED : redactWith(one, isHidden, ofText),
      ]),
    );
  };

  /** `name`: the field of the entry. Null inside a list or an object, where a text may be a person's. */
  const redactFact = (name: string | null, value: string): string => {
    if (memories === null && (name === null || !OWN_WORDS.has(name))) return `[${value.length} characters]`;
    const text = redactText(value).replace(QUOTED, (quoted) => `[${quoted.length - 2} characters]`);
    return text.length > FACT_CHARS_MAX ? `${text.slice(0, FACT_CHARS_MAX)}…` : text;
  };
  const redactField = (name: string, value: unknown): unknown => {
    if (isSecretName(name)) return REMOVED;
    if (typeof value === 'string') return redactFact(name, value);
    return redactWith(value, isSecretName, (text) => redactFact(null, text));
  };

  return {
    /** Returns a JSON value with every text in it redacted. */
    redact: (value: unknown) => redactWith(value, () => false),
    /** Does the same for settings, and removes values whose names suggest a secret. */
    redactSettings: (value: unknown) => redactWith(value, isSecretName),
    /** Redacts an entry of the log. Entries hold short facts. */
    redactEntry: (entry: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, redactField(name, value)])),
  };
};

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !/tokens_?per_?day$/i.test(name);
