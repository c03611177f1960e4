import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in Russian. */
export const personRu: PersonTexts = {
  missing: 'Здесь нет часов',
  missingText: 'Возможно, ссылка неверна или этот человек не показывает своё местное время.',
  home: 'Указать свой часовой пояс',
  wakes: (amount) => `Скорее всего, спит · проснётся примерно через ${amount}`,
  awake: 'Скорее всего, не спит',
  awakeUntil: (amount) => `Скорее всего, не спит · ещё примерно ${amount}`,
  add: 'Добавить в мой список',
  added: 'В моём списке',
  copyLink: 'Копировать ссылку',
  onlyYou: 'Ваша запись скрыта: эту страницу видите только вы.',
  share: {
    heading: 'Показывайте своё время на других сайтах',
    text: 'Все, кто видит значок или часы, могут узнать ваш часовой пояс.',
    badge: 'Значок',
    badgeAlt: (name) => `Местное время: ${name}`,
    embed: 'Часы',
    embedTitle: (name) => `Местное время: ${name}`,
    copy: (format) => `Копировать ${format}`,
  },
}
