import type { PageTexts } from "../forms.ts";
import type { keysEn } from "./keys-en.ts";

/** Texts of API keys beside the one that every account has, in Arabic. */
export const keysAr = {
  "apiKeys.title": "مفاتيح البرامج",
  "apiKeys.hint":
    "أعطِ كل برنامج مفتاحًا خاصًا به لا يفعل إلا ما يحتاج إليه. يمكنك إنهاء أي مفتاح دون غيره.",
  "apiKeys.read": "القراءة",
  "apiKeys.send": "إرسال الرسائل",
  "apiKeys.administration": "الإدارة",
  "apiKeys.all": "كل شيء",
  "apiKeys.allHint": "ومعه إعداداتك وجلساتك ومفاتيحك.",
  "apiKeys.channels": "إلى {channels} فقط",
  "apiKeys.onlyTo": "القنوات التي يرسل إليها",
  "apiKeys.anywhere": "حيثما يمكنك الإرسال",
  "apiKeys.another": "إضافة قناة",
  "apiKeys.expires": "حتى {moment}",
  "apiKeys.expired": "انتهى في {moment}",
  "apiKeys.endless": "بلا نهاية",
  "apiKeys.used": "استُخدم في {moment}",
  "apiKeys.unused": "لم يُستخدم بعد",
  "apiKeys.end": "إنهاء",
  "apiKeys.endQuestion": "ستتوقف البرامج التي تستخدم هذا المفتاح فورًا.",
  "apiKeys.name": "الغرض من المفتاح",
  "apiKeys.scopes": "ما تستطيع البرامج فعله به",
  "apiKeys.until": "مدة صلاحيته",
  "apiKeys.days": {
    zero: "لا يوم",
    one: "يوم واحد",
    two: "يومان",
    few: "{n} أيام",
    many: "{n} يومًا",
    other: "{n} يوم",
  },
  "apiKeys.never": "بلا نهاية",
  "apiKeys.make": "إنشاء مفتاح",
  "apiKeys.made": "هذا هو المفتاح الجديد. انسخه الآن، فلن يظهر مرة أخرى.",
  "apiKeys.copy": "نسخ",
  "apiKeys.copied": "نُسخ",
} satisfies Pick<PageTexts, keyof typeof keysEn>;
