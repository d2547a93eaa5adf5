// Migrates a file to the present schema, and prints when it begins and ends. Its test kills it.

import { openWriter } from '../open-store.ts';

const [path = ''] = process.argv.slice(2);
process.stdout.write('begins\n');
const { store } = await openWriter({ path, nowMs: Date.now });
process.stdout.write('done\n');
await store.close();
