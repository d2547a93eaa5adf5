/**
 * The engine of a scope. Other people have its vault, so nothing about the person is written there: no agent gets the scope's profile,
 * and facts about the person in sessions are not kept. [SP-3]
 */
import type { Engine } from '@cairn/core';

export const scopeEngine = (engine: Engine): Engine => ({
  ...engine,
  context: (input, options) => engine.context(input, { ...options, withoutProfile: true }),
  keepExtracted: (input) =>
    engine.keepExtracted({ ...input, findings: input.findings.filter(({ ofProject }) => ofProject) }),
});
