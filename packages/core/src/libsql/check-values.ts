/** Whether every stored value is one that this program takes. [TR-6] */
import type { StoreFinding } from '../engine/api.ts';
import type { WriteEngine } from '../engine/engine.ts';
import type { FacetKey, IllRegister, WriteStore } from '../ports/store.ts';

/** Registers that are asked in one turn, so that saves get theirs in between. */
const PAGE = 1_000;
const NAMED = 3;

export const checkValues = async (
  store: WriteStore,
  engine: Pick<WriteEngine, 'setIllAside'>,
  fix: boolean,
): Promise<StoreFinding> => {
  const ill = await illValues(store);
  if (ill.length === 0) return { id: 'values', status: 'pass', message: 'Every stored value can be read.' };
  const names = [...new Set(ill.map(({ entity, reason }) => `${entity} (${reason})`))];
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  const listed = `${names.slice(0, NAMED).join(', ')}${more}`;
  const went = fix ? await engine.setIllAside('again') : 0;
  return went === 0
    ? { id: 'values', status: 'fail', message: `${ill.length} stored values cannot be read: ${listed}.` }
    : { id: 'values', status: 'fixed', message: `${went} values were set aside: ${listed}.` };
};

const illValues = async (store: WriteStore): Promise<readonly IllRegister[]> => {
  const all: IllRegister[] = [];
  let after: FacetKey | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(store, after);
    all.push(...page.ill);
    after = page.next;
  } while (after !== null);
  return all;
};

const pageOf = (store: WriteStore, after: FacetKey | null) =>
  store.write((tx) => tx.illRegisters(after, PAGE));
