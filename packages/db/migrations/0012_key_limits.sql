ALTER TABLE "api_keys" ADD COLUMN "writes_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "reads_per_minute" integer;