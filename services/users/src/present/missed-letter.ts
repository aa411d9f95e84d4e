import type { MailReason, MissedConversation } from "@team-chat/contract";
import type { Wording } from "@team-chat/html";
import { composeMail, type ComposedMail, type LetterHead } from "@team-chat/mail";

import type { LetterTexts } from "./letter-texts/en.ts";
import { letterWording } from "./letter-texts/letter-wording.ts";

/** Most people whom a subject names. */
const maxNamed = 3;
/** Longest subject, in characters: longer ones are cut by mail programs. */
const maxSubject = 200;

interface Missed {
  readonly conversation: MissedConversation;
  /** True if the subject names the organization. */
  readonly namesRealm: boolean;
  /** Address at which e-mail of this kind is ended. */
  readonly unsubscribeUrl: string;
}

/** Writes to somebody who has missed messages of a conversation (docs/behaviour/mail.md#missed-messages). */
export function missedLetter(
  realm: LetterHead,
  { conversation, namesRealm, unsubscribeUrl }: Missed,
): ComposedMail {
  const { messageIds, path, reasons, shown } = conversation;
  const wording = letterWording(realm.language);
  const { say, texts } = wording;
  const words = texts.missedMessages;
  const { place, subject } = namesOf(wording, conversation);
  const rest = shown !== null && shown.length < messageIds.length;
  return composeMail(
    {
      subject: shortened(
        namesRealm ? say(words.withRealm, { subject, realm: realm.name }) : subject,
      ),
      paragraphs: [place, ...hiddenText(texts, conversation)],
      quotations: shown ?? [],
      ...(rest ? { after: say(words.more, { count: messageIds.length }) } : {}),
      action: { label: words.action, url: `${realm.url}${path}` },
      note: words.note,
      foot: {
        text: say(words.why, { reasons: reasonsText(wording, reasons) }),
        links: [
          { label: words.unsubscribe, url: unsubscribeUrl },
          { label: words.settings, url: `${realm.url}/#settings/notifications` },
        ],
      },
    },
    realm,
  );
}

/** Names the conversation, for the subject and for the text. */
function namesOf(wording: Wording<LetterTexts>, conversation: MissedConversation) {
  const { messageIds, place, shown } = conversation;
  const { say, texts } = wording;
  const words = texts.missedMessages;
  if (shown === null)
    return { subject: words.hidden, place: say(words.placeHidden, { count: messageIds.length }) };
  if (place.kind === "direct") {
    const people = listed(wording, place.others);
    return people === ""
      ? { subject: words.own, place: words.placeOwn }
      : { subject: say(words.direct, { people }), place: say(words.placeDirect, { people }) };
  }
  const { name: channel, topic } = place;
  const people = listed(wording, [...new Set(shown.map(({ sender }) => sender))]);
  return topic === ""
    ? {
        subject: say(words.channel, { channel, people }),
        place: say(words.placeChannel, { channel }),
      }
    : {
        subject: say(words.topic, { channel, topic, people }),
        place: say(words.placeTopic, { channel, topic }),
      };
}

function hiddenText(
  { missedMessages: words }: LetterTexts,
  { hiddenBy }: MissedConversation,
): readonly string[] {
  if (hiddenBy === null) return [];
  return [hiddenBy === "person" ? words.hiddenByPerson : words.hiddenByOrganization];
}

function listed({ say, texts }: Wording<LetterTexts>, names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const people = names.slice(0, maxNamed).join(", ");
  return rest > 0 ? say(texts.missedMessages.others, { people, n: rest }) : people;
}

function reasonsText({ say, texts }: Wording<LetterTexts>, reasons: readonly MailReason[]): string {
  const words = texts.missedMessages;
  return reasons
    .map((reason): string => words.reasons[reason])
    .reduce((first, second) => say(words.and, { first, second }));
}

function shortened(subject: string): string {
  const characters = [...subject];
  return characters.length <= maxSubject
    ? subject
    : `${characters.slice(0, maxSubject - 1).join("")}…`;
}
