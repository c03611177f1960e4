-- NOT VALID: rows of an adopted table may break these rules, and stay as they are.
ALTER TABLE "timezones"
	ADD CONSTRAINT "timezones_user_id_text" CHECK (char_length("timezones"."user_id") between 1 and 255 and "timezones"."user_id" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' and "timezones"."user_id" ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]' and "timezones"."user_id" !~ '^[\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]|[\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]$') NOT VALID,
	ADD CONSTRAINT "timezones_username_text" CHECK (char_length("timezones"."username") between 1 and 255 and "timezones"."username" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' and "timezones"."username" ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U0003ffff\U0004fffe-\U0004ffff\U0005fffe-\U0005ffff\U0006fffe-\U0006ffff\U0007fffe-\U0007ffff\U0008fffe-\U0008ffff\U0009fffe-\U0009ffff\U000afffe-\U000affff\U000bfffe-\U000bffff\U000cfffe-\U000cffff\U000dfffe-\U000dffff\U000efffe-\U000effff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]') NOT VALID,
	ADD COLUMN "ord" bigint DEFAULT 0 NOT NULL,
	ADD COLUMN "position" bigint DEFAULT 0 NOT NULL,
	ADD COLUMN "visibility" text DEFAULT 'public' NOT NULL,
	ADD COLUMN "availability" text,
	ADD CONSTRAINT "timezones_visibility" CHECK ("timezones"."visibility" in ('public', 'unlisted', 'private')),
	ADD CONSTRAINT "timezones_availability" CHECK (char_length("timezones"."availability") <= 470 and "timezones"."availability" ~ '^(state|hours)(;(mo|tu|we|th|fr|sa|su)(,(mo|tu|we|th|fr|sa|su))* ([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00))*$');
--> statement-breakpoint
CREATE SEQUENCE "timezone_position" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 32;--> statement-breakpoint
CREATE TABLE "timezone_feed" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"incarnation" text NOT NULL,
	"ord_offset" bigint DEFAULT 0 NOT NULL,
	"pruned_ord" bigint DEFAULT 0 NOT NULL,
	"pruned_position" bigint DEFAULT 0 NOT NULL,
	"server" text NOT NULL,
	"written_by" bigint NOT NULL,
	CONSTRAINT "timezone_feed_only_row" CHECK ("timezone_feed"."only_row")
);
--> statement-breakpoint
CREATE TABLE "timezone_tombstones" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ord" bigint DEFAULT 0 NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"writes_per_minute" integer,
	"reads_per_minute" integer,
	CONSTRAINT "api_keys_key_hash" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"username" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"avatar" text,
	"discriminator" text,
	"device" text
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "deployment_only_row" CHECK ("deployment"."only_row")
);
--> statement-breakpoint
CREATE TABLE "login_issuers" (
	"issuer" text PRIMARY KEY NOT NULL,
	"prefix" text NOT NULL,
	"is_partial" boolean NOT NULL,
	CONSTRAINT "login_issuers_prefix" UNIQUE("prefix")
);
--> statement-breakpoint
CREATE TABLE "used_once" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idx_timezones_place" ON "timezones" USING btree ("ord","position") WHERE ord > 0;--> statement-breakpoint
CREATE INDEX "idx_timezone_tombstones_place" ON "timezone_tombstones" USING btree ("ord","position");--> statement-breakpoint
CREATE INDEX "idx_timezone_tombstones_at" ON "timezone_tombstones" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idx_sessions_person" ON "sessions" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "idx_sessions_created_at" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idx_sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idx_sessions_last_used_at" ON "sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "idx_used_once_expires_at" ON "used_once" USING btree ("expires_at");--> statement-breakpoint
-- What two names have in common that `/search` finds equal. Independent of the database's locale: an index must keep its order after
-- an upgrade. Without the last character of Unicode: keys that begin with x are those from x to below x || U+10FFFF.
CREATE FUNCTION timezone_search_key(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	key text COLLATE "C" := lower(translate(name, '''`´΄‘’‛′＇ʹʻʼʽʾʿˈˊˋ՚׳Ꞌꞌ', '') COLLATE "C");
	-- Capital letters of the rarer scripts, and their small letters in the same order.
	capitals CONSTANT text := 'ÐÞŊƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡';
	smalls CONSTANT text := 'ðþŋɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃';
BEGIN
	IF octet_length(key) > char_length(key) THEN
		-- Combining marks where a mark is no letter (Latin, Greek, Cyrillic, Hebrew, Arabic), and what does not show.
		key := lower(regexp_replace(normalize(key, NFKD), '[\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\U0010ffff]+', '', 'g'));
	END IF;
	IF octet_length(key) > char_length(key) THEN
		key := translate(key, 'ÆŒẞØĐĦŁŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ', 'æœßøđħłŧαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґ');
		IF key ~ ('[' || capitals || ']') THEN key := translate(key, capitals, smalls); END IF;
		-- What Unicode does not decompose: the service's search for places does the same.
		key := translate(key, 'øđðħıłŋŧəςةى', 'oddhilnteσهي');
		key := replace(replace(replace(replace(key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
	END IF;
	RETURN left(key, 255);
END $$;
--> statement-breakpoint
CREATE INDEX "idx_timezones_public_name" ON "timezones" USING btree (timezone_search_key("username") collate "C",left("user_id", 255) collate "C") WHERE visibility = 'public';--> statement-breakpoint
-- The functions find their tables whatever the search path of their caller is, and nobody can put others before them.
SELECT set_config('search_path', (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'timezones'::regclass) || ', pg_temp', true);--> statement-breakpoint
-- Numbers changes from now on. The offset is a literal in both functions, and the trigger on every set repeats the expression and
-- names schemas, which costs a third less than a call and a search path. What is not public has no place: no query of the feed finds it.
CREATE FUNCTION number_timezone_changes_from(ord_offset bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $do$
DECLARE
	number text := format('pg_catalog.pg_current_xact_id()::pg_catalog.text::pg_catalog.int8 OPERATOR(pg_catalog.+) %s::pg_catalog.int8', ord_offset);
BEGIN
	EXECUTE format('CREATE OR REPLACE FUNCTION timezone_ord() RETURNS bigint LANGUAGE sql AS $$ SELECT %s $$', number);
	EXECUTE format($f$
		CREATE OR REPLACE FUNCTION place_timezone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN
			IF NEW.visibility OPERATOR(pg_catalog.=) 'public'::pg_catalog.text THEN
				NEW.ord := %s;
				NEW.position := pg_catalog.nextval(%L::pg_catalog.regclass);
			ELSE
				NEW.ord := 0;
				NEW.position := 0;
			END IF;
			RETURN NEW;
		END $$
	$f$, number, quote_ident(current_schema) || '.timezone_position');
END $do$;
--> statement-breakpoint
SELECT number_timezone_changes_from(0);--> statement-breakpoint
-- A record leaves the feed when it is deleted, when its id changes, and when it stops being public. After the delete, not
-- before: a statement that waits for a concurrent one must see what that one left. OLD is null for an insert, NEW for a delete.
CREATE FUNCTION keep_timezone_tombstone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	IF OLD.visibility = 'public' AND (NEW.user_id, NEW.visibility) IS DISTINCT FROM (OLD.user_id, OLD.visibility) THEN
		INSERT INTO timezone_tombstones (user_id, ord, position, at)
		VALUES (OLD.user_id, timezone_ord(), nextval('timezone_position'), now())
		ON CONFLICT (user_id) DO UPDATE SET ord = excluded.ord, position = excluded.position, at = excluded.at;
	END IF;
	IF NEW.visibility = 'public' THEN
		-- The fixed snapshot of such a transaction may hide an existing tombstone. Writing that tombstone fails as a conflict,
		-- and the caller retries; otherwise the user would keep both a record and a tombstone.
		IF current_setting('transaction_isolation') <> 'read committed' THEN
			INSERT INTO timezone_tombstones (user_id, at) VALUES (NEW.user_id, now())
			ON CONFLICT (user_id) DO UPDATE SET at = excluded.at;
		END IF;
		DELETE FROM timezone_tombstones WHERE user_id = NEW.user_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION timezone_feed_server() RETURNS text LANGUAGE sql SET search_path FROM CURRENT AS $$
	SELECT system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) FROM pg_control_system()
$$;
--> statement-breakpoint
-- Every writer of the row goes through here or sets written_by itself: that is how a restored row is recognised.
CREATE FUNCTION start_timezone_incarnation() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
	INSERT INTO timezone_feed (incarnation, server, written_by)
	VALUES (replace(left(gen_random_uuid()::text, 13), '-', ''), timezone_feed_server(), pg_current_xact_id()::text::bigint)
	ON CONFLICT (only_row) DO UPDATE
	SET incarnation = excluded.incarnation, server = excluded.server, written_by = excluded.written_by
$$;
--> statement-breakpoint
CREATE FUNCTION truncate_timezone_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	PERFORM start_timezone_incarnation();
	RETURN NULL;
END $$;
--> statement-breakpoint
-- False after a restore or a promotion, until settle_timezone_feed() has run. Always true on a standby, which cannot.
CREATE FUNCTION timezone_feed_is_settled() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	IF pg_is_in_recovery() THEN RETURN true; END IF;
	RETURN coalesce((
		SELECT server = timezone_feed_server() AND xmin::text::bigint = written_by % 4294967296 FROM timezone_feed LIMIT 1
	), false);
END $$;
--> statement-breakpoint
-- Where the table is not the one that earlier cursors were made for: a new incarnation, with numbers above its places. True then.
CREATE FUNCTION settle_timezone_feed() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
	IF timezone_feed_is_settled() THEN RETURN false; END IF;
	-- Writers that number with the old offset end first, and later ones see the new function.
	LOCK TABLE timezones IN SHARE ROW EXCLUSIVE MODE;
	IF timezone_feed_is_settled() THEN RETURN false; END IF;
	PERFORM start_timezone_incarnation();
	UPDATE timezone_feed SET ord_offset = greatest(ord_offset, 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + greatest(
		(SELECT ord FROM timezones WHERE ord > 0 ORDER BY ord DESC, position DESC LIMIT 1),
		(SELECT ord FROM timezone_tombstones ORDER BY ord DESC, position DESC LIMIT 1),
		pruned_ord
	));
	PERFORM number_timezone_changes_from(ord_offset) FROM timezone_feed;
	RETURN true;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION number_timezone_changes_from(bigint), start_timezone_incarnation() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER timezones_place BEFORE INSERT OR UPDATE ON timezones FOR EACH ROW EXECUTE FUNCTION place_timezone();--> statement-breakpoint
CREATE TRIGGER timezones_tombstone AFTER INSERT OR DELETE OR UPDATE OF user_id, visibility ON timezones
FOR EACH ROW EXECUTE FUNCTION keep_timezone_tombstone();
--> statement-breakpoint
CREATE TRIGGER timezones_truncate AFTER TRUNCATE ON timezones EXECUTE FUNCTION truncate_timezone_feed();--> statement-breakpoint
-- Also for sessions that replay changes: session_replication_role = replica, logical replication.
ALTER TABLE timezones
	ENABLE ALWAYS TRIGGER timezones_place,
	ENABLE ALWAYS TRIGGER timezones_tombstone,
	ENABLE ALWAYS TRIGGER timezones_truncate;
--> statement-breakpoint
SELECT start_timezone_incarnation();--> statement-breakpoint
ANALYZE timezone_feed;
