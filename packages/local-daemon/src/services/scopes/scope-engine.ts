/**
 * The engine of a scope. Others write into its vault, so it says nothing of the person: its profile is told to nobody, and what a
 * session tells of the person is not kept, because they would have it. [SP-3]
 */
import type { Engine } from '@cairn/core';

export const scopeEngine = (engine: Engine): Engine => ({
  ...engine,
  context: (input, options) => engine.context(input, { ...options, withoutProfile: true }),
  keepExtracted: (input) =>
    engine.keepExtracted({ ...input, findings: input.findings.filter(({ ofProject }) => ofProject) }),
});
