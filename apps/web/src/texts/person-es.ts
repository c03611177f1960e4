import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in Spanish. */
export const personEs: PersonTexts = {
  missing: 'Aquí no hay ningún reloj',
  missingText: 'Puede que el enlace sea incorrecto o que esta persona no comparta su hora local.',
  home: 'Guardar tu zona horaria',
  wakes: (amount) => `Probablemente duerme · despierta en aprox. ${amount}`,
  awake: 'Probablemente despierto/a',
  awakeUntil: (amount) => `Probablemente despierto/a · aprox. ${amount} más`,
  add: 'Añadir a mi gente',
  added: 'Entre mi gente',
  copyLink: 'Copiar enlace',
  onlyYou: 'Tu registro es privado: solo tú ves esta página.',
  share: {
    heading: 'Muestra tu hora en otros sitios',
    text: 'Quien vea la insignia o el reloj podrá ver tu zona horaria.',
    badge: 'Insignia',
    badgeAlt: (name) => `Hora local de ${name}`,
    embed: 'Reloj',
    embedTitle: (name) => `Hora local de ${name}`,
    copy: (format) => `Copiar ${format}`,
  },
}
