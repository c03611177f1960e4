import type { PersonTexts } from './person-en.ts'

/** The texts of a person's page, in Arabic. */
export const personAr: PersonTexts = {
  missing: 'لا توجد ساعة هنا',
  missingText: 'قد يكون الرابط غير صحيح، أو أن هذا الشخص لا يشارك وقته المحلي.',
  home: 'تعيين منطقتك الزمنية',
  wakes: (amount) => `نائم على الأرجح · يستيقظ بعد نحو ${amount}`,
  awake: 'مستيقظ على الأرجح',
  awakeUntil: (amount) => `مستيقظ على الأرجح · ينام بعد نحو ${amount}`,
  add: 'إضافة إلى قائمتي',
  added: 'في قائمتي',
  copyLink: 'نسخ الرابط',
  onlyYou: 'سجلك خاص: أنت وحدك ترى هذه الصفحة.',
  share: {
    heading: 'اعرض وقتك في مواقع أخرى',
    text: 'كل من يرى الشارة أو الساعة يمكنه معرفة منطقتك الزمنية.',
    badge: 'شارة',
    badgeAlt: (name) => `الوقت المحلي لدى ${name}`,
    embed: 'ساعة',
    embedTitle: (name) => `الوقت المحلي لدى ${name}`,
    copy: (format) => `نسخ ${format}`,
  },
}
