import type { LanguageTag } from '@timezone-registry/zones/place-of'

type Visibility = 'public' | 'unlisted' | 'private'

/** What the commands answer, in one language. Names are escaped, amounts are such as `5 hours, 30 minutes`. */
export type AnswerTexts = {
  same: string
  ahead(amount: string): string
  behind(amount: string): string
  /** For people without a record, and those whose record the reader may not see. */
  notSet(names: string): string
  notSetYourself: string
  saved: string
  restored: string
  deleted: string
  nothingToDelete: string
  changedMeanwhile: string
  /** Who sees the reader's own time zone. */
  whoSees: Record<Visibility, string>
  /** Whether somebody is available now, by the hours that they have saved. */
  states: { available: string; away: string }
  /** Under the caller's own hours, unless everybody sees those. */
  onlyState: string
  hoursDeleted: string
  unknownHours: string
  whichPlace: string
  unknownPlace: string
  /** Why a time that somebody typed has no single meaning, and what to type. */
  unclear: { text: string; midnight: string; weekday: string }
  /** The time that was asked for has passed. */
  past: string
  tooFar: string
  /** A clock change skips or repeats the time that was asked for. */
  skipped: string
  repeated: string
  unavailable: string
  unconfirmed: string
  rateLimited(seconds: number): string
  storageFull: string
  failed: string
  unknownCommand: string
  /** The labels of buttons, and of the form that one opens. */
  share: string
  change: string
  undo: string
  formTitle: string
  formLabel: string
}

const en: AnswerTexts = {
  same: 'same time as you',
  ahead: (amount) => `${amount} ahead of you`,
  behind: (amount) => `${amount} behind you`,
  notSet: (names) => `No time zone saved: ${names}`,
  notSetYourself: 'You haven’t saved a time zone. Use `/timezone set`.',
  saved: 'Saved.',
  restored: 'Restored.',
  deleted: 'Your time zone is deleted.',
  nothingToDelete: 'There was nothing to delete.',
  changedMeanwhile: 'Your time zone has changed since, so nothing was undone.',
  whoSees: {
    public: 'Everyone sees your time zone.',
    unlisted: 'Anyone who knows your user ID sees your time zone, but it isn’t listed anywhere.',
    private: 'Only you see your time zone. Others can’t tell that you saved one.',
  },
  states: { available: 'available', away: 'away' },
  onlyState: 'Others see only whether you are available now.',
  hoursDeleted: 'Your availability is deleted.',
  unknownHours: 'I can’t read these times. Try `9:00` or `5pm`.',
  whichPlace: 'Which of these do you mean?',
  unknownPlace: 'I don’t know this place. Try a larger city nearby, and pick it from the list.',
  unclear: {
    text: 'I can’t read this as a time. Try `15:00`, `3pm`, `tomorrow 9:30` or `fri 18:00`, with a date such as `2027-03-28`.',
    midnight: 'Midnight at which end of that day? Type `0:00` for its start or `24:00` for its end.',
    weekday: 'That date isn’t on the weekday that you typed. Leave one of them out.',
  },
  past: 'This time has passed.',
  tooFar: 'The time must be at most ten years from now.',
  skipped:
    'The clocks go forward there, so the time you typed doesn’t exist on that day. This is the time after the change.',
  repeated:
    'The clocks go back there, so the time you typed occurs twice on that day. This is the first one.',
  unavailable: 'The service is temporarily unavailable. Please try again shortly.',
  unconfirmed: 'Not confirmed yet. Check with `/timezone show` in a moment.',
  rateLimited: (seconds) => `Too many requests. Try again in ${seconds}\u00a0s.`,
  storageFull: 'Nothing can be saved at the moment. Please try again later.',
  failed: 'Something went wrong on our side. Please try again.',
  unknownCommand: 'This command isn’t available here. It may have changed: restart Discord and try again.',
  share: 'Share',
  change: 'Change',
  undo: 'Undo',
  formTitle: 'Your time zone',
  formLabel: 'City, country or zone name',
}

const de: AnswerTexts = {
  same: 'gleiche Zeit wie bei dir',
  ahead: (amount) => `${amount} später als bei dir`,
  behind: (amount) => `${amount} früher als bei dir`,
  notSet: (names) => `Keine Zeitzone gespeichert: ${names}`,
  notSetYourself: 'Du hast noch keine Zeitzone gespeichert. Das geht mit `/timezone set`.',
  saved: 'Gespeichert.',
  restored: 'Wiederhergestellt.',
  deleted: 'Deine Zeitzone ist gelöscht.',
  nothingToDelete: 'Es gab nichts zu löschen.',
  changedMeanwhile: 'Deine Zeitzone wurde inzwischen geändert. Deshalb wurde nichts rückgängig gemacht.',
  whoSees: {
    public: 'Alle sehen deine Zeitzone.',
    unlisted: 'Wer deine Benutzer-ID kennt, sieht deine Zeitzone. Sie taucht aber nirgends in Listen auf.',
    private:
      'Nur du siehst deine Zeitzone. Für alle anderen sieht es so aus, als hättest du keine gespeichert.',
  },
  states: { available: 'verfügbar', away: 'nicht verfügbar' },
  onlyState: 'Andere sehen nur, ob du gerade verfügbar bist.',
  hoursDeleted: 'Deine Verfügbarkeit ist gelöscht.',
  unknownHours: 'Diese Uhrzeiten kann ich nicht lesen. Versuche es mit `9:00` oder `17 Uhr`.',
  whichPlace: 'Was davon meinst du?',
  unknownPlace:
    'Diesen Ort kenne ich nicht. Versuche es mit einer größeren Stadt in der Nähe und wähle sie aus der Liste.',
  unclear: {
    text: 'Das kann ich nicht als Zeit lesen. Versuche es mit `15:00`, `15 Uhr`, `morgen 9:30` oder `Fr 18:00`, mit einem Datum wie `28.3.2027`.',
    midnight:
      'Mitternacht am Anfang oder am Ende des Tages? Gib `0:00` für den Anfang oder `24:00` für das Ende ein.',
    weekday: 'Dieses Datum fällt nicht auf den angegebenen Wochentag. Lass eines von beiden weg.',
  },
  past: 'Diese Zeit ist schon vorbei.',
  tooFar: 'Die Zeit darf höchstens zehn Jahre entfernt sein.',
  skipped:
    'Dort werden die Uhren vorgestellt, deshalb gibt es die eingegebene Uhrzeit an diesem Tag nicht. Das ist die Zeit nach der Umstellung.',
  repeated:
    'Dort werden die Uhren zurückgestellt, deshalb gibt es die eingegebene Uhrzeit an diesem Tag zweimal. Das ist das erste Mal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuche es gleich noch einmal.',
  unconfirmed: 'Noch nicht bestätigt. Sieh gleich mit `/timezone show` nach.',
  rateLimited: (seconds) => `Zu viele Anfragen. Versuche es in ${seconds}\u00a0Sek. noch einmal.`,
  storageFull: 'Im Moment kann nichts gespeichert werden. Bitte versuche es später noch einmal.',
  failed: 'Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.',
  unknownCommand:
    'Diesen Befehl gibt es hier nicht. Vielleicht hat er sich geändert: Starte Discord neu und versuche es noch einmal.',
  share: 'Teilen',
  change: 'Ändern',
  undo: 'Rückgängig',
  formTitle: 'Deine Zeitzone',
  formLabel: 'Stadt, Land oder Name der Zeitzone',
}

const es: AnswerTexts = {
  same: 'la misma hora que tú',
  ahead: (amount) => `${amount} más que tú`,
  behind: (amount) => `${amount} menos que tú`,
  notSet: (names) => `Sin zona horaria guardada: ${names}`,
  notSetYourself: 'Aún no has guardado ninguna zona horaria. Usa `/timezone set`.',
  saved: 'Guardado.',
  restored: 'Restaurado.',
  deleted: 'Tu zona horaria se ha eliminado.',
  nothingToDelete: 'No había nada que eliminar.',
  changedMeanwhile: 'Tu zona horaria ha cambiado desde entonces, así que no se ha deshecho nada.',
  whoSees: {
    public: 'Todo el mundo ve tu zona horaria.',
    unlisted: 'Quien conozca tu ID de usuario ve tu zona horaria, pero no aparece en ninguna lista.',
    private: 'Solo tú ves tu zona horaria. Para los demás, no has guardado nada.',
  },
  states: { available: 'disponible', away: 'no disponible' },
  onlyState: 'Los demás solo ven si estás disponible ahora.',
  hoursDeleted: 'Tu disponibilidad se ha eliminado.',
  unknownHours: 'No puedo leer esas horas. Prueba con `9:00` o `17:00`.',
  whichPlace: '¿A cuál de estos te refieres?',
  unknownPlace: 'No conozco ese lugar. Prueba con una ciudad más grande cercana y elígela de la lista.',
  unclear: {
    text: 'No puedo leer eso como una hora. Prueba con `15:00`, `3pm`, `mañana 9:30` o `vie 18:00`, con una fecha como `28 de marzo`.',
    midnight:
      '¿Medianoche al principio o al final de ese día? Escribe `0:00` para el principio o `24:00` para el final.',
    weekday: 'Esa fecha no cae en el día de la semana que escribiste. Omite uno de los dos.',
  },
  past: 'Esta hora ya ha pasado.',
  tooFar: 'La hora debe estar a diez años como máximo.',
  skipped:
    'Allí se adelantan los relojes, así que la hora que escribiste no existe ese día. Esta es la hora después del cambio.',
  repeated:
    'Allí se atrasan los relojes, así que la hora que escribiste se repite ese día. Esta es la primera vez.',
  unavailable: 'El servicio no está disponible en este momento. Inténtalo de nuevo en un momento.',
  unconfirmed: 'Aún sin confirmar. Compruébalo con `/timezone show` en un momento.',
  rateLimited: (seconds) => `Demasiadas solicitudes. Inténtalo de nuevo en ${seconds}\u00a0s.`,
  storageFull: 'En este momento no se puede guardar nada. Inténtalo de nuevo más tarde.',
  failed: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
  unknownCommand:
    'Este comando no está disponible aquí. Puede que haya cambiado: reinicia Discord e inténtalo de nuevo.',
  share: 'Compartir',
  change: 'Cambiar',
  undo: 'Deshacer',
  formTitle: 'Tu zona horaria',
  formLabel: 'Ciudad, país o nombre de la zona',
}

const fr: AnswerTexts = {
  same: 'même heure que vous',
  ahead: (amount) => `${amount} de plus que vous`,
  behind: (amount) => `${amount} de moins que vous`,
  notSet: (names) => `Aucun fuseau horaire enregistré\u00a0: ${names}`,
  notSetYourself: 'Vous n’avez pas encore enregistré de fuseau horaire. Utilisez `/timezone set`.',
  saved: 'Enregistré.',
  restored: 'Restauré.',
  deleted: 'Votre fuseau horaire est supprimé.',
  nothingToDelete: 'Il n’y avait rien à supprimer.',
  changedMeanwhile: 'Votre fuseau horaire a changé entre-temps\u00a0: rien n’a été restauré.',
  whoSees: {
    public: 'Tout le monde voit votre fuseau horaire.',
    unlisted:
      'Quiconque connaît votre identifiant voit votre fuseau horaire, mais il ne figure dans aucune liste.',
    private: 'Vous seul voyez votre fuseau horaire. Pour tous les autres, vous n’avez rien enregistré.',
  },
  states: { available: 'disponible', away: 'indisponible' },
  onlyState: 'Les autres voient seulement si vous êtes disponible en ce moment.',
  hoursDeleted: 'Votre disponibilité est supprimée.',
  unknownHours: 'Je ne peux pas lire ces heures. Essayez `9:00` ou `17h`.',
  whichPlace: 'Lequel de ces lieux voulez-vous dire\u202f?',
  unknownPlace:
    'Je ne connais pas ce lieu. Essayez une plus grande ville à proximité et choisissez-la dans la liste.',
  unclear: {
    text: 'Je ne peux pas lire cela comme une heure. Essayez `15:00`, `15h30`, `demain 9:30` ou `ven. 18:00`, avec une date comme `28 mars`.',
    midnight:
      'Minuit au début ou à la fin de ce jour\u202f? Saisissez `0:00` pour le début ou `24:00` pour la fin.',
    weekday: 'Cette date ne tombe pas le jour de la semaine indiqué. Omettez l’un des deux.',
  },
  past: 'Cette heure est déjà passée.',
  tooFar: 'L’heure doit être à dix ans au plus.',
  skipped:
    'Les horloges y sont avancées\u00a0: l’heure saisie n’existe pas ce jour-là. Voici l’heure après le changement.',
  repeated:
    'Les horloges y sont reculées\u00a0: l’heure saisie existe deux fois ce jour-là. Voici la première.',
  unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
  unconfirmed: 'Pas encore confirmé. Vérifiez avec `/timezone show` dans un instant.',
  rateLimited: (seconds) => `Trop de requêtes. Réessayez dans ${seconds}\u00a0s.`,
  storageFull: 'Rien ne peut être enregistré pour le moment. Réessayez plus tard.',
  failed: 'Une erreur s’est produite de notre côté. Veuillez réessayer.',
  unknownCommand:
    'Cette commande n’est pas disponible ici. Elle a peut-être changé\u00a0: redémarrez Discord et réessayez.',
  share: 'Partager',
  change: 'Changer',
  undo: 'Restaurer',
  formTitle: 'Votre fuseau horaire',
  formLabel: 'Ville, pays ou nom du fuseau',
}

const ptBr: AnswerTexts = {
  same: 'mesma hora que você',
  ahead: (amount) => `${amount} a mais que você`,
  behind: (amount) => `${amount} a menos que você`,
  notSet: (names) => `Nenhum fuso horário salvo: ${names}`,
  notSetYourself: 'Você ainda não salvou um fuso horário. Use `/timezone set`.',
  saved: 'Salvo.',
  restored: 'Restaurado.',
  deleted: 'Seu fuso horário foi excluído.',
  nothingToDelete: 'Não havia nada para excluir.',
  changedMeanwhile: 'Seu fuso horário mudou desde então, por isso nada foi desfeito.',
  whoSees: {
    public: 'Todo mundo vê seu fuso horário.',
    unlisted: 'Quem conhece seu ID de usuário vê seu fuso horário, mas ele não aparece em nenhuma lista.',
    private: 'Só você vê seu fuso horário. Para os outros, você não salvou nada.',
  },
  states: { available: 'disponível', away: 'indisponível' },
  onlyState: 'Os outros veem apenas se você está disponível agora.',
  hoursDeleted: 'Sua disponibilidade foi excluída.',
  unknownHours: 'Não consigo ler esses horários. Tente `9:00` ou `17h`.',
  whichPlace: 'Qual destes você quer dizer?',
  unknownPlace: 'Não conheço esse lugar. Tente uma cidade maior por perto e escolha na lista.',
  unclear: {
    text: 'Não consigo ler isso como um horário. Tente `15:00`, `15h30`, `amanhã 9:30` ou `sex 18:00`, com uma data como `28 de março`.',
    midnight: 'Meia-noite no começo ou no fim desse dia? Digite `0:00` para o começo ou `24:00` para o fim.',
    weekday: 'Essa data não cai no dia da semana digitado. Deixe um dos dois de fora.',
  },
  past: 'Esse horário já passou.',
  tooFar: 'O horário deve estar a no máximo dez anos.',
  skipped:
    'Os relógios são adiantados lá, por isso o horário digitado não existe nesse dia. Este é o horário depois da mudança.',
  repeated:
    'Os relógios são atrasados lá, por isso o horário digitado ocorre duas vezes nesse dia. Este é o primeiro.',
  unavailable: 'O serviço está temporariamente indisponível. Tente de novo daqui a pouco.',
  unconfirmed: 'Ainda não confirmado. Confira com `/timezone show` daqui a pouco.',
  rateLimited: (seconds) => `Muitas solicitações. Tente de novo em ${seconds}\u00a0s.`,
  storageFull: 'No momento não é possível salvar nada. Tente de novo mais tarde.',
  failed: 'Algo deu errado do nosso lado. Tente de novo.',
  unknownCommand:
    'Este comando não está disponível aqui. Ele pode ter mudado: reinicie o Discord e tente de novo.',
  share: 'Compartilhar',
  change: 'Mudar',
  undo: 'Desfazer',
  formTitle: 'Seu fuso horário',
  formLabel: 'Cidade, país ou nome do fuso',
}

const ja: AnswerTexts = {
  same: 'あなたと同じ時刻',
  ahead: (amount) => `あなたより${amount}進んでいます`,
  behind: (amount) => `あなたより${amount}遅れています`,
  notSet: (names) => `タイムゾーンの登録なし：${names}`,
  notSetYourself: 'タイムゾーンがまだ保存されていません。`/timezone set` で保存できます。',
  saved: '保存しました。',
  restored: '元に戻しました。',
  deleted: 'タイムゾーンを削除しました。',
  nothingToDelete: '削除するものはありませんでした。',
  changedMeanwhile: 'その後タイムゾーンが変更されたため、元に戻しませんでした。',
  whoSees: {
    public: 'あなたのタイムゾーンは誰でも見られます。',
    unlisted: 'ユーザー ID を知っている人は見られますが、一覧には載りません。',
    private: 'あなただけが見られます。ほかの人には、何も保存していないように見えます。',
  },
  states: { available: '対応可', away: '不在' },
  onlyState: 'ほかの人には、今対応できるかどうかだけが表示されます。',
  hoursDeleted: '対応できる時間を削除しました。',
  unknownHours: '時刻として読み取れません。`9:00` や `午後5時` のように入力してください。',
  whichPlace: 'どれを指していますか？',
  unknownPlace: 'この場所は見つかりません。近くの大きな都市を入力し、候補から選んでください。',
  unclear: {
    text: '時刻として読み取れません。`15:00`、`午後3時`、`明日 9:30`、`金曜 18:00` のように入力してください。日付は `2027-03-28` や `3月28日` の形で指定できます。',
    midnight:
      'その日の始まりと終わりのどちらの真夜中ですか？始まりなら `0:00`、終わりなら `24:00` と入力してください。',
    weekday: 'その日付は入力された曜日と一致しません。どちらか一方だけを入力してください。',
  },
  past: 'この時刻はすでに過ぎています。',
  tooFar: '指定できるのは前後10年以内です。',
  skipped: '現地では時計が進められるため、その日に入力された時刻は存在しません。これは切り替え後の時刻です。',
  repeated: '現地では時計が戻されるため、その日に入力された時刻は2回あります。これは1回目です。',
  unavailable: 'サービスは一時的に利用できません。しばらくしてからもう一度お試しください。',
  unconfirmed: 'まだ確認できていません。しばらくしてから `/timezone show` でご確認ください。',
  rateLimited: (seconds) => `リクエストが多すぎます。${seconds}秒後にもう一度お試しください。`,
  storageFull: '現在、保存できません。しばらくしてからもう一度お試しください。',
  failed: 'サービス側で問題が発生しました。もう一度お試しください。',
  unknownCommand:
    'このコマンドはここでは使えません。変更された可能性があるため、Discord を再起動してもう一度お試しください。',
  share: '共有',
  change: '変更',
  undo: '元に戻す',
  formTitle: 'タイムゾーン',
  formLabel: '都市、国、またはタイムゾーン名',
}

const ru: AnswerTexts = {
  same: 'то же время, что у вас',
  ahead: (amount) => `на ${amount} больше, чем у вас`,
  behind: (amount) => `на ${amount} меньше, чем у вас`,
  notSet: (names) => `Часовой пояс не сохранён: ${names}`,
  notSetYourself: 'Вы ещё не сохранили часовой пояс. Используйте `/timezone set`.',
  saved: 'Сохранено.',
  restored: 'Восстановлено.',
  deleted: 'Ваш часовой пояс удалён.',
  nothingToDelete: 'Удалять было нечего.',
  changedMeanwhile: 'С тех пор ваш часовой пояс изменился, поэтому ничего не отменено.',
  whoSees: {
    public: 'Ваш часовой пояс видят все.',
    unlisted: 'Ваш часовой пояс видят те, кто знает ваш ID, но он не попадает в списки.',
    private: 'Ваш часовой пояс видите только вы. Для остальных вы ничего не сохраняли.',
  },
  states: { available: 'на связи', away: 'не на связи' },
  onlyState: 'Другие видят только, на связи ли вы сейчас.',
  hoursDeleted: 'Часы, когда вы на связи, удалены.',
  unknownHours: 'Не удаётся прочитать это время. Попробуйте `9:00` или `17 ч`.',
  whichPlace: 'Что из этого вы имеете в виду?',
  unknownPlace: 'Такого места я не знаю. Попробуйте крупный город поблизости и выберите его из списка.',
  unclear: {
    text: 'Не удаётся прочитать это как время. Попробуйте `15:00`, `15 ч`, `завтра 9:30` или `пт 18:00`, с датой вроде `28 марта`.',
    midnight: 'Полночь в начале или в конце этого дня? Введите `0:00` для начала или `24:00` для конца.',
    weekday: 'Эта дата не приходится на указанный день недели. Уберите что-то одно.',
  },
  past: 'Это время уже прошло.',
  tooFar: 'Время должно быть не дальше десяти лет от текущего.',
  skipped:
    'Там часы переводят вперёд, поэтому указанного времени в этот день нет. Это время после перевода часов.',
  repeated: 'Там часы переводят назад, поэтому указанное время в этот день наступает дважды. Это первый раз.',
  unavailable: 'Сервис временно недоступен. Попробуйте чуть позже.',
  unconfirmed: 'Пока не подтверждено. Проверьте чуть позже с помощью `/timezone show`.',
  rateLimited: (seconds) => `Слишком много запросов. Попробуйте снова через ${seconds}\u00a0с.`,
  storageFull: 'Сейчас ничего не удаётся сохранить. Попробуйте позже.',
  failed: 'Ошибка на нашей стороне. Попробуйте ещё раз.',
  unknownCommand:
    'Эта команда здесь недоступна. Возможно, она изменилась: перезапустите Discord и попробуйте ещё раз.',
  share: 'Поделиться',
  change: 'Изменить',
  undo: 'Отменить',
  formTitle: 'Ваш часовой пояс',
  formLabel: 'Город, страна или название пояса',
}

/** By the languages of Discord that the service speaks. Discord has no Arabic. */
export const ANSWER_TEXTS: { en: AnswerTexts } & Partial<Record<LanguageTag, AnswerTexts>> = {
  en,
  de,
  es,
  fr,
  'pt-BR': ptBr,
  ja,
  ru,
}
