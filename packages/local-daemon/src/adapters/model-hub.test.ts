import { startModelHub } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { openHub } from './model-hub.ts';

test('[F-30] the list of a model with many files is read to its end', async () => {
  const paths = Array.from({ length: 7 }, (_, at) => `onnx/${at}.onnx`);
  const hub = await startModelHub(
    { 'us/many': Object.fromEntries(paths.map((path) => [path, Buffer.from(path)])) },
    { filesPerPage: 3 },
  );
  onTestFinished(() => hub.close());
  const source = await openHub({ hub: hub.url, repository: 'us/many', revision: 'main', folder: '/none' });
  if (!source.ok) throw new Error(source.error.message);
  expect(source.value.files.map(({ path }) => path)).toEqual(paths);
});
