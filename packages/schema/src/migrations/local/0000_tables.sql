CREATE TABLE `access` (
	`entity` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`entity` text NOT NULL,
	`facet` text NOT NULL,
	`hlc` text NOT NULL,
	`verdict` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`entity`, `facet`)
);
--> statement-breakpoint
CREATE TABLE `forgotten` (
	`entity` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`content_hash` text
);
--> statement-breakpoint
CREATE INDEX `forgotten_hash` ON `forgotten` (`hash`);--> statement-breakpoint
CREATE TABLE `inflight` (
	`push_no` integer PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`items` text NOT NULL,
	`frozen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memories` (
	`rid` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`content` text NOT NULL,
	`namespace` text,
	`key` text,
	`project` text,
	`source` text NOT NULL,
	`trust` text NOT NULL,
	`pinned` integer NOT NULL,
	`tags` text NOT NULL,
	`superseded_by` text,
	`superseded_at` integer,
	`device_id` text NOT NULL,
	`device_name` text NOT NULL,
	`session` text,
	`agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`state` integer NOT NULL,
	`content_hash` text NOT NULL,
	`aside` text NOT NULL,
	`grams` text NOT NULL,
	`scope` text NOT NULL,
	`summarised` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memories_id_unique` ON `memories` (`id`);--> statement-breakpoint
CREATE INDEX `memories_created` ON `memories` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `memories_project` ON `memories` (`project`,`created_at`);--> statement-breakpoint
CREATE INDEX `memories_hash` ON `memories` (`content_hash`);--> statement-breakpoint
CREATE INDEX `memories_key` ON `memories` (`key`,`namespace`) WHERE key is not null;--> statement-breakpoint
CREATE INDEX `memories_pinned` ON `memories` (`created_at`) WHERE pinned = 1;--> statement-breakpoint
CREATE INDEX `memories_superseded` ON `memories` (`superseded_by`) WHERE superseded_by is not null;--> statement-breakpoint
CREATE INDEX `memories_unsummarised` ON `memories` (`created_at`) WHERE summarised = 0 and state = 0;--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `migrations` (
	`version` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`checksum` text NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`hlc` text NOT NULL,
	`entity` text NOT NULL,
	`facet` text NOT NULL,
	`again` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hlc`, `entity`, `facet`)
);
--> statement-breakpoint
CREATE TABLE `quarantine` (
	`entity` text NOT NULL,
	`facet` text NOT NULL,
	`hlc` text NOT NULL,
	`seq` integer,
	`v` integer NOT NULL,
	`kg` integer NOT NULL,
	`payload` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`entity`, `facet`)
);
--> statement-breakpoint
CREATE TABLE `registers` (
	`entity` text NOT NULL,
	`facet` text NOT NULL,
	`hlc` text NOT NULL,
	`kg` integer NOT NULL,
	`value` text NOT NULL,
	`seq` integer,
	PRIMARY KEY(`entity`, `facet`)
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`entity` text NOT NULL,
	`facet` text NOT NULL,
	`hlc` text NOT NULL,
	`kg` integer NOT NULL,
	`value` text NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`entity`, `facet`, `hlc`)
);
--> statement-breakpoint
CREATE TABLE `summaries` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`project` text,
	`content` text NOT NULL,
	`entry_ids` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`method` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `summaries_scope` ON `summaries` (`project`,`type`,`created_at`);--> statement-breakpoint
CREATE TABLE `turns` (
	`turn` text PRIMARY KEY NOT NULL,
	`saves` integer NOT NULL,
	`at` integer NOT NULL
);
