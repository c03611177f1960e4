import type { PeopleTexts } from './people-en.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('ru')

/** The texts of the people page, in Russian. */
export const peopleRu: PeopleTexts = {
  heading: 'Люди',
  count: (count) =>
    plural(count, { one: `${count} человек`, few: `${count} человека`, other: `${count} человек` }),
  awakeCount: (count) => plural(count, { one: `${count} не спит`, other: `${count} не спят` }),
  windingDownCount: (count) =>
    plural(count, { one: `${count} скоро ляжет спать`, other: `${count} скоро лягут спать` }),
  asleepCount: (count) => plural(count, { one: `${count} спит`, other: `${count} спят` }),
  states: { awake: 'не спит', 'winding-down': 'скоро ляжет спать', asleep: 'спит' },
  add: 'Добавить людей',
  addHint: 'Имя, ID пользователя или упоминание вида <@80351110224678912>.',
  addButton: 'Добавить',
  found: (count) =>
    plural(count, {
      one: `Найден ${count} человек`,
      few: `Найдено ${count} человека`,
      other: `Найдено ${count} человек`,
    }),
  emptyTitle: 'Чьё время вам важно?',
  empty:
    'Добавьте людей, чтобы видеть их сутки рядом со своими и знать, кто сейчас не спит и когда удобно встретиться.',
  keptHere: 'Список хранится в этом браузере.',
  me: 'Я',
  you: 'вы',
  remove: (name) => `Убрать ${name}`,
  removed: (name) => `Убрано из списка: ${name}.`,
  undo: 'Отменить',
  missing: 'часовой пояс не сохранён',
  unchecked: 'не удалось проверить',
  loading: 'Загрузка…',
  tooMany: (most) =>
    plural(most, {
      one: `Можно сравнить не больше ${most} человека за раз.`,
      other: `Можно сравнить не больше ${most} человек за раз.`,
    }),
  listLabel: 'Местное время',
  same: 'то же время',
  ahead: (amount) => `на ${amount} больше`,
  behind: (amount) => `на ${amount} меньше`,
  hoursOnly: (hours) => `${hours}\u00a0ч`,
  minutesOnly: (minutes) => `${minutes}\u00a0мин`,
  hoursAndMinutes: (hours, minutes) => `${hours}\u00a0ч ${minutes}\u00a0мин`,
  tomorrow: 'завтра',
  yesterday: 'вчера',
  clocksForward: (day) => `перевод часов вперёд: ${day}`,
  clocksBack: (day) => `перевод часов назад: ${day}`,
  onDay: (weekday) => weekday,
  today: 'сегодня',
  line: 'Показанное время',
  now: 'сейчас',
  backToNow: 'Сейчас',
  copyLink: 'Копировать ссылку',
  findTime: 'Найти время',
  groups: {
    label: 'Группы',
    all: 'Мой список',
    save: 'Сохранить как группу',
    name: 'Название группы',
    keep: 'Сохранить группу',
    cancel: 'Отмена',
    remove: 'Удалить группу',
    removed: (name) => `Группа «${name}» удалена.`,
    shared: 'С вами поделились этой группой.',
    saveShared: 'Оставить',
  },
}
