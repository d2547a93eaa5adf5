DROP INDEX "cairn"."registers_dead";--> statement-breakpoint
ALTER TABLE "cairn"."vaults" DROP COLUMN "tomb_floor";