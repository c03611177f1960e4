import { hoursAr, minutesAr } from './amounts-ar.ts'
import type { PeopleTexts } from './people-en.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('ar')

/** The texts of the people page, in Arabic. */
export const peopleAr: PeopleTexts = {
  heading: 'الأشخاص',
  count: (count) =>
    plural(count, {
      zero: 'لا أحد',
      one: 'شخص واحد',
      two: 'شخصان',
      few: `${count} أشخاص`,
      many: `${count} شخصًا`,
      other: `${count} شخص`,
    }),
  awakeCount: (count) => `مستيقظون: ${count}`,
  windingDownCount: (count) => `على وشك النوم: ${count}`,
  asleepCount: (count) => `نائمون: ${count}`,
  states: { awake: 'مستيقظ', 'winding-down': 'على وشك النوم', asleep: 'نائم' },
  add: 'إضافة أشخاص',
  addHint: 'اسم أو معرّف مستخدم أو إشارة مثل \u2066<@80351110224678912>\u2069.',
  addButton: 'إضافة',
  found: (count) =>
    plural(count, {
      zero: 'لم يُعثر على أحد',
      one: 'عُثر على شخص واحد',
      two: 'عُثر على شخصين',
      few: `عُثر على ${count} أشخاص`,
      many: `عُثر على ${count} شخصًا`,
      other: `عُثر على ${count} شخص`,
    }),
  emptyTitle: 'من يهمّك وقتهم؟',
  empty: 'أضف شخصًا لترى يومه إلى جانب يومك، ومن المستيقظ الآن، ومتى يمكن اللقاء.',
  keptHere: 'تُحفظ قائمتك في هذا المتصفح.',
  me: 'أنا',
  you: 'أنت',
  remove: (name) => `إزالة ${name}`,
  removed: (name) => `تمت إزالة ${name}.`,
  undo: 'تراجع',
  missing: 'لا توجد منطقة زمنية محفوظة',
  unchecked: 'تعذّر التحقّق',
  loading: 'جارٍ التحميل…',
  tooMany: (most) =>
    plural(most, {
      few: `يمكنك المقارنة بين ${most} أشخاص على الأكثر في المرة الواحدة.`,
      many: `يمكنك المقارنة بين ${most} شخصًا على الأكثر في المرة الواحدة.`,
      other: `يمكنك المقارنة بين ${most} شخص على الأكثر في المرة الواحدة.`,
    }),
  listLabel: 'الأوقات المحلية',
  same: 'الوقت نفسه',
  ahead: (amount) => `متقدّم ${amount}`,
  behind: (amount) => `متأخّر ${amount}`,
  hoursOnly: hoursAr,
  minutesOnly: minutesAr,
  hoursAndMinutes: (hours, minutes) => `${hours} س و${minutes} د`,
  tomorrow: 'غدًا',
  yesterday: 'أمس',
  clocksForward: (day) => `تُقدَّم الساعة ${day}`,
  clocksBack: (day) => `تُؤخَّر الساعة ${day}`,
  onDay: (weekday) => `يوم ${weekday}`,
  today: 'اليوم',
  line: 'الوقت المعروض',
  now: 'الآن',
  backToNow: 'الآن',
  copyLink: 'نسخ الرابط',
  findTime: 'إيجاد موعد للّقاء',
  groups: {
    label: 'المجموعات',
    all: 'قائمتي',
    save: 'حفظ كمجموعة',
    name: 'اسم المجموعة',
    keep: 'حفظ المجموعة',
    cancel: 'إلغاء',
    remove: 'حذف المجموعة',
    removed: (name) => `تم حذف المجموعة «${name}».`,
    shared: 'تمت مشاركة هذه المجموعة معك.',
    saveShared: 'الاحتفاظ بها',
  },
}
