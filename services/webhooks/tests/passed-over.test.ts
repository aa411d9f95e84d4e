import { mayReachBots } from "@team-chat/contract";
import { test } from "vitest";

import { channelMessage, directMessage, eventOf } from "./messages.ts";

const bundleOf = (...events: readonly object[]) =>
  JSON.stringify({ service: "messages", realm: 1, xid: "1", events });

test("bundles are parsed only if they may concern a bot (docs/behaviour/webhooks.md#what-calls-a-bot)", ({
  expect,
}) => {
  const quoted = '"mentionedUserIds":[20], "display_recipient":[{"id":20}]';
  const said = eventOf(channelMessage({ content: quoted, subject: quoted }));
  const mention = eventOf(channelMessage(), { mentions: [20] });
  const direct = eventOf(directMessage([20]));
  expect(mayReachBots(bundleOf(said, said))).toBe(false);
  expect(mayReachBots(bundleOf(said, mention))).toBe(true);
  expect(mayReachBots(bundleOf(said, direct))).toBe(true);
});
