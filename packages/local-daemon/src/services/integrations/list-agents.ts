/** Every agent that Cairn knows: whether it is on this machine, and how what was installed into it is. [IN-1, IN-5] */
import type { AgentSettings } from '@cairn/schema';
import { foundAgents, INSTALLERS } from '../../agents/installers.ts';
import { type ExamineDeps, examineIntegrations } from './examine.ts';
import type { Integration } from './records.ts';

export const listAgents = (deps: ExamineDeps, records: readonly Integration[]): readonly AgentSettings[] => {
  const found = new Set(foundAgents(deps.place));
  return INSTALLERS.map((installer) => {
    const { agent, title } = installer;
    const installed = records
      .filter((one) => one.agent === agent)
      .flatMap((one) =>
        examineIntegrations(deps, [one]).map(({ status, message, fix }) => ({
          ...{ scope: one.scope, root: one.root, status, message, fix },
        })),
      );
    return { agent, title, found: found.has(installer), installed };
  });
};
