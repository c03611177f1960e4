const FIRST_NAMES =
  'Ada Amara Aisha Bjorn Carlos Chiara Dana Diego Elif Emeka Fatima Felix Grace Hana Hugo Ines Ivan Jin Jonas Kavya Kofi Lea Liam Lucía Malik Maya Mei Nadia Noah Nia Olga Omar Priya Quinn Rafael Rin Sam Sofia Tariq Tomás Uma Valeria Wei Yara Yuki Zoe'.split(
    ' ',
  )
const LAST_NAMES =
  'Abbott Adeyemi Ahmed Almeida Andersen Aoki Bauer Bianchi Castro Chen Costa Dubois Eriksen Farah Fischer García Haddad Ito Ivanova Jansen Kaur Khan Kim Kowalski Larsen Lopez Mbeki Moreau Müller Nakamura Nguyen Novak Okafor Patel Pereira Rossi Santos Sato Silva Singh Tanaka Usman Vargas Weber Wong Yilmaz'.split(
    ' ',
  )
// A repeated zone is more frequent, roughly as among people who chat.
const ZONES =
  'America/New_York America/New_York America/New_York America/Chicago America/Chicago America/Denver America/Los_Angeles America/Los_Angeles America/Sao_Paulo America/Mexico_City America/Toronto America/Bogota Europe/London Europe/London Europe/London Europe/Berlin Europe/Berlin Europe/Paris Europe/Paris Europe/Madrid Europe/Warsaw Europe/Stockholm Europe/Istanbul Africa/Lagos Africa/Cairo Africa/Nairobi Asia/Dubai Asia/Kolkata Asia/Kolkata Asia/Kathmandu Asia/Jakarta Asia/Manila Asia/Shanghai Asia/Tokyo Asia/Tokyo Asia/Seoul Australia/Sydney Australia/Adelaide Pacific/Auckland UTC'.split(
    ' ',
  )
// Coprime with the lengths above, so that neighbours differ and all combinations occur.
const [ZONE_STEP, LAST_NAME_STEP] = [17, 29]

/** Invented people, as input for an import. The same position always gives the same person. */
export async function* demoRows(count: number) {
  for (let index = 0; index < count; index++) {
    const round = Math.floor(index / FIRST_NAMES.length)
    const first = FIRST_NAMES[index % FIRST_NAMES.length]
    const last = LAST_NAMES[(index * LAST_NAME_STEP + round) % LAST_NAMES.length]
    yield {
      user_id: `demo-${String(index + 1).padStart(6, '0')}`,
      username: `${first} ${last}`,
      timezone: ZONES[(index * ZONE_STEP) % ZONES.length],
    }
  }
}
