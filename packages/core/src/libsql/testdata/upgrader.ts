// Brings a file to the present shape, and says when it begins and when it is done. Killed by its test.

import { openWriter } from '../open-store.ts';

const [path = ''] = process.argv.slice(2);
process.stdout.write('begins\n');
const { store } = await openWriter({ path, nowMs: Date.now });
process.stdout.write('done\n');
await store.close();
