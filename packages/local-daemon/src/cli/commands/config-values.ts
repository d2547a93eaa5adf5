/** Checks values of settings that depend on this machine. The table of settings checks all others. [OP-18] */
import { existsSync } from 'node:fs';
import { findProgram, missingProgram } from '@cairn/client/device';
import { createEmbedderFolders } from '../../adapters/embedder-folders.ts';
import { parseCommand } from '../../config.ts';
import { isUrl } from '../../config-embed.ts';
import type { Setting } from '../../config-table.ts';
import type { Io } from '../io.ts';

/** Returns all allowed words; empty if any text is allowed. */
export const wordsFor = ({ key, choices }: Setting, io: Io): readonly string[] =>
  key === 'embeddings.use'
    ? [
        'built-in',
        'endpoint',
        ...createEmbedderFolders(io.paths.embedders)
          .list()
          .map(({ name }) => name),
      ]
    : Object.keys(choices ?? {});

/** Returns why a value is useless although a daemon would start with it. Null if it is usable. */
export const uselessness = (setting: Setting, text: string, io: Io): string | null => {
  const { key } = setting;
  const words = wordsFor(setting, io);
  if (key === 'embeddings.use' && !words.includes(text))
    return `${key}: this device has no embedder "${text}". Choose ${words.join(', ')}, or add one with \`cairn embedder add\`.`;
  if (key === 'embeddings.baseUrl' && !isUrl(text))
    return `${key}: "${text}" is not an address. For example: cairn config set ${key} ${setting.example}`;
  if (key !== 'notifyCommand') return null;
  const command = parseCommand(text);
  const [program] = (command.ok ? command.value : null) ?? [];
  const found = program === undefined ? null : findProgram(program);
  if (program === undefined || (found !== null && existsSync(found))) return null;
  return found === null ? `${key}: ${missingProgram(program)}.` : `${key}: there is no file ${found}.`;
};
