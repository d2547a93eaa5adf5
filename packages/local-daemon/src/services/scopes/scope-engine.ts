/**
 * The engine of a scope, without facts about the person. Other members can read the scope's vault. So a context has no
 * profile, and findings about the person in a session are not kept. [SP-3]
 */
import type { Engine } from '@cairn/core';

export const scopeEngine = (engine: Engine): Engine => ({
  ...engine,
  context: (input, options) => engine.context(input, { ...options, withoutProfile: true }),
  keepExtracted: (input) =>
    engine.keepExtracted({ ...input, findings: input.findings.filter(({ ofProject }) => ofProject) }),
});
