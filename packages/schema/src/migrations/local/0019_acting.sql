ALTER TABLE `schedule_runs` ADD `log` text;--> statement-breakpoint
ALTER TABLE `schedule_runs` ADD `told` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `schedule_times` ADD `running_log` text;--> statement-breakpoint
ALTER TABLE `schedules` ADD `act` text;