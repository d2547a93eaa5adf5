// The memory of this device from TypeScript or JavaScript: save, find, follow what changes, forget. docs/sdk.md is the manual.
// `node examples/sdk-basics.mjs`; CAIRN_HOME=/tmp/some-folder keeps it away from your own memories.

import { connectMemory, MemoryError } from '@cairn/client';

// Without it, a failure that nobody catches ends the program with a stack trace.
process.once('uncaughtException', (error) => {
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
});

const memory = await connectMemory({ agent: 'sdk-example' });
console.log(`connected to version ${memory.daemon.version}`);

// What changes, on this device or another: started before the save, so that it sees it.
const heard = new AbortController();
const watching = (async () => {
  for await (const event of memory.events({ signal: heard.signal }))
    if (event.kind === 'changed') return `heard of ${event.ids.length} change`;
  return 'heard nothing';
})();

const saved = await memory.save({ content: 'The release train leaves on Thursdays', tags: ['release'] });
console.log(saved.status);

const { results } = await memory.search({ query: 'when is the release?', limit: 3 });
console.log(`best: ${results[0]?.content} (score ${results[0]?.score.toFixed(2)})`);

const changed = await memory.supersede(saved.id, 'The release train leaves on Fridays');
const { versions } = await memory.history(changed.id);
console.log(versions.map(({ content, current }) => `${current ? 'now' : 'before'}: ${content}`).join('\n'));

await memory.pin(changed.id);
const { text, tokens } = await memory.context({ maxTokens: 300 });
console.log(`a session would begin with ${tokens} tokens:\n${text}`);

console.log(await watching);
heard.abort();

const { forgotten } = await memory.forget(changed.id);
console.log(`forgot ${forgotten.length}`);

// What fails for a reason throws a MemoryError; `kind` says which.
try {
  await memory.get(changed.id);
} catch (error) {
  if (!(error instanceof MemoryError)) throw error;
  console.log(`${error.kind}: ${error.message}`);
}
await memory.close();
