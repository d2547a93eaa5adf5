/** The formats by their names on the command line. */

/** Formats that `export` writes. */
export const EXPORT_FORMATS = ['ndjson', 'json', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats that `import --from` takes, and what messages call such a file. */
export const FORMAT_SAID = {
  ndjson: 'memories in JSON',
  json: 'memories in JSON',
  md: 'notes in Markdown',
  'server-memory': 'the graph of the reference memory server',
  'basic-memory': 'a note of basic-memory',
  mem0: 'an export of mem0',
  'claude-mem': 'an export of claude-mem',
  'claude-code': 'a transcript of Claude Code',
  codex: 'a transcript of Codex',
  opencode: 'a session of OpenCode',
  cursor: 'the database of Cursor',
  gemini: 'a chat of Gemini CLI',
  qwen: 'a chat of Qwen Code',
  copilot: 'a session of Copilot CLI',
  chatgpt: 'an export of ChatGPT',
  'claude-ai': 'an export of Claude.ai',
  ctx0: 'the database of ctx0',
  navi: 'the database of Navi',
  nebo: 'the database of Nebo',
  oxydra: 'the database of Oxydra',
} as const;
export type ImportFormat = keyof typeof FORMAT_SAID;
export const isImportFormat = (text: string): text is ImportFormat => Object.hasOwn(FORMAT_SAID, text);
export const IMPORT_FORMATS = Object.keys(FORMAT_SAID).filter(isImportFormat);
