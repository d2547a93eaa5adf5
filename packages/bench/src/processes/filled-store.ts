/** A device's database that holds many memories before its daemon starts. */
import { openEngine } from '@cairn/core';
import { sampleId, sampleMs } from '@cairn/core/testing';
import { LIMITS } from '@cairn/schema';
import { chunksOf } from '../measure.ts';

/** Saved by the engine's import, a minute apart, under ids in the order of their time. */
export const fillStore = async (path: string, texts: readonly string[]): Promise<void> => {
  const opened = await openEngine({ path, deviceName: 'bench' });
  if (!opened.ok) throw new Error(opened.error.message);
  const records = texts.map((content, n) => ({
    id: sampleId(n * 60_000),
    content,
    source: 'agent',
    createdAt: new Date(sampleMs(n * 60_000)).toISOString(),
  }));
  try {
    for (const block of chunksOf(records, LIMITS.importItemsPerRequestMax)) {
      const imported = await opened.value.importRecords({ records: [...block], bundle: true });
      if (!imported.ok) throw new Error(imported.error.message);
      if (imported.value.new !== block.length) throw new Error(`not filled: ${JSON.stringify(imported)}`);
    }
    await opened.value.checkpoint();
  } finally {
    await opened.value.close();
  }
};
