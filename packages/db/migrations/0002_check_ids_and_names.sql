-- NOT VALID: rows from before this rule stay as they are, and the table is not scanned under a lock.
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'timezones'::regclass AND conname = 'timezones_user_id_text') THEN
		ALTER TABLE "timezones" ADD CONSTRAINT "timezones_user_id_text" CHECK (char_length("timezones"."user_id") between 1 and 255 and "timezones"."user_id" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]') NOT VALID;
	END IF;
END $$;--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'timezones'::regclass AND conname = 'timezones_username_text') THEN
		ALTER TABLE "timezones" ADD CONSTRAINT "timezones_username_text" CHECK (char_length("timezones"."username") between 1 and 255 and "timezones"."username" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]') NOT VALID;
	END IF;
END $$;
