/**
 * Saves, supersedes and forgets as fast as possible until it is killed. Prints what was acknowledged: `saved ID TEXT`,
 * `forgotten ID`. Arguments: the database, a name for its texts.
 */
import { writeSync } from 'node:fs';
import { openEngine } from '../open-engine.ts';

const [path = '', name = ''] = process.argv.slice(2);
const opened = await openEngine({ path, deviceName: 'hammer' });
if (!opened.ok) throw new Error(opened.error.message);
const engine = opened.value;
const tell = (line: string): void => {
  writeSync(1, `${line}\n`);
};
tell('ready');

const life = async (lane: number): Promise<void> => {
  for (let n = 0; ; n++) {
    const text = `${name} lane ${lane} number ${n} with some words to index and to remember`;
    const saved = await engine.remember({ content: text });
    if (!saved.ok) throw new Error(saved.error.message);
    tell(`saved ${saved.value.id} ${text}`);
    if (n % 7 === 3) {
      const gone = await engine.forget({ ids: [saved.value.id] });
      if (!gone.ok) throw new Error(gone.error.message);
      tell(`forgotten ${saved.value.id}`);
    }
  }
};
await Promise.all([0, 1, 2, 3].map(life));
