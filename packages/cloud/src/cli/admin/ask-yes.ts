/** Asks a person a question that only "yes" agrees to. */
import { createInterface } from 'node:readline/promises';

/** Returns whether the person says yes. The end of the input, such as Ctrl-D, is a no. */
export const askYes = async (
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> => {
  const asking = createInterface({ input, output });
  // The question itself is never answered when the input ends.
  const ended = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
  const said = await Promise.race([asking.question(`${question}\nType yes to go on: `), ended]);
  asking.close();
  return said.trim() === 'yes';
};
