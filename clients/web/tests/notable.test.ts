import { describe, test } from "vitest";

import { isNotable } from "../src/state/notable.ts";
import { messageOf, stateWith } from "./notable-state.ts";

const inChannel = (flags: string[] = []) => messageOf({ type: "stream", flags });
const direct = messageOf({ type: "private", flags: [] });
const all = { enable_desktop_notifications: true };

describe("messages that notify while the client is open (docs/behaviour/notifications.md#who-is-notified)", () => {
  test("a direct message and a mention notify, one's own and read ones do not", ({ expect }) => {
    const state = stateWith({ settings: all });
    expect(isNotable(state, direct)).toBe(true);
    expect(isNotable(state, inChannel(["mentioned"]))).toBe(true);
    expect(isNotable(state, { ...direct, sender_id: state.me })).toBe(false);
    expect(isNotable(state, { ...direct, flags: ["read"] })).toBe(false);
    expect(isNotable(stateWith({}), direct)).toBe(false);
    expect(isNotable(state, inChannel())).toBe(false);
  });

  test("a wildcard notifies by the setting of the channel or of all, unless it is muted", ({
    expect,
  }) => {
    const wildcard = inChannel(["stream_wildcard_mentioned"]);
    const settings = { ...all, wildcard_mentions_notify: true };
    expect(isNotable(stateWith({ settings }), wildcard)).toBe(true);
    expect(isNotable(stateWith({ settings: all }), wildcard)).toBe(false);
    const quiet = { wildcard_mentions_notify: false };
    expect(isNotable(stateWith({ settings, channel: quiet }), wildcard)).toBe(false);
    expect(isNotable(stateWith({ settings, channel: { is_muted: true } }), wildcard)).toBe(false);
    expect(isNotable(stateWith({ settings, policy: 1 }), wildcard)).toBe(false);
  });

  test("what is heard is decided by settings of its own", ({ expect }) => {
    const loud = stateWith({ settings: { enable_sounds: true } });
    expect([isNotable(loud, direct, "sound"), isNotable(loud, direct)]).toEqual([true, false]);
    const quiet = stateWith({ settings: all });
    expect(isNotable(quiet, direct, "sound")).toBe(false);
    const settings = { enable_followed_topic_audible_notifications: true };
    expect(isNotable(stateWith({ settings, policy: 3 }), inChannel(), "sound")).toBe(true);
    const channel = { audible_notifications: true };
    expect(isNotable(stateWith({ channel }), inChannel(), "sound")).toBe(true);
    expect(isNotable(stateWith({ channel, policy: 1 }), inChannel(), "sound")).toBe(false);
  });

  test("a followed topic notifies also in a muted channel, an unmuted one by the channel's setting", ({
    expect,
  }) => {
    const settings = { enable_followed_topic_desktop_notifications: true };
    const channel = { is_muted: true, desktop_notifications: true };
    expect(isNotable(stateWith({ settings, channel, policy: 3 }), inChannel())).toBe(true);
    expect(isNotable(stateWith({ channel }), inChannel())).toBe(false);
    expect(isNotable(stateWith({ channel, policy: 2 }), inChannel())).toBe(true);
    const ofAll = { enable_stream_desktop_notifications: true };
    expect(isNotable(stateWith({ settings: ofAll }), inChannel())).toBe(true);
  });
});
