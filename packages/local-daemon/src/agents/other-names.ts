/** What people call an agent that goes by another name here. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['codex-cli', 'codex'],
  ['gemini-cli', 'gemini'],
  ['copilot-cli', 'copilot'],
  ['github-copilot', 'copilot'],
  ['vs-code', 'vscode'],
  ['code', 'vscode'],
]);
