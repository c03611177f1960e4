import type { MeetTexts } from './meet-en.ts'
import { createPlural } from './plural.ts'

const plural = createPlural('ar')

/** The texts of the meeting page, in Arabic. */
export const meetAr: MeetTexts = {
  title: 'اللقاء',
  heading: 'إيجاد موعد للّقاء',
  duration: 'المدة',
  halfHour: '30 دقيقة',
  hours: (hours) =>
    plural(hours, {
      one: 'ساعة واحدة',
      two: 'ساعتان',
      few: `${hours} ساعات`,
      other: `${hours} ساعة`,
    }),
  best: 'أفضل المواعيد خلال الأيام الـ 14 القادمة',
  goodForAll: 'يناسب الجميع',
  goodFor: (count) =>
    plural(count, {
      zero: 'لا يناسب أحدًا',
      one: 'يناسب شخصًا واحدًا',
      two: 'يناسب شخصين',
      few: `يناسب ${count} أشخاص`,
      many: `يناسب ${count} شخصًا`,
      other: `يناسب ${count} شخص`,
    }),
  uncheckedCount: (count) =>
    plural(count, {
      one: 'تعذّر التحقّق من شخص واحد',
      two: 'تعذّر التحقّق من شخصين',
      few: `تعذّر التحقّق من ${count} أشخاص`,
      many: `تعذّر التحقّق من ${count} شخصًا`,
      other: `تعذّر التحقّق من ${count} شخص`,
    }),
  hard: {
    late: (names) => `وقت متأخّر: ${names}`,
    night: (names) => `ليل: ${names}`,
    early: (names) => `وقت مبكّر: ${names}`,
  },
  weekendFor: (names) => `عطلة نهاية الأسبوع: ${names}`,
  more: (count) =>
    plural(count, {
      one: 'شخص آخر',
      two: 'شخصان آخران',
      few: `${count} آخرون`,
      many: `${count} شخصًا آخر`,
      other: `${count} شخص آخر`,
    }),
  you: 'أنت',
  noneGood: 'لا موعد يناسب الجميع. هذه أقلّها إزعاجًا.',
  past: 'مضى هذا الوقت.',
  day: 'اليوم',
  previousDay: 'اليوم السابق',
  nextDay: 'اليوم التالي',
  now: 'الآن',
  whoseDay: 'يوم مَن؟',
  yourTime: 'وقتك',
  timeOf: (name) => `وقت ${name}`,
  moment: 'الوقت',
  range: (start, end) => `من ${start} إلى ${end}`,
  bandOf: (name) => `يوم ${name}`,
  others: (count) => `\u200e+${count}`,
  asleep: 'نوم',
  clocksForward: (place, amount) => `في هذا اليوم تُقدَّم الساعة في ${place} بمقدار ${amount}.`,
  clocksBack: (place, amount) => `في هذا اليوم تُؤخَّر الساعة في ${place} بمقدار ${amount}.`,
  times: 'الوقت عند كل شخص',
  share: 'مشاركة هذا الموعد',
  inTime: (name) => `(${name})`,
  copyText: 'نسخ كنص',
  copyDiscord: 'نسخ لـ Discord',
  addToCalendar: 'إضافة إلى التقويم',
  calendarTitle: (names) => `لقاء: ${names}`,
  sendTo: 'مشاركة…',
  formats: 'كل صيغ Discord',
  copy: 'نسخ',
  copyFormat: (format) => `نسخ ${format}`,
  emptyTitle: 'بمن تريد أن تلتقي؟',
  empty: 'أضف أشخاصًا أولًا، ثم تظهر المواعيد التي تناسب الجميع.',
  addPeople: 'إضافة أشخاص',
}
