import { ASKED_NAMES, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { listedPrompts } from './prompts.ts';
import { INSTRUCTIONS, listedTools, TOOLS } from './server.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe('what a model is told', () => {
  test('[MC-1, CX-6] the instructions fit, and begin with when to search and when to save', () => {
    expect(bytes(INSTRUCTIONS)).toBeLessThan(LIMITS.mcpWordsBytesMax);
    expect(INSTRUCTIONS.indexOf('SEARCH')).toBeLessThan(INSTRUCTIONS.indexOf('SAVE'));
    // A host that shows only the beginning shows both sections.
    expect(INSTRUCTIONS.indexOf('SAVE (')).toBeLessThan(LIMITS.mcpWordsBytesMax / 2);
    for (const { name } of TOOLS) if (name !== 'memory_get') expect(INSTRUCTIONS).toContain(name);
  });

  test.each(listedTools())('[MC-1] $name says what it does in every way that a host reads', (tool) => {
    expect(bytes(tool.description)).toBeLessThan(LIMITS.mcpWordsBytesMax);
    expect(tool.name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((hint) => typeof hint)).toEqual(
      Array.from({ length: 4 }, () => 'boolean'),
    );
    expect(openWorldHint).toBe(false);
    expect(readOnlyHint && destructiveHint).toBe(false);
    for (const schema of [tool.inputSchema, tool.outputSchema])
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
  });

  test('[MC-1] the contract names the tools and their arguments', () => {
    const listed = Object.fromEntries(
      listedTools().map(({ name, inputSchema: { properties, required = [] } }) => [
        name,
        { takes: Object.keys({ ...Object(properties) }), needs: required },
      ]),
    );
    expect(listed).toEqual({
      memory_search: {
        takes: ['query', 'tags', 'namespace', 'project', 'session', 'as_of', 'limit', 'max_tokens', 'cursor'],
        needs: ['query'],
      },
      memory_save: {
        takes: ['content', 'tags', 'pin', 'project', ...ASKED_NAMES, 'supersedes'],
        needs: ['content'],
      },
      memory_get: { takes: ['id', 'key', 'namespace', 'project', 'line'], needs: [] },
      memory_forget: { takes: ['id', 'key', 'namespace', 'project', 'for_good'], needs: [] },
      memory_context: { takes: ['project', 'max_tokens'], needs: [] },
    });
    const destructive = listedTools().filter(({ annotations }) => annotations.destructiveHint);
    expect(destructive.map(({ name }) => name)).toEqual(['memory_forget']);
    expect(listedTools().find(({ name }) => name === 'memory_search')?._meta).toEqual({
      'anthropic/alwaysLoad': true,
    });
    expect(listedPrompts().map(({ name }) => name)).toEqual(['remember', 'recall', 'handoff']);
  });

  test('[MC-1] the list is the same every time, for prompt caches', () => {
    expect(JSON.stringify(listedTools())).toBe(JSON.stringify(listedTools()));
  });
});
