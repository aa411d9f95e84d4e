import type { PageTexts } from "../forms.ts";
import type { joiningEn } from "./joining-en.ts";

/** Texts of who may not join, and of systems that make accounts, in Arabic. */
export const joiningAr = {
  "blocked.title": "المحظورون",
  "blocked.hint": "لا ينضم أحد بأي من هذه العناوين بأي طريقة كانت. الحسابات الموجودة تبقى.",
  "blocked.pattern": "عنوان أو نطاق",
  "blocked.patternHint":
    "يشمل somebody@example.com ما فيه + وما بعدها أيضًا، ويشمل example.com كل ما تحته.",
  "blocked.add": "حظر",
  "blocked.none": "لا شيء محظور.",
  "blocked.since": "منذ {when}",
  "scim.title": "التزويد الآلي",
  "scim.hint":
    "يأتي النظام الذي يدير الأشخاص والمجموعات عبر SCIM إلى {address} بأحد هذه الرموز، وله عليهم ما للمالكين.",
  "scim.none": "لا يملك أي نظام رمزًا بعد.",
  "scim.since": "أُنشئ في {moment}",
  "scim.endQuestion": "سيُرفض النظام الذي يستخدم هذا الرمز فورًا.",
  "scim.name": "اسم النظام",
  "scim.nameHint": "يسميه سجل التدقيق بهذا الاسم.",
  "scim.make": "إنشاء رمز",
  "scim.made": "هذا هو الرمز الجديد. انسخه الآن، فلن يظهر مرة أخرى.",
} satisfies Pick<PageTexts, keyof typeof joiningEn>;
