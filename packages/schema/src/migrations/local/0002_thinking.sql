CREATE TABLE `findings` (
	`entity` text NOT NULL,
	`other` text NOT NULL,
	`entity_hash` text NOT NULL,
	`other_hash` text NOT NULL,
	`due_at` integer NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`entity`, `other`)
);
--> statement-breakpoint
CREATE INDEX `findings_other` ON `findings` (`other`);--> statement-breakpoint
CREATE INDEX `findings_due` ON `findings` (`kept`,`due_at`);--> statement-breakpoint
CREATE TABLE `injected` (
	`session` text NOT NULL,
	`entity` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`session`, `entity`)
);
--> statement-breakpoint
CREATE INDEX `injected_at` ON `injected` (`at`);--> statement-breakpoint
CREATE TABLE `model_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`completion_tokens` integer NOT NULL,
	`ms` integer NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_calls_at` ON `model_calls` (`at`);--> statement-breakpoint
CREATE TABLE `passages` (
	`rid` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`ordinal` integer NOT NULL,
	`part` integer NOT NULL,
	`body` text NOT NULL,
	`previous` text NOT NULL,
	`next` text NOT NULL,
	`aside` text NOT NULL,
	`grams` text NOT NULL,
	`scope` text NOT NULL,
	`project` text,
	`author` text,
	`at` integer NOT NULL,
	`start` integer NOT NULL,
	`stop` integer NOT NULL,
	`content_hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passages_place` ON `passages` (`source`,`ordinal`,`part`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`project` text,
	`content_hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`indexed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sources_kind` ON `sources` (`kind`,`name`);--> statement-breakpoint
CREATE TABLE `summary_citations` (
	`summary` text NOT NULL,
	`sentence` integer NOT NULL,
	`entity` text NOT NULL,
	`content_hash` text NOT NULL,
	PRIMARY KEY(`summary`, `sentence`, `entity`)
);
--> statement-breakpoint
CREATE INDEX `summary_citations_entity` ON `summary_citations` (`entity`);--> statement-breakpoint
CREATE TABLE `unindexed` (
	`first_rid` integer PRIMARY KEY NOT NULL,
	`last_rid` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vectors` (
	`vid` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`model` text NOT NULL,
	`text_hash` text NOT NULL,
	`bits` blob NOT NULL,
	`vector` blob NOT NULL,
	`unowned_since` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vectors_text` ON `vectors` (`text_hash`,`model`);--> statement-breakpoint
DROP INDEX `memories_project`;--> statement-breakpoint
DROP INDEX `memories_unsummarised`;--> statement-breakpoint
ALTER TABLE `memories` ADD `seen_n` integer;--> statement-breakpoint
ALTER TABLE `memories` ADD `seen_first` integer;--> statement-breakpoint
ALTER TABLE `memories` ADD `seen_last` integer;--> statement-breakpoint
ALTER TABLE `memories` ADD `compared` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memories` ADD `vector` integer;--> statement-breakpoint
CREATE INDEX `memories_uncompared` ON `memories` (`state`) WHERE compared = 0;--> statement-breakpoint
CREATE INDEX `memories_vector` ON `memories` (`vector`);--> statement-breakpoint
CREATE INDEX `memories_project` ON `memories` (`project`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `memories_unsummarised` ON `memories` (`project`,`created_at`) WHERE summarised = 0 and state = 0 and trust in ('high', 'normal');--> statement-breakpoint
CREATE INDEX `access_n` ON `access` (`n`);--> statement-breakpoint
ALTER TABLE `summaries` DROP COLUMN `entry_ids`;