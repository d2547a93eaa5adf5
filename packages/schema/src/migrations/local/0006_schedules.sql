CREATE TABLE `schedule_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`status` text NOT NULL,
	`output_summary` text,
	`output` text,
	`turns` integer DEFAULT 0 NOT NULL,
	`tokens` integer DEFAULT 0 NOT NULL,
	`cost` integer DEFAULT 0 NOT NULL,
	`notified` integer DEFAULT 0 NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `schedule_runs_of` ON `schedule_runs` (`schedule`,`started_at`);--> statement-breakpoint
CREATE TABLE `schedule_times` (
	`schedule` text PRIMARY KEY NOT NULL,
	`next_run_at` integer,
	`last_run_at` integer,
	`last_status` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`running_since` integer,
	`running_due_at` integer,
	`output_hash` text,
	`cadence` text,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `schedule_times_due` ON `schedule_times` (`next_run_at`) WHERE next_run_at is not null;--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`goal` text NOT NULL,
	`cadence` text NOT NULL,
	`notify` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`project` text,
	`channel` text,
	`channel_context` text,
	`runner_id` text NOT NULL,
	`runner_name` text NOT NULL,
	`device_id` text NOT NULL,
	`device_name` text NOT NULL,
	`agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `schedules_name` ON `schedules` (`name`);--> statement-breakpoint
CREATE INDEX `schedules_created` ON `schedules` (`created_at`);--> statement-breakpoint
CREATE INDEX `schedules_status` ON `schedules` (`status`);