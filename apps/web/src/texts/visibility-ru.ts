import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in Russian. */
export const visibilityRu: VisibilityTexts = {
  heading: 'Кто видит ваш часовой пояс',
  levels: {
    public: { name: 'Все', sentence: 'Виден всем, в том числе в списках, поиске и разделе «Все».' },
    unlisted: {
      name: 'По ID',
      sentence: 'Виден тем, кто знает ваш ID, но не попадает в списки.',
    },
    private: { name: 'Только я', sentence: 'Видите только вы. Для остальных вы ничего не сохраняли.' },
  },
  saving: 'Сохранение…',
  saved: {
    public: 'Сохранено: теперь ваш часовой пояс видят все.',
    unlisted: 'Сохранено: теперь ваш часовой пояс доступен по ID.',
    private: 'Сохранено: теперь ваш часовой пояс видите только вы.',
  },
  notSaved: 'Ваш выбор не сохранён.',
  noAnswer: 'Не удаётся связаться с сервисом. Проверьте подключение и выберите ещё раз.',
}
