CREATE TABLE "deployment" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "deployment_only_row" CHECK ("deployment"."only_row")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "avatar" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "discriminator" text;