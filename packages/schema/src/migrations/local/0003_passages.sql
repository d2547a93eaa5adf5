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
