/** What people call an agent that goes by another name here, and what it calls itself where it speaks MCP. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['codex-cli', 'codex'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli', 'gemini'],
  ['gemini-cli-mcp-client', 'gemini'],
  ['copilot-cli', 'copilot'],
  ['github-copilot', 'copilot'],
  ['vs-code', 'vscode'],
  ['code', 'vscode'],
]);
