import type { Language } from '../../texts/languages.ts'
import { useLanguage } from '../../texts/use-texts.tsx'

/** Every text for admins, in English. Other languages have the same keys. */
const en = {
  records: {
    text: 'As an admin, you can find, hide and erase anyone’s record. Each private record you look at is noted in the audit log.',
    field: 'Name or user ID',
    hint: 'The beginning of a name, or a whole user ID. Records that aren’t public are found only by their ID.',
    find: 'Find',
    none: 'No record found.',
    onlyFirst: 'There are more. Type more of the name.',
    unlist: 'Unlist',
    unlistNamed: (name: string) => `Unlist ${name}`,
    hide: 'Hide',
    hideNamed: (name: string) => `Hide ${name}`,
    changed: {
      public: (name: string) => `${name} is public again.`,
      unlisted: (name: string) => `${name} is unlisted now.`,
      private: (name: string) => `${name} is private now.`,
    },
    eraseNamed: (name: string) => `Erase ${name}`,
    ask: (name: string) => `Erase ${name}’s record?`,
    askText: (name: string, id: string) =>
      `The name, time zone, hours and visibility of ${name} (${id}) will be deleted, everywhere and at once. Their sign-ins stay, and they can save a new record. This can’t be undone.`,
    erased: (name: string) => `Erased: ${name}.`,
  },
}

type AdminTexts = typeof en

const de: AdminTexts = {
  records: {
    text: 'Als Admin kannst du die Einträge aller finden, verbergen und löschen. Jeder private Eintrag, den du ansiehst, wird im Protokoll vermerkt.',
    field: 'Name oder Benutzer-ID',
    hint: 'Der Anfang eines Namens oder eine ganze Benutzer-ID. Einträge, die nicht öffentlich sind, findest du nur über ihre ID.',
    find: 'Suchen',
    none: 'Kein Eintrag gefunden.',
    onlyFirst: 'Es gibt noch mehr. Gib mehr vom Namen ein.',
    unlist: 'Nicht listen',
    unlistNamed: (name) => `${name} nicht listen`,
    hide: 'Verbergen',
    hideNamed: (name) => `${name} verbergen`,
    changed: {
      public: (name) => `${name} ist wieder öffentlich.`,
      unlisted: (name) => `${name} ist jetzt nicht gelistet.`,
      private: (name) => `${name} ist jetzt privat.`,
    },
    eraseNamed: (name) => `${name} löschen`,
    ask: (name) => `Den Eintrag von ${name} löschen?`,
    askText: (name, id) =>
      `Name, Zeitzone, Zeiten und Sichtbarkeit von ${name} (${id}) werden überall und sofort gelöscht. Die Anmeldungen bleiben, und die Person kann einen neuen Eintrag speichern. Das lässt sich nicht rückgängig machen.`,
    erased: (name) => `Gelöscht: ${name}.`,
  },
}

const es: AdminTexts = {
  records: {
    text: 'Como administrador, puedes buscar, ocultar y borrar el registro de cualquiera. Cada registro privado que mires queda anotado en la auditoría.',
    field: 'Nombre o ID de usuario',
    hint: 'El comienzo de un nombre o un ID de usuario completo. Los registros que no son públicos solo se encuentran por su ID.',
    find: 'Buscar',
    none: 'No se ha encontrado ningún registro.',
    onlyFirst: 'Hay más. Escribe más letras del nombre.',
    unlist: 'Quitar de las listas',
    unlistNamed: (name) => `Quitar de las listas: ${name}`,
    hide: 'Ocultar',
    hideNamed: (name) => `Ocultar: ${name}`,
    changed: {
      public: (name) => `El registro de ${name} vuelve a ser público.`,
      unlisted: (name) => `El registro de ${name} ya no aparece en listas.`,
      private: (name) => `Ahora el registro de ${name} es privado.`,
    },
    eraseNamed: (name) => `Borrar: ${name}`,
    ask: (name) => `¿Borrar el registro de ${name}?`,
    askText: (name, id) =>
      `Se eliminarán de inmediato y en todas partes el nombre, la zona horaria, los horarios y la visibilidad de ${name} (${id}). Sus sesiones se mantienen y podrá guardar un registro nuevo. Esto no se puede deshacer.`,
    erased: (name) => `Borrado: ${name}.`,
  },
}

const fr: AdminTexts = {
  records: {
    text: 'En tant qu’administrateur, vous pouvez trouver, masquer et effacer la fiche de n’importe qui. Chaque fiche privée que vous consultez est notée dans l’audit.',
    field: 'Nom ou identifiant',
    hint: 'Le début d’un nom ou un identifiant entier. Les fiches qui ne sont pas publiques ne se trouvent que par leur identifiant.',
    find: 'Rechercher',
    none: 'Aucune fiche trouvée.',
    onlyFirst: 'Il y en a d’autres. Précisez le nom.',
    unlist: 'Retirer des listes',
    unlistNamed: (name) => `Retirer ${name} des listes`,
    hide: 'Masquer',
    hideNamed: (name) => `Masquer ${name}`,
    changed: {
      public: (name) => `La fiche de ${name} est de nouveau publique.`,
      unlisted: (name) => `La fiche de ${name} ne figure plus dans les listes.`,
      private: (name) => `La fiche de ${name} est maintenant privée.`,
    },
    eraseNamed: (name) => `Effacer ${name}`,
    ask: (name) => `Effacer la fiche de ${name}\u202f?`,
    askText: (name, id) =>
      `Le nom, le fuseau horaire, les heures et la visibilité de ${name} (${id}) seront supprimés partout et immédiatement. Ses sessions restent ouvertes, et cette personne pourra enregistrer une nouvelle fiche. Cette action est irréversible.`,
    erased: (name) => `Fiche effacée\u00a0: ${name}.`,
  },
}

const ptBr: AdminTexts = {
  records: {
    text: 'Como administrador, você pode encontrar, ocultar e apagar o registro de qualquer pessoa. Cada registro privado que você vê é anotado na auditoria.',
    field: 'Nome ou ID de usuário',
    hint: 'O começo de um nome ou um ID de usuário inteiro. Registros que não são públicos só são encontrados pelo ID.',
    find: 'Buscar',
    none: 'Nenhum registro encontrado.',
    onlyFirst: 'Há mais registros. Digite mais letras do nome.',
    unlist: 'Tirar das listas',
    unlistNamed: (name) => `Tirar ${name} das listas`,
    hide: 'Ocultar',
    hideNamed: (name) => `Ocultar ${name}`,
    changed: {
      public: (name) => `O registro de ${name} é público de novo.`,
      unlisted: (name) => `O registro de ${name} não aparece mais em listas.`,
      private: (name) => `Agora o registro de ${name} é privado.`,
    },
    eraseNamed: (name) => `Apagar ${name}`,
    ask: (name) => `Apagar o registro de ${name}?`,
    askText: (name, id) =>
      `O nome, o fuso horário, os horários e a visibilidade de ${name} (${id}) serão excluídos em todos os lugares, na hora. As sessões continuam abertas, e a pessoa pode salvar um novo registro. Não é possível desfazer.`,
    erased: (name) => `Apagado: ${name}.`,
  },
}

const ru: AdminTexts = {
  records: {
    text: 'Как администратор вы можете найти, скрыть и стереть любую запись. Каждый просмотр скрытой записи отмечается в журнале.',
    field: 'Имя или ID пользователя',
    hint: 'Начало имени или ID пользователя целиком. Записи, которые не общедоступны, находятся только по ID.',
    find: 'Найти',
    none: 'Записей не найдено.',
    onlyFirst: 'Есть и другие. Введите имя точнее.',
    unlist: 'Убрать из списков',
    unlistNamed: (name) => `Убрать из списков: ${name}`,
    hide: 'Скрыть',
    hideNamed: (name) => `Скрыть: ${name}`,
    changed: {
      public: (name) => `Запись снова общедоступна: ${name}.`,
      unlisted: (name) => `Запись теперь доступна только по ID: ${name}.`,
      private: (name) => `Запись теперь скрыта: ${name}.`,
    },
    eraseNamed: (name) => `Стереть: ${name}`,
    ask: (name) => `Стереть запись ${name}?`,
    askText: (name, id) =>
      `Имя, часовой пояс, часы и видимость ${name} (${id}) будут удалены сразу и везде. Сеансы останутся, и человек сможет сохранить новую запись. Отменить это нельзя.`,
    erased: (name) => `Запись стёрта: ${name}.`,
  },
}

const ar: AdminTexts = {
  records: {
    text: 'بصفتك مشرفًا، يمكنك العثور على سجل أي شخص وإخفاؤه ومحوه. ويُدوَّن في سجل التدقيق كل سجل خاص تطّلع عليه.',
    field: 'الاسم أو معرّف المستخدم',
    hint: 'بداية اسم، أو معرّف مستخدم كامل. لا يُعثر على السجلات غير العامة إلا بمعرّفها.',
    find: 'بحث',
    none: 'لم يُعثر على أي سجل.',
    onlyFirst: 'هناك المزيد. اكتب مزيدًا من الاسم.',
    unlist: 'إزالة من القوائم',
    unlistNamed: (name) => `إزالة ${name} من القوائم`,
    hide: 'إخفاء',
    hideNamed: (name) => `إخفاء ${name}`,
    changed: {
      public: (name) => `عاد سجل ${name} عامًا.`,
      unlisted: (name) => `سجل ${name} غير مدرج الآن.`,
      private: (name) => `سجل ${name} خاص الآن.`,
    },
    eraseNamed: (name) => `محو ${name}`,
    ask: (name) => `هل تريد محو سجل ${name}؟`,
    askText: (name, id) =>
      `سيُحذف الاسم والمنطقة الزمنية والساعات وإعداد الظهور الخاصة بـ ${name} (${id}) من كل مكان وعلى الفور. تبقى عمليات تسجيل الدخول، ويمكن لهذا الشخص حفظ سجل جديد. لا يمكن التراجع عن ذلك.`,
    erased: (name) => `تم محو سجل ${name}.`,
  },
}

const ja: AdminTexts = {
  records: {
    text: '管理者は、すべての人の登録を検索、非公開化、消去できます。非公開の登録を見るたびに、監査ログに記録されます。',
    field: '名前またはユーザー ID',
    hint: '名前の先頭部分か、ユーザー ID 全体。公開されていない登録は、ID でのみ見つかります。',
    find: '検索',
    none: '登録が見つかりません。',
    onlyFirst: 'ほかにもあります。名前をもう少し入力してください。',
    unlist: '限定公開にする',
    unlistNamed: (name) => `${name} を限定公開にする`,
    hide: '非公開にする',
    hideNamed: (name) => `${name} を非公開にする`,
    changed: {
      public: (name) => `${name} を公開に戻しました。`,
      unlisted: (name) => `${name} を限定公開にしました。`,
      private: (name) => `${name} を非公開にしました。`,
    },
    eraseNamed: (name) => `${name} を消去`,
    ask: (name) => `${name} の登録を消去しますか？`,
    askText: (name, id) =>
      `${name}（${id}）の名前、タイムゾーン、時間帯、公開設定が、すべての場所からただちに削除されます。ログイン情報は残り、本人は新しく登録できます。元に戻すことはできません。`,
    erased: (name) => `${name} の登録を消去しました。`,
  },
}

/** Every text for admins, by language. In one file that only admins load, so that nobody else waits for it. */
export const ADMIN_TEXTS: Record<Language, AdminTexts> = { en, de, es, fr, 'pt-BR': ptBr, ru, ar, ja }

/** Every text for admins, in the chosen language. */
export function useAdminTexts(): AdminTexts {
  return ADMIN_TEXTS[useLanguage()]
}
