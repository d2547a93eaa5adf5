/** Maps whose changes can be rolled back, as transactions in memory need. A rollback costs only what was changed. */

export interface JournaledMap<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  keys(): Iterable<K>;
  values(): Iterable<V>;
  readonly size: number;
}

export interface Journal {
  map<K, V>(): JournaledMap<K, V>;
  commit(): void;
  rollback(): void;
}

export const createJournal = (): Journal => {
  let undo: (() => void)[] = [];
  return {
    map<K, V>() {
      return journaledMap<K, V>((step) => undo.push(step));
    },
    commit() {
      undo = [];
    },
    rollback() {
      for (const step of undo.reverse()) step();
      undo = [];
    },
  };
};

const journaledMap = <K, V>(remember: (undo: () => void) => void): JournaledMap<K, V> => {
  const map = new Map<K, V>();
  const rememberKey = (key: K): void => {
    const before = map.get(key);
    remember(before === undefined ? () => map.delete(key) : () => map.set(key, before));
  };
  const remove = (key: K): void => {
    if (!map.has(key)) return;
    rememberKey(key);
    map.delete(key);
  };
  return {
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set(key, value) {
      rememberKey(key);
      map.set(key, value);
    },
    delete: remove,
    clear() {
      for (const key of [...map.keys()]) remove(key);
    },
    keys: () => map.keys(),
    values: () => map.values(),
    get size() {
      return map.size;
    },
  };
};
