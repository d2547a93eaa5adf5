-- The full-text index over memories [F-1]. It keeps no copy of the text: it reads the view. `previous` and `next` are empty
-- here; transcripts fill them with the turns around theirs, so that one query serves both.
CREATE VIEW memory_search AS
  SELECT rid, content || ' ' || aside AS body, '' AS previous, '' AS next, grams, scope FROM memories;
--> statement-breakpoint
CREATE VIRTUAL TABLE memory_fts USING fts5(
  body, previous, next, grams, scope,
  content = 'memory_search', content_rowid = 'rid', tokenize = 'porter unicode61'
);
--> statement-breakpoint
-- What is forgotten leaves the index's pages too, not only its answers [ST-4].
INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- With SQLite 3.45 the 'delete' command of an external content table erases without noting it in the index's format number
-- (5 instead of 4), and integrity checks then take an emptied page for damage.
UPDATE memory_fts_config SET v = 5 WHERE k = 'version';
--> statement-breakpoint
INSERT INTO memory_fts (memory_fts, rank) VALUES ('rank', 'bm25(1.0, 0.4, 0.2, 1.0, 0.0)');
--> statement-breakpoint
CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories BEGIN
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;
--> statement-breakpoint
CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
END;
--> statement-breakpoint
CREATE TRIGGER memories_fts_update AFTER UPDATE OF content, aside, grams, scope ON memories
WHEN old.content <> new.content OR old.aside <> new.aside OR old.grams <> new.grams OR old.scope <> new.scope BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;
