// Memories as notes in a folder, and as a block in a file, on a real device.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importResult, listResult, saveResult } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

describe('a folder of notes', () => {
  test('[IM-11] has a folder for each tag when it is asked for; a note that was edited is not doubled', async () => {
    const own = await device('notes-tags');
    try {
      await own.json(saveResult, ['save', 'Ships on Friday', '-t', 'ops', '-t', 'dates']);
      await own.json(saveResult, ['save', 'Uses pnpm']);
      const edited = await own.json(saveResult, ['save', 'Likes tea', '-t', 'food']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder];
      const foldersOf = () =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.md'))
          .map((name) => name.replace(/[^/\\]+$/, ''))
          .sort();
      await own.run([...out, '--by', 'tag']);
      expect(foldersOf()).toEqual(['', 'dates/', 'food/']);
      const note = join(folder, noteOf(folder, edited.id));
      writeFileSync(note, readFileSync(note, 'utf8').replaceAll('Likes tea', 'Likes coffee'));
      expect((await own.run(out)).code).toBe(5);
      expect(foldersOf()).toEqual(['', '', 'food/']);
      expect((await own.fails(2, ['export', '--by', 'tag'])).message).toContain('makes folders');
    } finally {
      await own.end();
    }
  });

  test('[IM-7] takes over edited tags and pins, and keeps properties that a person added', async () => {
    const own = await device('notes-tagged');
    try {
      const tagged = await own.json(saveResult, ['save', 'Likes tea', '-t', 'food', '-t', 'old']);
      const reworded = await own.json(saveResult, ['save', 'Likes jam', '-t', 'food']);
      const spaced = await own.json(saveResult, ['save', 'Likes  figs', '-t', 'food']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder, '--json'];
      await own.run(out);
      const edit = (id: string, change: (text: string) => string) => {
        const note = join(folder, noteOf(folder, id));
        writeFileSync(note, change(readFileSync(note, 'utf8')));
      };
      const retagged = (text: string) => text.replace(/tags:\n(?: {2}- .*\n)+/, 'tags: food, 2026\n');
      edit(tagged.id, (text) =>
        retagged(text).replace('pinned: false', 'pinned: true').replace('type:', 'aliases: [tea]\ntype:'),
      );
      edit(reworded.id, (text) => retagged(text).replace('\nLikes jam', '\nLikes honey'));
      edit(spaced.id, (text) => retagged(text).replace('\nLikes  figs', '\nLikes figs'));
      expect(JSON.parse((await own.run(out)).out).edited).toHaveLength(3);
      const read = ['import', folder];
      for (const [args, counts] of [
        [[...read, '--dry-run'], { new: 3, duplicate: 0 }],
        [read, { new: 3, duplicate: 0 }],
        [read, { new: 0, duplicate: 3 }],
      ] as const)
        expect(await own.json(importResult, [...args])).toMatchObject({ read: 3, failed: 0, ...counts });
      const { memories } = await own.json(listResult, ['list']);
      expect(memories.map(({ content, tags, pinned }) => [content, [...tags].sort(), pinned]).sort()).toEqual(
        [
          ['Likes  figs', ['2026', 'food'], false],
          ['Likes honey', ['2026', 'food'], false],
          ['Likes tea', ['2026', 'food'], true],
        ],
      );
      expect(JSON.parse((await own.run(out)).out)).toMatchObject({ edited: [] });
      expect(readFileSync(join(folder, noteOf(folder, tagged.id)), 'utf8')).toContain('aliases:\n  - tea\n');
      expect(JSON.parse((await own.run(out)).out)).toMatchObject({ written: 0, edited: [] });
    } finally {
      await own.end();
    }
  });

  test('[IM-7] keeps the edits of a note that a person copied', async () => {
    const own = await device('notes-copied');
    try {
      const tagged = await own.json(saveResult, ['save', 'Likes tea', '-t', 'food']);
      const named = await own.json(saveResult, ['save', 'Likes jam']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder, '--json'];
      await own.run(out);
      const edit = (id: string, from: string, to: string): string => {
        const note = join(folder, noteOf(folder, id));
        const text = readFileSync(note, 'utf8');
        writeFileSync(join(folder, `z copy of ${id}.md`), text);
        writeFileSync(note, text.replace(from, to));
        return note;
      };
      const notes = [
        edit(tagged.id, '- food', '- drink'),
        edit(named.id, 'type:', 'aliases: [jam]\ntype:'),
      ] as const;
      expect(JSON.parse((await own.run(out)).out).edited).toHaveLength(1);
      expect(readFileSync(notes[0], 'utf8')).toContain('- drink');
      expect(readFileSync(notes[1], 'utf8')).toContain('aliases:');
      expect(await own.json(importResult, ['import', folder])).toMatchObject({ new: 1, failed: 0 });
      const done = await own.run(out);
      expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { edited: [], removed: 1 }]);
      expect(readFileSync(notes[0], 'utf8')).toContain('- drink');
    } finally {
      await own.end();
    }
  });

  test('[IM-7] is done with an edited note of a forgotten memory once its text is imported', async () => {
    const own = await device('notes-forgotten');
    try {
      const saved = await own.json(saveResult, ['save', 'Likes tea', '-p', 'kitchen']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder, '--json'];
      await own.run(['save', 'Likes jam']);
      await own.run(out);
      const note = join(folder, noteOf(folder, saved.id));
      writeFileSync(note, readFileSync(note, 'utf8').replace('\nLikes tea', '\nLikes coffee'));
      await own.run(['forget', saved.id]);
      expect((await own.run(out)).code).toBe(5);
      await own.run(['import', folder]);
      const done = await own.run(out);
      expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { removed: 1, edited: [] }]);
    } finally {
      await own.end();
    }
  });

  test('[IM-7] says of an edited key whose value is newer that no import takes it', async () => {
    const own = await device('notes-late');
    try {
      const saved = await own.json(saveResult, ['save', 'Tea at five', '--namespace', 'n', '--key', 'tea']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder];
      await own.run(out);
      const note = join(folder, noteOf(folder, saved.id));
      writeFileSync(note, readFileSync(note, 'utf8').replace('\nTea at five', '\nTea at six'));
      expect((await own.run(out)).err).toContain('imports the edits');
      await own.run(['save', 'Tea at seven', '--namespace', 'n', '--key', 'tea']);
      for (const args of [['import', folder], out]) await own.run(args);
      const late = await own.run(out);
      expect([late.code, late.err]).toMatchObject([5, expect.stringContaining('has a newer value')]);
      expect(late.err).not.toContain('imports the edits');
      expect(readFileSync(note, 'utf8')).toContain('Tea at six');
    } finally {
      await own.end();
    }
  });

  test('[IM-7] keeps what a person wrote into a note without its front matter', async () => {
    const own = await device('notes-bare');
    try {
      const saved = await own.json(saveResult, ['save', 'Likes tea']);
      await own.run(['save', 'Likes jam']);
      const folder = join(own.home, 'vault');
      const out = ['export', '--format', 'md', '-o', folder, '--json'];
      await own.run(out);
      const name = noteOf(folder, saved.id);
      writeFileSync(join(folder, name), 'Likes tea, and Ada likes coffee\n');
      const left = await own.run(out);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('Likes tea, and Ada likes coffee\n');
      expect(left.code).toBe(5);
      expect(JSON.parse(left.out)).toMatchObject({ unchanged: 1, removed: 0, edited: [name] });
      // An emptied note has no words to lose.
      writeFileSync(join(folder, name), '\n');
      const again = await own.run(out);
      expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { written: 1, edited: [] }]);
    } finally {
      await own.end();
    }
  });

  test('[IM-7] has the notes of one scope only', async () => {
    const own = await device('notes-scope');
    try {
      const mine = await own.json(saveResult, ['save', 'Likes tea']);
      await own.run(['scope', 'add', 'team']);
      await own.run(['--scope', 'team', 'save', 'Ships on Friday']);
      const out = (name: string) => ['export', '--format', 'md', '-o', join(own.home, name)];
      await own.json(withMembers('memories'), out('mine'));
      await own.json(withMembers('memories'), ['--scope', 'team', ...out('team')]);
      const inside = ['export', '--format', 'md', '-o', join(own.home, 'mine', 'team')];
      await own.json(withMembers('memories'), ['--scope', 'team', ...inside]);
      expect(await own.json(withMembers('removed'), out('mine'))).toMatchObject({ removed: 0 });
      const read = ['import', join(own.home, 'mine'), '--dry-run'];
      expect(await own.json(importResult, read)).toMatchObject({ read: 1, duplicate: 1 });
      expect((await own.fails(2, ['export', '--format', 'md', '-o', ''])).message).toContain(
        '--output is empty',
      );
      const { message } = await own.fails(1, ['--scope', 'team', ...out('mine')]);
      expect(message).toContain('notes of the personal file');
      expect(noteOf(join(own.home, 'mine'), mine.id)).not.toBe('');
      expect((await own.fails(1, out('team'))).message).toContain('notes of the scope "team"');
      for (const args of [out('mine'), ['--scope', 'team', ...out('team')]])
        expect(await own.json(withMembers('memories'), args)).toMatchObject({ unchanged: 1, removed: 0 });
    } finally {
      await own.end();
    }
  });

  test('[IM-7] keeps its notes when a device without memories exports into it', async () => {
    const from = await device('notes-full');
    const empty = await device('notes-empty');
    try {
      const kept = await from.json(saveResult, ['save', 'Likes tea']);
      const folder = join(from.home, 'my vault');
      const out = ['export', '--format', 'md', '-o', folder];
      await from.json(withMembers('memories'), out);
      const { message } = await empty.fails(1, out);
      expect(message).toContain('would remove the note');
      expect(message).toContain(`\`cairn import '${folder}'\``);
      expect(noteOf(folder, kept.id)).not.toBe('');
      expect(await empty.json(importResult, ['import', folder])).toMatchObject({ new: 1 });
      expect(await empty.json(withMembers('memories'), out)).toMatchObject({ memories: 1, removed: 0 });
    } finally {
      await from.end();
      await empty.end();
    }
  });

  test('[IM-7] goes out and comes back without loss; what was edited takes the place of what it was', async () => {
    const from = await device('notes-out');
    const to = await device('notes-in');
    try {
      const kept = await from.json(saveResult, [
        'save',
        'Prefers **pnpm**\n\n---\n\n- to npm',
        '-t',
        'b c',
        '--pin',
      ]);
      await from.json(saveResult, ['save', 'Deploys on Tuesdays', '-p', 'github.com/a/b']);
      await from.json(saveResult, ['save', 'vim', '--key', 'editor']);
      const old = await from.json(saveResult, ['save', 'Uses tabs']);
      await from.json(withMembers('id'), ['supersede', old.id, 'Uses spaces']);
      const folder = join(from.home, 'vault');
      mkdirSync(folder);
      writeFileSync(join(folder, 'mine.md'), 'Not of Cairn.\n');
      const out = ['export', '--format', 'md', '-o', folder];
      expect(await from.json(withMembers('memories'), out)).toMatchObject({
        memories: 5,
        written: 5,
        removed: 0,
      });
      expect(await from.json(withMembers('memories'), out)).toMatchObject({ written: 0, unchanged: 5 });
      const read = await to.json(importResult, ['import', folder]);
      expect(read).toMatchObject({ read: 5, new: 5, failed: 0 });
      const portable = async (one: Device) =>
        (await one.json(listResult, ['list', '--all', '-n', '100'])).memories
          .map(({ id, updatedAt: _, key, trust: __, ...rest }) => ({
            ...rest,
            key,
            id: key === null ? id : '',
          }))
          .sort((a, b) => a.content.localeCompare(b.content));
      expect(await portable(to)).toEqual(await portable(from));
      expect(await to.json(importResult, ['import', folder])).toMatchObject({ new: 0, duplicate: 5 });

      const names = (await from.run(['export', '--format', 'md', '-o', folder, '--json'])).out;
      expect(JSON.parse(names)).toMatchObject({ edited: [] });
      const note = join(folder, noteOf(folder, kept.id));
      writeFileSync(note, readFileSync(note, 'utf8').replace('to npm', 'to yarn').replaceAll('\n', '\r\n'));
      const refused = await from.run([...out, '--json']);
      expect([refused.code, JSON.parse(refused.out).edited]).toEqual([5, [noteOf(folder, kept.id)]]);
      expect(await from.json(importResult, ['import', folder])).toMatchObject({
        read: 5,
        new: 1,
        duplicate: 4,
      });
      expect(await from.json(importResult, ['import', folder])).toMatchObject({ new: 0, duplicate: 5 });
      const { memories } = await from.json(listResult, ['list', '--pinned']);
      expect(memories.map(({ content }) => content)).toEqual(['Prefers **pnpm**\n\n---\n\n- to yarn']);

      const keyed = readdirSync(folder).find((name) => name.startsWith('vim')) ?? '';
      writeFileSync(
        join(folder, keyed),
        readFileSync(join(folder, keyed), 'utf8').replaceAll('vim', 'helix'),
      );
      expect(await from.json(importResult, ['import', folder])).toMatchObject({ new: 1, duplicate: 4 });
      // What was edited and imported is written anew: the note of what it was is among the superseded ones.
      const again = await from.json(withMembers('memories', 'edited'), out);
      expect(again).toMatchObject({ memories: 6, written: 3, unchanged: 3, removed: 2, edited: [] });
      expect(await from.json(withMembers('memories'), out)).toMatchObject({ written: 0, unchanged: 6 });
      expect(noteOf(folder, kept.id)).toMatch(/^superseded/);
      expect(await from.json(importResult, ['import', folder])).toMatchObject({ new: 0, duplicate: 6 });

      await from.json(withMembers('forgotten'), ['forget', '--key', 'editor']);
      const last = await from.run([...out, '--json']);
      expect(JSON.parse(last.out)).toMatchObject({ removed: 1 });
      expect(readFileSync(join(folder, 'mine.md'), 'utf8')).toBe('Not of Cairn.\n');
    } finally {
      await from.end();
      await to.end();
    }
  });

  test('[IM-8] a block in CLAUDE.md is kept up to date, and taken out again, byte for byte', async () => {
    const one = await device('managed');
    try {
      await one.json(saveResult, ['save', 'Ships on <!-- Tuesdays', '--pin']);
      await one.json(saveResult, ['save', 'Of a project', '-p', 'github.com/a/b']);
      await one.json(saveResult, ['save', 'Likes tea']);
      // More memories of projects than a list returns.
      const many = Array.from({ length: 1_000 }, (_, n) => ({ content: `Other ${n}`, project: 'other' }));
      const input = many.map((record) => JSON.stringify(record)).join('\n');
      await one.run(['import', '-', '--from', 'ndjson'], { input });
      const file = join(one.home, 'CLAUDE.md');
      const before = '\ufeff# Rules\r\n\r\n- Two spaces\r\nno line end';
      writeFileSync(file, before, { mode: 0o640 });
      const keep = (...more: readonly string[]) =>
        one.json(withMembers('changed'), ['export', '--managed', file, ...more]);
      expect(await keep()).toMatchObject({ memories: 2, changed: true });
      const text = readFileSync(file, 'utf8');
      expect(text.startsWith(before)).toBe(true);
      expect(text).toContain('- Ships on ‹!-- Tuesdays\r\n- Likes tea\r\n<!-- END cairn -->');
      expect(await keep()).toMatchObject({ changed: false });
      expect(await keep('-p', 'github.com/a/b')).toMatchObject({ memories: 3, changed: true });
      writeFileSync(file, `${readFileSync(file, 'utf8')}after\r\n`);
      await keep();
      expect(readFileSync(file, 'utf8')).toBe(`${text}after\r\n`);
      // The block that Cairn wrote is not imported.
      expect(await one.json(importResult, ['import', file])).toMatchObject({ read: 2, new: 2 });
      expect(await keep('--remove')).toMatchObject({ changed: true });
      expect(await keep('--remove')).toMatchObject({ changed: false });
      expect(readFileSync(file, 'utf8')).toBe(`${before}\r\nafter\r\n`);
      writeFileSync(file, `${before}\r\n<!-- BEGIN cairn -->\r\n`);
      const { message } = await one.fails(1, ['export', '--managed', file]);
      expect(message).toContain('lacks its first or last line');
      const link = join(one.home, 'LINK.md');
      symlinkSync(join(one.home, 'gone.md'), link);
      expect((await one.fails(1, ['export', '--managed', link])).message).toContain('leads to no file');
    } finally {
      await one.end();
    }
  });
});

const noteOf = (folder: string, id: string): string => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.find((name) => name.endsWith(`${id.slice(-10)}.md`)) ?? '';
};
