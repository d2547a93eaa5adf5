/** Takes out of a bundle what nobody else should read: keys, what was remembered, and where the home is. [SV-5] */
import { withoutSecrets } from '@cairn/core';

export interface RedactionInput {
  readonly homeDir: string;
  /** The memories of this device. Null when they cannot be asked for: then no free text is let through. */
  readonly memories: readonly string[] | null;
}

export interface Redaction {
  /** A value of JSON, with every text in it redacted. */
  redact(value: unknown): unknown;
  /** The same of settings, without the values whose names speak of a secret. */
  redactSettings(value: unknown): unknown;
  /** A line of the log: short facts. */
  redactEntry(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** So much of a memory is enough to know it by; shorter ones must be there whole. */
const BEGINNING_CHARS = 24;
/** Less is a word that may stand anywhere. */
const MEMORY_CHARS_MIN = 8;
/** A fact is short; what is longer may be a text that somebody wrote. */
const FACT_CHARS_MAX = 300;

const REMOVED = '[removed]';
const SECRET_NAME = /key|token|secret|passw|credential|words/i;
/** Errors quote what they could not read. */
const QUOTED = /"[^"\n]*"|'[^'\n]{3,}'|“[^“”\n]*”/g;
const USER_INFO = /(:\/\/)[^/\s@]+@/g;
/** Constant words of the program, and names out of closed lists. */
const OWN_WORDS = new Set(['time', 'msg', 'kind', 'why', 'path', 'where', 'version', 'device', 'vault']);

export const createRedaction = ({ homeDir, memories }: RedactionInput): Redaction => {
  const beginnings = (memories ?? [])
    .map((text) => text.trim().slice(0, BEGINNING_CHARS))
    .filter((text) => text.length >= MEMORY_CHARS_MIN);

  const withoutMemories = (text: string): string => {
    const places = beginnings.map((part) => text.indexOf(part)).filter((place) => place >= 0);
    return places.length === 0 ? text : `${text.slice(0, Math.min(...places))}${REMOVED}`;
  };
  const withoutHome = (text: string): string => (homeDir.length > 1 ? text.replaceAll(homeDir, '~') : text);
  const redactText = (text: string): string =>
    withoutHome(withoutSecrets(withoutMemories(text).replace(USER_INFO, `$1${REMOVED}@`)));

  const redactWith = (value: unknown, isHidden: (name: string) => boolean): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map((one) => redactWith(one, isHidden));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        redactText(name),
        isHidden(name) && one !== null ? REMOVED : redactWith(one, isHidden),
      ]),
    );
  };

  const redactFact = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return typeof value === 'object' ? redactWith(value, isSecretName) : value;
    if (memories === null && !OWN_WORDS.has(name)) return `[${value.length} characters]`;
    const text = redactText(value).replace(QUOTED, (quoted) => `[${quoted.length - 2} characters]`);
    return text.length > FACT_CHARS_MAX ? `${text.slice(0, FACT_CHARS_MAX)}…` : text;
  };

  return {
    redact: (value) => redactWith(value, () => false),
    redactSettings: (value) => redactWith(value, isSecretName),
    redactEntry: (entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          isSecretName(name) ? REMOVED : redactFact(name, value),
        ]),
      ),
  };
};

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !/tokens_?per_?day$/i.test(name);
