-- The full-text index over passages [F-1, F-8, M-11]: as the one over memories, with the turns around a turn in `previous`
-- and `next`.
CREATE VIEW passage_search AS
  SELECT rid, body || ' ' || aside AS body, previous, next, grams, scope FROM passages;
--> statement-breakpoint
CREATE VIRTUAL TABLE passage_fts USING fts5(
  body, previous, next, grams, scope,
  content = 'passage_search', content_rowid = 'rid', tokenize = 'porter unicode61'
);
--> statement-breakpoint
-- As for memories: what is taken out leaves the index's pages [ST-4], and the format number says so.
INSERT INTO passage_fts (passage_fts, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
UPDATE passage_fts_config SET v = 5 WHERE k = 'version';
--> statement-breakpoint
INSERT INTO passage_fts (passage_fts, rank) VALUES ('rank', 'bm25(1.0, 0.4, 0.2, 1.0, 0.0)');
--> statement-breakpoint
CREATE TRIGGER passages_fts_insert AFTER INSERT ON passages BEGIN
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;
--> statement-breakpoint
CREATE TRIGGER passages_fts_delete AFTER DELETE ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
END;
--> statement-breakpoint
CREATE TRIGGER passages_fts_update AFTER UPDATE OF body, previous, next, aside, grams, scope ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;
--> statement-breakpoint
-- Rows of `memories` that `unindexed` names are left alone by the triggers: they are indexed together, or later [F-6]. Ranges do not
-- overlap, so the last one that begins at or before a row decides.
DROP TRIGGER memories_fts_insert;
--> statement-breakpoint
DROP TRIGGER memories_fts_delete;
--> statement-breakpoint
DROP TRIGGER memories_fts_update;
--> statement-breakpoint
CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories
WHEN new.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= new.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;
--> statement-breakpoint
CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories
WHEN old.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= old.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
END;
--> statement-breakpoint
CREATE TRIGGER memories_fts_update AFTER UPDATE OF content, aside, grams, scope ON memories
WHEN (old.content <> new.content OR old.aside <> new.aside OR old.grams <> new.grams OR old.scope <> new.scope)
  AND old.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= old.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;
--> statement-breakpoint
-- Entries that are gathered in memory before they become one segment of the index, in bytes: many rows at once make fewer segments.
INSERT INTO memory_fts (memory_fts, rank) VALUES ('hashsize', 8388608);
--> statement-breakpoint
-- A device at rest merges segments in small steps, two of a size being enough.
INSERT INTO memory_fts (memory_fts, rank) VALUES ('usermerge', 2);
--> statement-breakpoint
INSERT INTO passage_fts (passage_fts, rank) VALUES ('usermerge', 2);
--> statement-breakpoint
-- A vector goes with the last memory that says its text, whichever model made it [ST-4].
CREATE TRIGGER memories_vector_delete AFTER DELETE ON memories WHEN old.vector IS NOT NULL BEGIN
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN memories AS m ON m.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
--> statement-breakpoint
CREATE TRIGGER memories_vector_update AFTER UPDATE OF content, key ON memories
WHEN old.vector IS NOT NULL AND (old.content <> new.content OR old.key IS NOT new.key) BEGIN
  UPDATE memories SET vector = NULL WHERE rid = new.rid;
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN memories AS m ON m.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
