import { describeStoreContract } from '../testing/store-contract.ts';
import { openTempStore } from '../testing/temp-store.ts';

describeStoreContract('the libSQL store', async () => {
  const { store, reader, dispose } = await openTempStore();
  return { writer: store, reader, dispose };
});
