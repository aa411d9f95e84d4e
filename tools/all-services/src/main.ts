import { runProcess } from "@team-chat/http";
import { configure as channels } from "@team-chat/service-channels";
import { configure as events } from "@team-chat/service-events";
import { configure as gateway } from "@team-chat/service-gateway";
import { configure as messages } from "@team-chat/service-messages";
import { configure as users } from "@team-chat/service-users";
import { configure as webhooks } from "@team-chat/service-webhooks";

import { readServices } from "./config.ts";

const given = readServices(process.env);
/** In the order of starting; the gateway stops first, while the others still answer it. */
const all = [
  [users, given.users],
  [channels, given.channels],
  [messages, given.messages],
  [events, given.events],
  [webhooks, given.webhooks],
  [gateway, given.gateway],
] as const;
await runProcess(
  all.flatMap(([configure, own]) =>
    own === undefined ? [] : [configure({ ...process.env, ...own })],
  ),
);
