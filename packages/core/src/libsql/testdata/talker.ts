/**
 * Appends messages to a session until it is killed, and prints what was acknowledged. Arguments: the database, and a
 * word that no other run uses.
 */
import { writeSync } from 'node:fs';
import { openEngine } from '../open-engine.ts';

const [path = '', word = ''] = process.argv.slice(2);
const opened = await openEngine({ path, deviceName: 'talker' });
if (!opened.ok) throw new Error(opened.error.message);
for (let n = 0; ; n++) {
  const content = `${word}${n} is said`;
  const said = await opened.value.appendMessages({
    session: { name: 's' },
    messages: [{ role: 'user', content }],
  });
  if (!said.ok) throw new Error(said.error.message);
  writeSync(1, `${content}\n`);
}
