/** Other names of agents: names that people use, and names that agents give over MCP. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['codex-cli', 'codex'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli', 'gemini'],
  ['gemini-cli-mcp-client', 'gemini'],
  ['qwen-code', 'qwen'],
  ['qwen-cli-mcp-client-cairn', 'qwen'],
  ['copilot-cli', 'copilot'],
  ['github-copilot', 'copilot'],
  ['vs-code', 'vscode'],
  ['code', 'vscode'],
]);
