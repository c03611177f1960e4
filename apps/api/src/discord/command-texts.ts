/** What Discord shows of the commands, in one language: descriptions of at most 100 characters, names of at most 32. */
export type CommandTexts = {
  /** In the menu of a person. */
  localTime: string
  time: string
  times: string
  user: string
  share: string
  timezone: string
  set: string
  zone: string
  visibility: string
  level: string
  levels: { public: string; unlisted: string; private: string }
  show: string
  delete: string
  availability: string
  availabilitySet: string
  days: string
  from: string
  to: string
  availabilityClear: string
  /** Besides each day. */
  groups: { weekdays: string; daily: string; weekend: string }
  when: string
  whenTime: string
  whenDate: string
  whenUser: string
}

/** The texts of each of Discord's locales, `en-US` being the default. */
export const COMMAND_TEXTS: { 'en-US': CommandTexts } & Record<string, CommandTexts> = {
  'en-US': {
    localTime: 'Local time',
    time: 'What time it is for someone',
    times: 'What time it is for several people',
    user: 'Whose time; yours if left out',
    share: 'Show the answer to everyone here',
    timezone: 'Your time zone',
    set: 'Save your time zone',
    zone: 'A city, a country or a time zone',
    visibility: 'Choose who sees your time zone',
    level: 'Who sees it',
    levels: { public: 'Public', unlisted: 'Unlisted', private: 'Private' },
    show: 'Show your time zone and who sees it',
    delete: 'Delete your time zone',
    availability: 'The hours when you are available',
    availabilitySet: 'Save your hours, in place of those that you have saved',
    days: 'On which days',
    from: 'From, such as 9:00 or 9am',
    to: 'To, such as 17:00 or 5pm; earlier than the start is the next day',
    availabilityClear: 'Delete your hours',
    groups: { weekdays: 'Monday to Friday', daily: 'Every day', weekend: 'Saturday and Sunday' },
    when: 'A time as everyone sees it on their own clock',
    whenTime: 'Such as 15:00, 3pm, tomorrow 9:30 or fri 18:00',
    whenDate: 'Such as 2027-03-28 or 28 March',
    whenUser: 'Whose clock shows that time; yours if left out',
  },
  de: {
    localTime: 'Ortszeit',
    time: 'Wie spät es bei jemandem ist',
    times: 'Wie spät es bei mehreren Personen ist',
    user: 'Wessen Uhrzeit; ohne Angabe deine',
    share: 'Die Antwort hier allen zeigen',
    timezone: 'Deine Zeitzone',
    set: 'Deine Zeitzone speichern',
    zone: 'Eine Stadt, ein Land oder eine Zeitzone',
    visibility: 'Festlegen, wer deine Zeitzone sieht',
    level: 'Wer sie sieht',
    levels: { public: 'Öffentlich', unlisted: 'Nicht gelistet', private: 'Privat' },
    show: 'Deine Zeitzone anzeigen und wer sie sieht',
    delete: 'Deine Zeitzone löschen',
    availability: 'Die Zeiten, in denen du verfügbar bist',
    availabilitySet: 'Deine Zeiten speichern, statt der bisherigen',
    days: 'An welchen Tagen',
    from: 'Von, zum Beispiel 9:00 oder 9 Uhr',
    to: 'Bis, zum Beispiel 17:00; früher als der Beginn ist am nächsten Tag',
    availabilityClear: 'Deine Zeiten löschen',
    groups: { weekdays: 'Montag bis Freitag', daily: 'Jeden Tag', weekend: 'Samstag und Sonntag' },
    when: 'Eine Zeit, wie alle sie auf ihrer eigenen Uhr sehen',
    whenTime: 'Zum Beispiel 15:00, 15 Uhr, morgen 9:30 oder Fr 18:00',
    whenDate: 'Zum Beispiel 28.3.2027 oder 28. März',
    whenUser: 'Wessen Uhr diese Zeit zeigt; ohne Angabe deine',
  },
  fr: {
    localTime: 'Heure locale',
    time: 'L’heure qu’il est chez quelqu’un',
    times: 'L’heure qu’il est chez plusieurs personnes',
    user: 'L’heure de qui\u202f; la vôtre par défaut',
    share: 'Montrer la réponse à tout le monde ici',
    timezone: 'Votre fuseau horaire',
    set: 'Enregistrer votre fuseau horaire',
    zone: 'Une ville, un pays ou un fuseau horaire',
    visibility: 'Choisir qui voit votre fuseau horaire',
    level: 'Qui le voit',
    levels: { public: 'Public', unlisted: 'Non répertorié', private: 'Privé' },
    show: 'Afficher votre fuseau horaire et qui le voit',
    delete: 'Supprimer votre fuseau horaire',
    availability: 'Les heures où vous êtes disponible',
    availabilitySet: 'Enregistrer vos heures, à la place des précédentes',
    days: 'Quels jours',
    from: 'De, par exemple 9:00 ou 9h',
    to: 'À, par exemple 17:00\u202f; avant le début, c’est le lendemain',
    availabilityClear: 'Supprimer vos heures',
    groups: { weekdays: 'Du lundi au vendredi', daily: 'Tous les jours', weekend: 'Samedi et dimanche' },
    when: 'Une heure que chacun voit sur sa propre horloge',
    whenTime: 'Par exemple 15:00, 15h30, demain 9:30 ou ven. 18:00',
    whenDate: 'Par exemple 2027-03-28 ou 28 mars',
    whenUser: 'L’horloge de qui indique cette heure\u202f; la vôtre par défaut',
  },
  'pt-BR': {
    localTime: 'Hora local',
    time: 'Que horas são para alguém',
    times: 'Que horas são para várias pessoas',
    user: 'A hora de quem; a sua, se omitido',
    share: 'Mostrar a resposta para todos aqui',
    timezone: 'Seu fuso horário',
    set: 'Salvar seu fuso horário',
    zone: 'Uma cidade, um país ou um fuso horário',
    visibility: 'Escolher quem vê seu fuso horário',
    level: 'Quem vê',
    levels: { public: 'Público', unlisted: 'Não listado', private: 'Privado' },
    show: 'Mostrar seu fuso horário e quem o vê',
    delete: 'Excluir seu fuso horário',
    availability: 'Os horários em que você está disponível',
    availabilitySet: 'Salvar seus horários no lugar dos anteriores',
    days: 'Em quais dias',
    from: 'De, como 9:00 ou 9h',
    to: 'Até, como 17:00; antes do início é no dia seguinte',
    availabilityClear: 'Excluir seus horários',
    groups: { weekdays: 'Segunda a sexta', daily: 'Todos os dias', weekend: 'Sábado e domingo' },
    when: 'Um horário que cada pessoa vê no próprio relógio',
    whenTime: 'Como 15:00, 15h30, amanhã 9:30 ou sex 18:00',
    whenDate: 'Como 2027-03-28 ou 28 de março',
    whenUser: 'O relógio de quem mostra esse horário; o seu, se omitido',
  },
  ja: {
    localTime: '現地時刻',
    time: 'ほかの人の現地時刻を表示します',
    times: '複数の人の現地時刻を表示します',
    user: '時刻を知りたい人（省略すると自分）',
    share: '回答をここにいる全員に表示します',
    timezone: 'あなたのタイムゾーン',
    set: 'タイムゾーンを保存します',
    zone: '都市、国、またはタイムゾーン',
    visibility: 'タイムゾーンを見られる人を選びます',
    level: '見られる人',
    levels: { public: '公開', unlisted: '限定公開', private: '非公開' },
    show: 'タイムゾーンと、それを見られる人を表示します',
    delete: 'タイムゾーンを削除します',
    availability: '対応できる時間',
    availabilitySet: '対応できる時間を保存します（以前のものは置き換えられます）',
    days: '曜日',
    from: '開始時刻（例：9:00、午前9時）',
    to: '終了時刻（例：17:00）。開始より前の時刻は翌日になります',
    availabilityClear: '対応できる時間を削除します',
    groups: { weekdays: '月曜日から金曜日', daily: '毎日', weekend: '土曜日と日曜日' },
    when: '日時を、見る人それぞれの時刻で表示します',
    whenTime: '例：15:00、午後3時、明日 9:30、金曜 18:00',
    whenDate: '例：2027-03-28、3月28日',
    whenUser: '誰の時計での時刻か（省略すると自分）',
  },
  ru: {
    localTime: 'Местное время',
    time: 'Который час у кого-то',
    times: 'Который час у нескольких людей',
    user: 'Чьё время; если не указать, ваше',
    share: 'Показать ответ всем здесь',
    timezone: 'Ваш часовой пояс',
    set: 'Сохранить ваш часовой пояс',
    zone: 'Город, страна или часовой пояс',
    visibility: 'Выбрать, кто видит ваш часовой пояс',
    level: 'Кто его видит',
    levels: { public: 'Общедоступный', unlisted: 'По ID', private: 'Скрытый' },
    show: 'Показать ваш часовой пояс и кто его видит',
    delete: 'Удалить ваш часовой пояс',
    availability: 'Часы, когда вы на связи',
    availabilitySet: 'Сохранить ваши часы вместо прежних',
    days: 'В какие дни',
    from: 'С, например, 9:00 или 9 ч',
    to: 'До, например, 17:00; раньше начала — это на следующий день',
    availabilityClear: 'Удалить ваши часы',
    groups: { weekdays: 'С понедельника по пятницу', daily: 'Каждый день', weekend: 'Суббота и воскресенье' },
    when: 'Время, которое каждый видит на своих часах',
    whenTime: 'Например, 15:00, 15 ч, завтра 9:30 или пт 18:00',
    whenDate: 'Например, 28.3.2027 или 28 марта',
    whenUser: 'На чьих часах это время; если не указать, на ваших',
  },
  ...spanish({
    localTime: 'Hora local',
    time: 'Qué hora es para alguien',
    times: 'Qué hora es para varias personas',
    user: 'La hora de quién; la tuya si se omite',
    share: 'Mostrar la respuesta a todos aquí',
    timezone: 'Tu zona horaria',
    set: 'Guardar tu zona horaria',
    zone: 'Una ciudad, un país o una zona horaria',
    visibility: 'Elegir quién ve tu zona horaria',
    level: 'Quién la ve',
    levels: { public: 'Pública', unlisted: 'No listada', private: 'Privada' },
    show: 'Mostrar tu zona horaria y quién la ve',
    delete: 'Eliminar tu zona horaria',
    availability: 'Las horas en que estás disponible',
    availabilitySet: 'Guardar tus horas, en lugar de las anteriores',
    days: 'Qué días',
    from: 'Desde, por ejemplo, 9:00 o 9am',
    to: 'Hasta, por ejemplo, 17:00; antes del inicio es el día siguiente',
    availabilityClear: 'Eliminar tus horas',
    groups: { weekdays: 'De lunes a viernes', daily: 'Todos los días', weekend: 'Sábado y domingo' },
    when: 'Una hora que cada persona ve en su propio reloj',
    whenTime: 'Por ejemplo, 15:00, 3pm, mañana 9:30 o vie 18:00',
    whenDate: 'Por ejemplo, 2027-03-28 o 28 de marzo',
    whenUser: 'En el reloj de quién es esa hora; en el tuyo si se omite',
  }),
}

/** Worded for every variety of Spanish. */
function spanish(texts: CommandTexts): Record<string, CommandTexts> {
  return { 'es-ES': texts, 'es-419': texts }
}
