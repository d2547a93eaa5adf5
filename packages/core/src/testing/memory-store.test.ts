import { createMemoryStore } from './memory-store.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('the store in memory', async () => {
  const { writer, reader } = createMemoryStore();
  return {
    writer,
    reader,
    async dispose() {
      await reader.close();
      await writer.close();
    },
  };
});
