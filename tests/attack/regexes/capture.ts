/**
 * Prints every pattern that a source makes while it is loaded (`new RegExp(…)`), with the line that makes it, as one JSON array. Runs as
 * a separate process: `node capture.ts FILE…`.
 */
const made: { readonly at: string; readonly source: string; readonly flags: string }[] = [];

const placeIn = (stack: string): string | null =>
  /\/(packages\/[^/]+\/src\/[^:)]+:\d+)/.exec(
    stack.split('\n').find((line) => line.includes('/src/') && !line.includes('node_modules')) ?? '',
  )?.[1] ?? null;

const Plain = RegExp;
globalThis.RegExp = new Proxy(Plain, {
  construct(target, args) {
    const pattern = new target(...(args as ConstructorParameters<typeof Plain>));
    const at = placeIn(new Error().stack ?? '');
    if (at !== null) made.push({ at, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

for (const file of process.argv.slice(2)) await import(file);
process.stdout.write(JSON.stringify(made));
