/** The names of columns for hand-written SQL: without an alias, and with those that statements use. */
import * as tables from '@cairn/schema/cloud-tables';

export const anchors = tables.namesOf(tables.anchors);
export const devices = tables.namesOf(tables.devices);
export const generations = tables.namesOf(tables.generations);
export const memoryFills = tables.namesOf(tables.memoryFills);
export const pushes = tables.namesOf(tables.pushes);
export const readableMemories = tables.namesOf(tables.readableMemories);
export const registers = tables.namesOf(tables.registers);
export const vaults = tables.namesOf(tables.vaults);
export const a = tables.namesOf(tables.anchors, 'a');
export const d = tables.namesOf(tables.devices, 'd');
export const f = tables.namesOf(tables.memoryFills, 'f');
export const o = tables.namesOf(tables.readableMemories, 'o');
export const r = tables.namesOf(tables.registers, 'r');
export const s = tables.namesOf(tables.registers, 's');
export const t = tables.namesOf(tables.readableMemories, 't');
export const v = tables.namesOf(tables.vaults, 'v');
