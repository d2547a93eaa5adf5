ALTER TABLE `passages` ADD `waits` integer;--> statement-breakpoint
CREATE INDEX `passages_waiting` ON `passages` (`waits`) WHERE waits is not null;--> statement-breakpoint
-- What `waits` says is not in the index [F-12] is not in the view either, so a check and a rebuild fit; the triggers leave it alone.
DROP VIEW passage_search;
--> statement-breakpoint
CREATE VIEW passage_search AS
  SELECT rid, body || ' ' || aside AS body, previous, next, grams, scope FROM passages WHERE waits IS NOT 1;
--> statement-breakpoint
DROP TRIGGER passages_fts_insert;
--> statement-breakpoint
DROP TRIGGER passages_fts_delete;
--> statement-breakpoint
DROP TRIGGER passages_fts_update;
--> statement-breakpoint
CREATE TRIGGER passages_fts_insert AFTER INSERT ON passages WHEN new.waits IS NOT 1 BEGIN
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;
--> statement-breakpoint
CREATE TRIGGER passages_fts_delete AFTER DELETE ON passages WHEN old.waits IS NOT 1 BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
END;
--> statement-breakpoint
CREATE TRIGGER passages_fts_update AFTER UPDATE OF body, previous, next, aside, grams, scope ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  SELECT 'delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope
  WHERE old.waits IS NOT 1;
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  SELECT new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope
  WHERE new.waits IS NOT 1;
END;
--> statement-breakpoint
-- Turns that were not told yet what follows them.
UPDATE passages SET waits = 2 WHERE kind = 'turn' AND next <> coalesce((
  SELECT group_concat(spoken, ' ') FROM (
    SELECT coalesce(f.author || ': ', '') || f.body AS spoken FROM passages AS f
    WHERE f.source = passages.source AND (f.ordinal, f.part) > (passages.ordinal, passages.part)
    ORDER BY f.ordinal, f.part LIMIT 2)), '');
