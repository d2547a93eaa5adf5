CREATE TABLE `session_files` (
	`session` text NOT NULL,
	`path` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`session`, `path`)
);
--> statement-breakpoint
CREATE TABLE `session_messages` (
	`session` text NOT NULL,
	`sequence` integer NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`tool_calls` text,
	`tool_results` text,
	`tokens` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`session`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`scope_id` text NOT NULL,
	`project` text,
	`agent` text,
	`state` text DEFAULT 'working' NOT NULL,
	`last_sequence` integer DEFAULT -1 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`max_tokens` integer,
	`tokens` integer DEFAULT 0 NOT NULL,
	`unsummarised` integer DEFAULT 0 NOT NULL,
	`unsummarised_tokens` integer DEFAULT 0 NOT NULL,
	`earlier` text,
	`summary` text,
	`summary_model` text,
	`summary_epoch` integer DEFAULT 0 NOT NULL,
	`summary_from` integer DEFAULT -1 NOT NULL,
	`summary_upto` integer DEFAULT -1 NOT NULL,
	`compacted_upto` integer DEFAULT -1 NOT NULL,
	`compactions` integer DEFAULT 0 NOT NULL,
	`compacted_at` integer,
	`flushed_at_compaction` integer DEFAULT -1 NOT NULL,
	`extracted_upto` integer DEFAULT -1 NOT NULL,
	`extracted_at` integer,
	`reviewed_at` integer,
	`active_task` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_name` ON `sessions` (`name`,`scope`,`scope_id`);--> statement-breakpoint
CREATE INDEX `sessions_updated` ON `sessions` (`updated_at`);--> statement-breakpoint
CREATE INDEX `sessions_unextracted` ON `sessions` (`updated_at`) WHERE extracted_upto < last_sequence;--> statement-breakpoint
ALTER TABLE `passages` ADD `until` integer;--> statement-breakpoint
CREATE INDEX `passages_said` ON `passages` (`content_hash`) WHERE kind = 'turn';