import { runProcess } from "@team-chat/http";
import { configure as configureChannels } from "@team-chat/service-channels";
import { configure as configureEvents } from "@team-chat/service-events";
import { configure as configureGateway } from "@team-chat/service-gateway";
import { configure as configureMessages } from "@team-chat/service-messages";
import { configure as configureUsers } from "@team-chat/service-users";
import { configure as configureWebhooks } from "@team-chat/service-webhooks";

import { readServices } from "./config.ts";
import { inProcessVariables } from "./in-process.ts";

const given = readServices(process.env);
const running = Object.keys(given);
/** In the order of starting; the gateway stops first, while the others still answer it. */
const all = [
  ["users", configureUsers],
  ["channels", configureChannels],
  ["messages", configureMessages],
  ["events", configureEvents],
  ["webhooks", configureWebhooks],
  ["gateway", configureGateway],
] as const;
await runProcess(
  all.flatMap(([name, configure]) => {
    const own = given[name];
    if (own === undefined) return [];
    return [configure({ ...process.env, ...own, ...inProcessVariables(name, running) })];
  }),
);
