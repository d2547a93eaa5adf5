/** Reads files of a session again for an agent whose context was compacted: at most five, within a budget. [SE-2] */
import { countTokens, withoutSecrets } from '@cairn/core';
import { LIMITS, type SessionFileContent, systemCodeOf } from '@cairn/schema';
import type { FoundFile } from '../document-watch.ts';

/** Returns the files without secrets and private parts, newest first. A file beyond the budget is cut or left out. [G-1] */
export type SessionFiles = (paths: readonly string[], maxTokens: number) => SessionFileContent[];

/** `read` may throw the system's error. */
export const createSessionFiles =
  (read: (path: string) => FoundFile): SessionFiles =>
  (paths, maxTokens) => {
    let left = Math.min(maxTokens, LIMITS.sessionFilesTokensMax);
    return paths.slice(0, LIMITS.sessionFilesGiven).map((path) => {
      const content = contentOf(path, reading(read, path), left);
      left -= content.tokens;
      return content;
    });
  };

const reading = (read: (path: string) => FoundFile, path: string): FoundFile => {
  try {
    return read(path);
  } catch (error) {
    const isGone = systemCodeOf(error) === 'ENOENT';
    return { kind: 'skipped', reason: isGone ? 'it is not there any more' : 'it cannot be read' };
  }
};

const contentOf = (path: string, found: FoundFile, maxTokens: number): SessionFileContent => {
  const none = { path, text: null, tokens: 0, cut: false };
  if (found.kind === 'skipped') return { ...none, reason: found.reason };
  const near = found.text.slice(0, maxTokens * CHARS_A_TOKEN_MAX);
  const isWhole = near.length === found.text.length;
  const text = withoutSecrets(isWhole ? near : near.slice(0, near.lastIndexOf('\n') + 1));
  const tokens = countTokens(text);
  if (isWhole && tokens <= maxTokens) return { path, text, reason: null, tokens, cut: false };
  const fitting = cutTo(text, tokens, maxTokens);
  return fitting === ''
    ? { ...none, reason: maxTokens > 0 ? FIRST_LINE_TOO_LONG : NO_ROOM }
    : { path, text: fitting, reason: null, tokens: countTokens(fitting), cut: true };
};

const NO_ROOM = 'the files before it took all of the room';
const FIRST_LINE_TOO_LONG = 'its first line is longer than the room that is left';

/**
 * Characters per token at most. Text that cannot fit is neither counted nor cleaned, so a large file costs no more than
 * a small one. A secret of many lines is recognised by its first line.
 */
const CHARS_A_TOKEN_MAX = 16;

/** Returns whole lines from the beginning that fit the budget. */
const cutTo = (text: string, tokens: number, maxTokens: number): string => {
  let chars = Math.floor((text.length * Math.max(0, maxTokens)) / tokens);
  for (;;) {
    const end = text.lastIndexOf('\n', chars);
    if (end <= 0) return '';
    const cut = text.slice(0, end);
    if (countTokens(cut) <= maxTokens) return cut;
    chars = Math.floor(end * 0.9);
  }
};
