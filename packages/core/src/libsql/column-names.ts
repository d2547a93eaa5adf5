/** Names of columns that several files use in hand-written SQL: plain, by an alias, or by the table's name. */
import * as tables from '@cairn/schema/local-tables';

export const a = tables.namesOf(tables.access, 'a');
export const d = tables.namesOf(tables.deadLetters, 'd');
export const f = tables.namesOf(tables.findings, 'f');
export const injected = tables.namesOf(tables.injected);
export const memories = tables.namesOf(tables.memories);
export const m = tables.namesOf(tables.memories, 'm');
export const ofMemories = tables.namesOf(tables.memories, 'memories');
export const outbox = tables.namesOf(tables.outbox);
export const o = tables.namesOf(tables.outbox, 'o');
export const passages = tables.namesOf(tables.passages);
export const p = tables.namesOf(tables.passages, 'p');
export const ofPassages = tables.namesOf(tables.passages, 'passages');
export const q = tables.namesOf(tables.quarantine, 'q');
export const r = tables.namesOf(tables.registers, 'r');
export const ofRegisters = tables.namesOf(tables.registers, 'registers');
export const s = tables.namesOf(tables.sources, 's');
export const vectors = tables.namesOf(tables.vectors);
export const v = tables.namesOf(tables.vectors, 'v');
