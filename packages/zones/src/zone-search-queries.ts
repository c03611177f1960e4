/** What people type, by the zone of the hit that has to come first. */
const FIRST_HITS = `
America/New_York: nyc, NY, new york, new york city, manhattan, brooklyn, boston, miami, atlanta, philadelphia, philly, washington dc, dc, usa, us, U.S., america, united states, vereinigte staaten, états-unis, estados unidos, est, edt, et, florida, massachusetts, pennsylvania, ohio, maine, vermont, virginia, Нью-Йорк, ニューヨーク, america/new_york, us/eastern
America/Los_Angeles: la, l.a., los angeles, hollywood, sf, san francisco, frisco, silicon valley, bay area, california, oregon, nevada, seattle, portland, san diego, las vegas, vegas, pst, pdt, pt, us/pacific, ロサンゼルス
America/Chicago: chicago, texas, illinois, dallas, houston, austin, minnesota, louisiana, new orleans, wisconsin, ct, us/central
America/Denver: denver, colorado, utah, mst, mdt, wyoming, new mexico
America/Phoenix: phoenix, arizona
America/Anchorage: alaska, anchorage, akst
Pacific/Honolulu: hawaii, honolulu, hst
America/Toronto: toronto, ontario, ottawa, canada, kanada, montreal, montréal, quebec, québec
America/Vancouver: vancouver, british columbia, bc
America/Halifax: halifax, nova scotia
America/St_Johns: newfoundland, nst
Europe/London: uk, UK, u.k., great britain, britain, united kingdom, großbritannien, vereinigtes königreich, england, scotland, schottland, wales, northern ireland, london, londres, лондон, ロンドン, manchester, birmingham, glasgow, edinburgh, belfast, bst
Europe/Dublin: dublin, ireland, irland, éire
Europe/Berlin: berlin, germany, deutschland, allemagne, alemania, münchen, munchen, muenchen, munich, köln, koeln, cologne, hamburg, frankfurt, nürnberg, düsseldorf, bavaria, bayern, nrw, cet, cest, mez, берлин, europe/berlin, stuttgart, hannover
Europe/Vienna: wien, vienna, austria, österreich, osterreich, autriche
Europe/Zurich: zürich, zurich, schweiz, suisse, switzerland, svizzera, genf, genève, geneva, bern, basel
Europe/Paris: paris, france, frankreich, francia, lyon, marseille, nice, nizza, straßburg, париж
Europe/Madrid: madrid, spain, españa, spanien, barcelona, sevilla, seville
Europe/Rome: rom, rome, roma, italy, italien, italia, mailand, milano, milan, venice, venedig, florenz, neapel, turin
Europe/Lisbon: lisbon, lisboa, lissabon, portugal, porto, wet
Europe/Amsterdam: amsterdam, netherlands, niederlande, holland, den haag, rotterdam
Europe/Brussels: brussels, brüssel, bruxelles, belgium, belgien, belgië, belgique, antwerpen
Europe/Copenhagen: copenhagen, kopenhagen, københavn, kobenhavn, denmark, dänemark, danmark
Europe/Stockholm: stockholm, sweden, schweden, sverige, göteborg
Europe/Oslo: oslo, norway, norwegen, norge
Europe/Helsinki: helsinki, finland, finnland, suomi
Europe/Warsaw: warsaw, warschau, warszawa, poland, polen, polska, krakow, kraków, krakau, łódź, lodz
Europe/Prague: prague, prag, praha, czechia, czech republic, tschechien
Europe/Budapest: budapest, hungary, ungarn, magyarország
Europe/Bucharest: bukarest, bucharest, romania, rumänien, bucurești
Europe/Athens: athens, athen, αθήνα, greece, griechenland, ελλάδα
Europe/Kyiv: kyiv, kiev, kiew, киев, київ, ukraine, україна, lviv, odessa, odesa, europe/kiev
Europe/Moscow: москва, moscow, moskau, moskva, russia, russland, россия, msk, saint petersburg, st. petersburg, st petersburg
Europe/Istanbul: istanbul, turkey, türkiye, türkei, ankara
Europe/Belgrade: belgrad, beograd, serbia
Europe/Sofia: софия, bulgaria, bulgarien
Atlantic/Reykjavik: iceland, island, reykjavik, reykjavík
Asia/Kolkata: india, indien, mumbai, bombay, delhi, new delhi, bangalore, bengaluru, kolkata, calcutta, kalkutta, chennai, madras, hyderabad, pune, gujarat, kerala, karnataka, tamil nadu, maharashtra, west bengal, goa, ist, asia/calcutta, gurgaon, दिल्ली
Asia/Karachi: pakistan, karachi, lahore, islamabad, pkt
Asia/Dhaka: bangladesh, dhaka, dacca
Asia/Kathmandu: nepal, kathmandu, katmandu, asia/katmandu
Asia/Colombo: sri lanka, colombo
Asia/Shanghai: china, 中国, 北京, beijing, peking, shanghai, 上海, guangzhou, shenzhen, 深圳, cst
Asia/Shanghai: lhasa, maoming, zhanjiang, dunhuang
Asia/Urumqi: urumqi, ürümqi, kashgar
America/Ciudad_Juarez: ciudad juarez, ciudad juárez, juarez
America/Punta_Arenas: punta arenas
Asia/Yekaterinburg: perm, yekaterinburg
Europe/Moscow: penza
Asia/Tehran: urmia
America/Argentina/Catamarca: comodoro rivadavia
Asia/Hong_Kong: hong kong, hongkong, 香港, hkt
Asia/Taipei: taiwan, taipei, 台北
Asia/Tokyo: tokyo, tokio, 東京, とうきょう, japan, 日本, osaka, 大阪, kyoto, 京都, yokohama, jst
Asia/Seoul: seoul, 서울, korea, south korea, südkorea, 한국, busan, 부산, kst
Asia/Singapore: singapore, singapur, sgt, 新加坡
Asia/Bangkok: bangkok, thailand, กรุงเทพ
Asia/Ho_Chi_Minh: vietnam, saigon, ho chi minh city
Asia/Manila: manila, philippines, philippinen, pht
Asia/Jakarta: indonesia, indonesien, jakarta, wib
Asia/Kuala_Lumpur: malaysia, kuala lumpur, kl
Asia/Yangon: burma, myanmar, rangoon
Asia/Dubai: uae, UAE, dubai, دبي, abu dhabi, united arab emirates, emirates, vae, gst
Asia/Riyadh: saudi arabia, saudi-arabien, riyadh, الرياض, mecca, mekka, ast
Asia/Tehran: iran, tehran, teheran, تهران
Asia/Baghdad: irak, iraq, baghdad, بغداد
Asia/Jerusalem: israel, tel aviv, jerusalem, תל אביב
Africa/Cairo: egypt, ägypten, cairo, kairo, القاهرة
Africa/Lagos: nigeria, lagos
Africa/Nairobi: kenya, kenia, nairobi
Africa/Johannesburg: south africa, südafrika, johannesburg, cape town, kapstadt, sast
Africa/Casablanca: morocco, marokko, casablanca
Australia/Sydney: sydney, new south wales, nsw, aest, canberra
Australia/Melbourne: melbourne, victoria
Australia/Brisbane: brisbane, queensland
Australia/Perth: perth, western australia, awst
Australia/Adelaide: adelaide, south australia
Pacific/Auckland: new zealand, nz, neuseeland, auckland, wellington
America/Sao_Paulo: brazil, brasil, brasilien, são paulo, sao paulo, rio, rio de janeiro
America/Argentina/Buenos_Aires: argentina, argentinien, buenos aires
America/Mexico_City: mexico, méxico, mexiko, mexico city, cdmx
America/Bogota: colombia, kolumbien, bogota, bogotá
America/Lima: peru, lima
America/Santiago: chile, santiago
America/Caracas: venezuela, caracas
America/Havana: cuba, kuba, havana
America/Nuuk: nuuk
Europe/Belgrade: kosovo, pristina, косово
Asia/Shanghai: tibet, pequim, пекин, بكين
Asia/Urumqi: xinjiang
Asia/Makassar: bali
Atlantic/Canary: canary islands, canarias, kanaren
America/Hermosillo: sonora
America/Noronha: fernando de noronha
Africa/Abidjan: elfenbeinküste
Europe/Minsk: weißrussland
America/New_York: nueva york, nova york, نيويورك
Europe/London: لندن, англия
Europe/Berlin: برلين
Asia/Tokyo: tóquio
Australia/Sydney: シドニー, сидней
Asia/Kolkata: ムンバイ, дели
Asia/Tbilisi: тбилиси
Pacific/Honolulu: ハワイ
UTC: utc, zulu
Europe/Berlin: berln, muenchn
Asia/Kathmandu: kathmnadu
America/New_York: portland maine, cambridge massachusetts
America/Los_Angeles: portland oregon
America/Toronto: london ontario, london canada
Europe/London: london england, london uk
America/Chicago: paris texas, birmingham alabama, springfield illinois
Australia/Sydney: sydny
Europe/London: lonodn
America/Phoenix: pheonix
Asia/Kolkata: +5.5, utc+5.5, +٥:٣٠
America/Los_Angeles: san fransisco, califronia
America/Los_Angeles: pacific time, Pacific Standard Time, pacific daylight time, pacific t, pacific daylight savings time, Pacific Time (US & Canada), west coast, west coast time, pst time, la time, california time
America/Denver: mountain time, mountain standard time
America/Chicago: central time, central standard time, central time zone, texas time
America/New_York: eastern time, eastern standard time, eastern daylight time, Eastern Time (US & Canada), east coast, east coast time, est time, ny time, nyc time, new york time, new york s
America/Halifax: atlantic time, atlantic standard time
America/Anchorage: alaska time
Pacific/Honolulu: hawaii time, hawaii-aleutian standard time
Europe/London: london time, london t, londn time, uk time, british time, british summer time, greenwich mean time, gmt time, londoner zeit, hora de londres
Europe/Berlin: central european time, central european summer time, cet time, german time, berlin time, Mitteleuropäische Zeit, mitteleuropäische sommerzeit, deutsche zeit
Europe/Paris: paris time, heure de paris, french time
Europe/Kyiv: eastern european time
Europe/Lisbon: western european time
Europe/Dublin: irish time
Europe/Moscow: moscow time, московское время
Europe/Simferopol: crimea, krim, крым, crimea time
Asia/Kolkata: indian standard time, india standard time, indian time, india time, gmt 5:30, utc 5:30
Asia/Karachi: utc 5, utc5, gmt 5, utc+5, pakistan standard time
Asia/Shanghai: china time, china standard time, beijing time
Asia/Tokyo: japan time, japan standard time, tokyo time, time in tokyo
Asia/Seoul: korea standard time, korean time
Asia/Dubai: gulf standard time, dubai time
Asia/Singapore: singapore time
Asia/Hong_Kong: hong kong time
Asia/Kathmandu: nepal time
Australia/Sydney: aussie, oz, australia, aussie time, sydney time, australia time, australian eastern standard time, australian eastern time
Australia/Perth: australian western standard time
Pacific/Auckland: new zealand time, nz time
America/Sao_Paulo: brasilia time
UTC: utc time, coordinated universal time
`

/** `[query, zone]` */
export const SEARCH_QUERIES: [query: string, zone: string][] = FIRST_HITS.trim()
  .split('\n')
  .flatMap((line) => {
    const separator = line.indexOf(': ')
    const zone = line.slice(0, separator)
    return line
      .slice(separator + 2)
      .split(', ')
      .map((query): [string, string] => [query, zone])
  })
