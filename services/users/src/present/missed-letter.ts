import type { MailReason, MissedConversation } from "@team-chat/contract";
import { fill } from "@team-chat/html";
import { composeMail, type ComposedMail, type LetterHead } from "@team-chat/mail";

import { letterTexts } from "./letter-texts.ts";

const words = letterTexts.missedMessages;
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
  const { place, subject } = namesOf(conversation);
  const rest = shown !== null && shown.length < messageIds.length;
  return composeMail(
    {
      subject: shortened(
        namesRealm ? fill(words.withRealm, { subject, realm: realm.name }) : subject,
      ),
      paragraphs: [place, ...hiddenText(conversation)],
      quotations: shown ?? [],
      ...(rest ? { after: fill(words.more, { count: messageIds.length }) } : {}),
      action: { label: words.action, url: `${realm.url}${path}` },
      note: words.note,
      foot: {
        text: fill(words.why, { reasons: reasonsText(reasons) }),
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
function namesOf({ messageIds, place, shown }: MissedConversation) {
  if (shown === null)
    return { subject: words.hidden, place: fill(words.placeHidden, { count: messageIds.length }) };
  if (place.kind === "direct") {
    const people = listed(place.others);
    return people === ""
      ? { subject: words.own, place: words.placeOwn }
      : { subject: fill(words.direct, { people }), place: fill(words.placeDirect, { people }) };
  }
  const { name: channel, topic } = place;
  const people = listed([...new Set(shown.map(({ sender }) => sender))]);
  return topic === ""
    ? {
        subject: fill(words.channel, { channel, people }),
        place: fill(words.placeChannel, { channel }),
      }
    : {
        subject: fill(words.topic, { channel, topic, people }),
        place: fill(words.placeTopic, { channel, topic }),
      };
}

function hiddenText({ hiddenBy }: MissedConversation): readonly string[] {
  if (hiddenBy === null) return [];
  return [hiddenBy === "person" ? words.hiddenByPerson : words.hiddenByOrganization];
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const people = names.slice(0, maxNamed).join(", ");
  return rest > 0 ? fill(words.others, { people, count: rest }) : people;
}

function reasonsText(reasons: readonly MailReason[]): string {
  return reasons
    .map((reason): string => words.reasons[reason])
    .reduce((first, second) => fill(words.and, { first, second }));
}

function shortened(subject: string): string {
  const characters = [...subject];
  return characters.length <= maxSubject
    ? subject
    : `${characters.slice(0, maxSubject - 1).join("")}…`;
}
