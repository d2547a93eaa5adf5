/** The formats by their names on the command line. */

/** Formats that `export` writes. */
export const EXPORT_FORMATS = ['ndjson', 'json', 'md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats that `import --from` takes. */
export const IMPORT_FORMATS = [
  ...EXPORT_FORMATS,
  'server-memory',
  'basic-memory',
  'mem0',
  'claude-mem',
  'claude-code',
  'codex',
  'opencode',
  'cursor',
  'gemini',
  'qwen',
  'copilot',
  'chatgpt',
  'claude-ai',
  'ctx0',
  'navi',
  'nebo',
  'oxydra',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export const isImportFormat = (text: string | undefined): text is ImportFormat =>
  IMPORT_FORMATS.some((format) => format === text);
