CREATE TABLE "login_issuers" (
	"issuer" text PRIMARY KEY NOT NULL,
	"prefix" text NOT NULL,
	"is_partial" boolean NOT NULL,
	CONSTRAINT "login_issuers_prefix" UNIQUE("prefix")
);
--> statement-breakpoint
-- One statement for its caller, and so one transaction. The sessions go first: this waits for a set that has locked its
-- session, and the next statement sees the record that it created. A set creates none once its session has ended.
CREATE OR REPLACE FUNCTION erase_person(erased_user text, erased_issuers text[], erased_subject text, OUT record boolean, OUT id_hashes text[], OUT written_as bigint) LANGUAGE plpgsql AS $$
BEGIN
	WITH ended AS (
		DELETE FROM sessions
		WHERE (issuer = ANY (erased_issuers) AND subject = erased_subject) OR (erased_subject IS NULL AND user_id = erased_user)
		RETURNING id_hash
	)
	SELECT coalesce(array_agg(id_hash), '{}') INTO id_hashes FROM ended;
	DELETE FROM timezones WHERE user_id = erased_user;
	record := FOUND;
	written_as := timezone_ord();
END $$;
