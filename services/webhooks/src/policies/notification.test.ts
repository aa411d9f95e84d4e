import type { TopicListener } from "@team-chat/contract";
import { describe, test } from "vitest";

import {
  contentHiddenBy,
  hearsWhilePresent,
  mailReasonOf,
  type Reception,
  stillWantsMail,
  triggerOf,
  media,
} from "./notification.ts";

const quiet: TopicListener = {
  userId: 1,
  isMuted: false,
  pushes: null,
  emails: null,
  wildcards: null,
  policy: 0,
};
const [mutedTopic, unmutedTopic, followedTopic] = [{ policy: 1 }, { policy: 2 }, { policy: 3 }];
const mutedChannel = { isMuted: true };

interface Given extends Partial<Omit<Reception, "listener">> {
  readonly listener?: Partial<TopicListener>;
}

/** A message in a channel. */
function inChannel({ listener, ...given }: Given) {
  const plain = { settings: {}, isMentioned: false, isWildcardMentioned: false };
  return triggerOf({ ...plain, ...given, listener: { ...quiet, ...listener } }, media.push);
}

const off = (name: string) => ({ settings: { [name]: false } });
const wildcard = { isWildcardMentioned: true };
const mention = { isMentioned: true };

describe("whom a message notifies (docs/behaviour/notifications.md#who-is-notified)", () => {
  test("a direct message notifies unless direct messages and mentions are switched off", ({
    expect,
  }) => {
    const direct = { isMentioned: false, isWildcardMentioned: false, listener: null };
    expect(triggerOf({ ...direct, settings: {} }, media.push)).toBe("direct_message");
    const without = { ...direct, ...off("enable_offline_push_notifications") };
    expect(triggerOf(without, media.push)).toBeNull();
  });

  test("a message in a channel is no reason to notify anybody by itself", ({ expect }) => {
    expect(inChannel({})).toBeNull();
  });

  test("a mention notifies also where channel or topic is muted", ({ expect }) => {
    for (const listener of [{}, mutedChannel, mutedTopic])
      expect(inChannel({ ...mention, listener })).toBe("mention");
    expect(inChannel({ ...mention, ...off("enable_offline_push_notifications") })).toBeNull();
  });

  test("a wildcard is heard by those who want it, of the channel or of all, and by nobody who muted it", ({
    expect,
  }) => {
    expect(inChannel(wildcard)).toBe("wildcard_mention");
    expect(inChannel({ ...wildcard, ...off("wildcard_mentions_notify") })).toBeNull();
    expect(inChannel({ ...wildcard, listener: { wildcards: false } })).toBeNull();
    const wanted = { ...off("wildcard_mentions_notify"), listener: { wildcards: true } };
    expect(inChannel({ ...wildcard, ...wanted })).toBe("wildcard_mention");
    for (const listener of [mutedChannel, mutedTopic])
      expect(inChannel({ ...wildcard, listener })).toBeNull();
    const unmuted = { ...mutedChannel, ...unmutedTopic };
    expect(inChannel({ ...wildcard, listener: unmuted })).toBe("wildcard_mention");
  });

  test("a wildcard in a followed topic has a setting of its own", ({ expect }) => {
    const followed = { ...wildcard, listener: { ...followedTopic, wildcards: false } };
    expect(inChannel(followed)).toBe("wildcard_mention");
    const without = off("enable_followed_topic_wildcard_mentions_notify");
    expect(inChannel({ ...followed, ...without })).toBe("followed_topic");
  });

  test("a followed topic is heard of also in a muted channel", ({ expect }) => {
    for (const listener of [followedTopic, { ...followedTopic, ...mutedChannel }])
      expect(inChannel({ listener })).toBe("followed_topic");
    const without = off("enable_followed_topic_push_notifications");
    expect(inChannel({ ...without, listener: followedTopic })).toBeNull();
  });

  test("a channel notifies who wants it, of this or of all, unless it or the topic is muted", ({
    expect,
  }) => {
    const all = { settings: { enable_stream_push_notifications: true } };
    expect(inChannel(all)).toBe("channel_message");
    expect(inChannel({ ...all, listener: { pushes: false } })).toBeNull();
    expect(inChannel({ listener: { pushes: true } })).toBe("channel_message");
    for (const listener of [mutedChannel, mutedTopic])
      expect(inChannel({ ...all, listener })).toBeNull();
    const unmuted = { ...mutedChannel, ...unmutedTopic };
    expect(inChannel({ ...all, listener: unmuted })).toBe("channel_message");
  });

  test("people who are present are notified unless that is switched off", ({ expect }) => {
    expect(hearsWhilePresent({})).toBe(true);
    expect(hearsWhilePresent({ enable_online_push_notifications: false })).toBe(false);
  });
});

const plain = { settings: {}, isMentioned: false, isWildcardMentioned: false };
const mailed = (
  given: Partial<Omit<Reception, "listener">>,
  listener: Partial<TopicListener> = {},
) => triggerOf({ ...plain, ...given, listener: { ...quiet, ...listener } }, media.mail);

describe("of which messages people get e-mail (docs/behaviour/mail.md#missed-messages)", () => {
  test("e-mail follows its own settings and not those of pushes", ({ expect }) => {
    const noPushes = Object.fromEntries(
      Object.values(media.push).flatMap((name) =>
        typeof name === "string" ? [[name, false]] : [],
      ),
    );
    const direct = { ...plain, listener: null };
    expect(triggerOf({ ...direct, settings: noPushes }, media.mail)).toBe("direct_message");
    const without = off("enable_offline_email_notifications");
    expect(triggerOf({ ...direct, ...without }, media.mail)).toBeNull();
    expect(mailed({ ...mention, settings: noPushes })).toBe("mention");
    expect(mailed({ ...mention, ...without })).toBeNull();
    expect(mailed({ ...wildcard, ...without })).toBeNull();
    expect(mailed({ settings: noPushes }, followedTopic)).toBe("followed_topic");
    expect(mailed(off("enable_followed_topic_email_notifications"), followedTopic)).toBeNull();
    expect(mailed({}, { pushes: true })).toBeNull();
    expect(mailed({}, { emails: true })).toBe("channel_message");
    expect(mailed({}, { emails: true, ...mutedTopic })).toBeNull();
    const all = { settings: { enable_stream_email_notifications: true } };
    expect(mailed(all)).toBe("channel_message");
    expect(mailed(all, { emails: false })).toBeNull();
    expect(mailed(all, mutedChannel)).toBeNull();
  });

  test("e-mail comes for what ends it: a setting, or what one channel is said to do", ({
    expect,
  }) => {
    for (const trigger of ["direct_message", "mention", "wildcard_mention"] as const)
      expect(mailReasonOf(trigger, null)).toBe("personal");
    expect(mailReasonOf("followed_topic", quiet)).toBe("followed_topics");
    expect(mailReasonOf("channel_message", quiet)).toBe("channels");
    expect(mailReasonOf("channel_message", { ...quiet, emails: true })).toBe("channel");
  });

  test("whoever has switched e-mail off meanwhile gets none", ({ expect }) => {
    for (const [reason, name] of [
      ["personal", media.mail.personal],
      ["followed_topics", media.mail.followedTopics],
      ["channels", media.mail.channels],
    ] as const) {
      expect(stillWantsMail({ [name]: true }, reason)).toBe(true);
      expect(stillWantsMail({ [name]: false }, reason)).toBe(false);
    }
    expect(stillWantsMail({}, "channels")).toBe(false);
    expect(stillWantsMail({}, "channel")).toBe(true);
  });

  test("the organization says before the person whether e-mail shows messages", ({ expect }) => {
    const ofRealm = off("message_content_allowed_in_email_notifications").settings;
    const own = off("message_content_in_email_notifications").settings;
    expect(contentHiddenBy({}, {})).toBeNull();
    expect(contentHiddenBy(own, {})).toBe("person");
    expect(contentHiddenBy({}, ofRealm)).toBe("organization");
    expect(contentHiddenBy(own, ofRealm)).toBe("organization");
  });
});
