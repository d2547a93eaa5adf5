/** Reports when each hook of an agent was last called. The agent's settings alone cannot tell that. [IN-6] */
import { HOOK_KINDS, type HookKind } from '../../agents/hook-event.ts';
import type { AgentInstaller, InstallWish } from '../../agents/installer.ts';
import type { Check } from './examine.ts';

/** Returns when the hook was last called, in milliseconds since 1970, or null if it never was. */
export type ReadCall = (agent: string, kind: HookKind) => number | null;

const hooksOf = ({ agent, pieces }: AgentInstaller, wish: InstallWish): readonly HookKind[] => {
  const text = JSON.stringify(pieces(wish));
  return HOOK_KINDS.filter(
    (kind) => new RegExp(String.raw`hook ${agent} ${kind}\b`).test(text) || text.includes(`tell('${kind}'`),
  );
};

export const hookCallChecks = (
  installer: AgentInstaller,
  wish: InstallWish,
  readCall: ReadCall,
): readonly Check[] => {
  const hooks = hooksOf(installer, wish);
  if (hooks.length === 0) {
    const message = `${installer.title} has no hooks; it asks by the tools of its MCP server.`;
    return [{ id: 'hooks', status: 'pass', message, fix: null }];
  }
  return hooks.map((id) => {
    const atMs = readCall(installer.agent, id);
    return atMs === null
      ? {
          ...{ id, status: 'warn', message: 'The hook was never called.' },
          fix: `Start ${installer.title}, say something, let it run a command, and look again.`,
        }
      : { id, status: 'pass', message: `Last called ${new Date(atMs).toISOString()}.`, fix: null };
  });
};
