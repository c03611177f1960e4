CREATE TABLE IF NOT EXISTS "timezones" (
	"user_id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"timezone" text NOT NULL
);
