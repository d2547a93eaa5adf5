import type { SyncStore } from '../ports/sync-store.ts';
import { accountRules } from './account-rules.ts';
import { digestRules } from './digest-rules.ts';
import { epochRules } from './epoch-rules.ts';
import { memberListRules } from './member-list-rules.ts';
import { memberRules } from './member-rules.ts';
import { operatorRules } from './operator-rules.ts';
import { pullRules } from './pull-rules.ts';
import { pushRules } from './push-rules.ts';
import { storeRules } from './store-rules.ts';

/** All rules that every store of a server keeps. */
export const syncRules = (name: string, store: () => SyncStore): void => {
  pushRules(name, store);
  pullRules(name, store);
  epochRules(name, store);
  accountRules(name, store);
  memberRules(name, store);
  operatorRules(name, store);
  memberListRules(name, store);
  storeRules(name, store);
  digestRules(name, store);
};
