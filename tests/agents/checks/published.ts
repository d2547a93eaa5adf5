// Checks what is published for an agent with the agent itself: its validator, or its own way to install a plugin.

import type { Check } from '../check.ts';

export const published: Check = {
  name: 'what is published for it',
  isFor: ({ forms }) => forms !== undefined,
  play: async ({ agent, call }, hold) => {
    for (const args of agent.forms ?? []) {
      const ran = await call(args);
      hold(`${agent.program} ${args.join(' ')}`, ran.code === 0, ran);
    }
  },
};
