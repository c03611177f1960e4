import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in Brazilian Portuguese. */
export const personPtBr: PersonTexts = {
  missing: 'Não há nenhum relógio aqui',
  missingText: 'O link pode estar errado, ou esta pessoa não compartilha o horário local.',
  home: 'Definir seu fuso horário',
  wakes: (amount) => `Provavelmente dormindo · acorda em cerca de ${amount}`,
  awake: 'Provavelmente acordado(a)',
  awakeUntil: (amount) => `Provavelmente acordado(a) · ainda por cerca de ${amount}`,
  add: 'Adicionar à minha turma',
  added: 'Na minha turma',
  copyLink: 'Copiar link',
  onlyYou: 'Seu registro é privado: só você vê esta página.',
  share: {
    heading: 'Mostre seu horário em outros lugares',
    text: 'Quem vê o selo ou o relógio pode ver o seu fuso horário.',
    badge: 'Selo',
    badgeAlt: (name) => `Horário local de ${name}`,
    embed: 'Relógio',
    embedTitle: (name) => `Horário local de ${name}`,
    copy: (format) => `Copiar ${format}`,
  },
}
