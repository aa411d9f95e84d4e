import type { LetterTexts } from "./en.ts";

/** Texts of e-mail in Arabic, as those in `en.ts`. */
export const ar: LetterTexts = {
  invitation: {
    subject: "دعاك {inviter} إلى الانضمام إلى {realm}",
    body: "يدعوك {inviter} إلى الانضمام إلى {realm}.",
    action: "قبول الدعوة",
    note: "إن كنت لا تعرف {inviter} فيمكنك تجاهل هذا البريد.",
  },
  invitationAccepted: {
    subject: "قبل {person} دعوتك إلى الانضمام إلى {realm}",
    body: "قبل {person} دعوتك إلى الانضمام إلى {realm}.",
  },
  confirmEmail: {
    subject: "أكّد عنوانك الجديد في {realm}",
    body: "يريد أحدهم، ولعله أنت، أن يكون {email} عنوان حسابه في {realm}.",
    action: "تأكيد العنوان",
    note: "يعمل الرابط لمدة يوم. إن لم تكن أنت فلا تفعل شيئًا.",
  },
  emailChanged: {
    subject: "تغيّر عنوانك في {realm}",
    body: "عنوان حسابك في {realm} هو الآن {email}.",
    note: "إن لم ترد ذلك فأخبر أحد المديرين.",
  },
  passwordReset: {
    subject: "عيّن كلمة مرورك في {realm}",
    body: "يريد أحدهم، ولعله أنت، تعيين كلمة مرور الحساب {email} في {realm}.",
    action: "تعيين كلمة المرور",
    note: "يعمل الرابط مرة واحدة، لمدة يوم. إن لم تكن أنت فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.",
  },
  creation: {
    sender: "Team Chat",
    subject: "أنشئ مؤسستك {name}",
    body: "يريد أحدهم، ولعله أنت، إنشاء المؤسسة {name} في {address}.",
    action: "إنشاؤها",
    note: "يعمل الرابط مرة واحدة، لمدة يوم. إن لم تكن أنت فيمكنك تجاهل هذا البريد.",
  },
  organizationList: {
    sender: "Team Chat",
    subject: "مؤسساتك",
    body: "سأل أحدهم، ولعله أنت، عن المؤسسات التي فيها حساب بالعنوان {email}.",
    more: "عددها أكثر من {count}. هذه أولها بحسب الاسم.",
    note: "سجّل الدخول بهذا العنوان إلى كل منها. إن لم تكن أنت من سأل فيمكنك تجاهل هذا البريد.",
  },
  passwordChanged: {
    subject: "تغيّرت كلمة مرورك في {realm}",
    body: "عُيّنت كلمة مرور حسابك في {realm} برابط أُرسل إليك أو أعطاك إياه مشغّل الخادوم.",
    note: "إن لم تكن أنت فأخبر أحد المديرين.",
  },
  newApiKey: {
    subject: "مفتاح API جديد لـ {account} في {realm}",
    body: "أُنشئ مفتاح API «{key}» لـ {account} في {realm}. من لديه هذا المفتاح يستطيع استخدام الحساب في حدود المفتاح.",
    note: "إن لم تكن أنت فأنهِ المفتاح في الإعدادات، وغيّر كلمة مرورك، وأخبر أحد المديرين.",
  },
  secondFactors: {
    appAdded: {
      subject: "أُضيف تطبيق مصادقة إلى حسابك في {realm}",
      body: "من الآن يحتاج تسجيل الدخول إلى {realm} بكلمة مرورك إلى رمز من التطبيق أيضًا.",
      note: "إن لم تكن أنت فغيّر كلمة مرورك وأخبر أحد المديرين.",
    },
    appRemoved: {
      subject: "أُزيل تطبيق المصادقة من حسابك في {realm}",
      body: "لم يعد تسجيل الدخول إلى {realm} يحتاج إلى رمز من التطبيق.",
      note: "إن لم تكن أنت فغيّر كلمة مرورك وأخبر أحد المديرين.",
    },
    passkeyAdded: {
      subject: "أُضيف مفتاح مرور إلى حسابك في {realm}",
      body: "من الآن يُدخل مفتاح المرور «{passkey}» إلى حسابك في {realm}.",
      note: "إن لم تكن أنت فأزله، وغيّر كلمة مرورك، وأخبر أحد المديرين.",
    },
    passkeyRemoved: {
      subject: "أُزيل مفتاح مرور من حسابك في {realm}",
      body: "لم يعد مفتاح المرور «{passkey}» يُدخل إلى حسابك في {realm}.",
      note: "إن لم تكن أنت فغيّر كلمة مرورك وأخبر أحد المديرين.",
    },
    reset: {
      subject: "أُزيلت العوامل الثانية من حسابك في {realm}",
      body: "أزال أحد المديرين في {realm} أو مشغّل الخادوم العوامل الثانية من حسابك. يحتاج تسجيل الدخول إلى كلمة مرورك فقط.",
      note: "إن لم تطلب ذلك فأخبر أحد المديرين.",
    },
    codesRenewed: {
      subject: "استُبدلت رموز الاسترداد الخاصة بك في {realm}",
      body: "هناك رموز استرداد جديدة لحسابك في {realm}. لم تعد الرموز السابقة تعمل.",
      note: "إن لم تكن أنت فغيّر كلمة مرورك وأخبر أحد المديرين.",
    },
  },
  missedMessages: {
    direct: "رسائل مباشرة مع {people}",
    own: "رسائل إلى نفسك",
    channel: "#{channel} ({people})",
    topic: "#{channel} > {topic} ({people})",
    hidden: "رسائل جديدة",
    withRealm: "{subject} [{realm}]",
    placeDirect: "فاتتك رسائل مباشرة مع {people}.",
    placeOwn: "فاتتك رسائل إلى نفسك.",
    placeChannel: "فاتتك رسائل في #{channel}.",
    placeTopic: "فاتتك رسائل في #{channel} > {topic}.",
    placeHidden: "عدد الرسائل التي فاتتك: {count}.",
    hiddenByPerson: "لا يعرضها البريد، لأنك أوقفت ذلك في إعداداتك.",
    hiddenByOrganization: "لا يعرضها البريد، لأن مؤسستك لا تريد ذلك.",
    more: "هناك أكثر من هذه: المجموع {count}.",
    action: "فتح المحادثة",
    note: "أجب هناك: لا أحد يقرأ الردود على هذا البريد.",
    why: "يصلك هذا البريد {reasons}.",
    reasons: {
      personal: "لأن أحدهم كتب إليك أو أشار إليك",
      followed_topics: "لأنك تتابع الموضوع",
      channels: "لأنك تريد بريدًا عن رسائل كل قنواتك",
      channel: "لأنك تريد بريدًا عن رسائل هذه القناة",
    },
    and: "{first} و{second}",
    others: {
      zero: "{people}",
      one: "{people} وشخص آخر",
      two: "{people} وشخصان آخران",
      few: "{people} و{n} آخرون",
      many: "{people} و{n} آخرون",
      other: "{people} و{n} آخرون",
    },
    unsubscribe: "إلغاء الاشتراك",
    settings: "إعدادات الإشعارات",
  },
};
