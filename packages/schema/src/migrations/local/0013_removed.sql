CREATE TABLE `removed` (
	`entity` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`node` text NOT NULL,
	`at` integer NOT NULL
);

--> statement-breakpoint
-- A healing that was about to remove what the server did not show sends it instead. [TR-1]
UPDATE meta SET value = json_set(value, '$.phase', 'tombstones') WHERE key = 'healing' AND value ->> '$.phase' = 'sweep';
