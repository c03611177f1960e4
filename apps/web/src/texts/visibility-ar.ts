import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in Arabic. */
export const visibilityAr: VisibilityTexts = {
  heading: 'من يرى منطقتك الزمنية',
  levels: {
    public: { name: 'عامة', sentence: 'يراها الجميع، في القوائم والبحث وصفحة «الجميع» أيضًا.' },
    unlisted: {
      name: 'غير مدرجة',
      sentence: 'يراها من يعرف معرّفك، لكنها لا تظهر في أي قائمة.',
    },
    private: { name: 'خاصة', sentence: 'تراها وحدك. ويبدو للآخرين أنك لم تحفظ شيئًا.' },
  },
  saving: 'جارٍ الحفظ…',
  saved: {
    public: 'تم الحفظ: منطقتك الزمنية عامة الآن.',
    unlisted: 'تم الحفظ: منطقتك الزمنية غير مدرجة الآن.',
    private: 'تم الحفظ: أنت وحدك ترى منطقتك الزمنية الآن.',
  },
  notSaved: 'لم يُحفظ اختيارك.',
  noAnswer: 'تعذّر الوصول إلى الخدمة. تحقّق من اتصالك واختر مرة أخرى.',
}
