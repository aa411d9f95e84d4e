import {
  addRealmBot,
  addRealmUser,
  botTypes,
  changePlan,
  createRealm,
  deactivateRealm,
  reactivateRealm,
  roles,
  rotateKey,
} from "@team-chat/contract";

import { password } from "../../people.ts";
import type { Beside } from "./stage.ts";

const service = { service: "test" };
const hidden = "(hidden)";
const subdomain = "acme";

/** Changes that operators make by commands that speak to the service itself. */
export const commandChanges: readonly Beside[] = [
  {
    operation: "createRealm",
    object: "organization",
    actor: service,
    after: { name: "Commanded", subdomain: "commanded" },
    subdomain: "commanded",
    change: ({ world }) => {
      const owner = { email: "boss@commanded.example", fullName: "The Boss", password };
      return world.call(createRealm, { subdomain: "commanded", name: "Commanded", owner });
    },
  },
  {
    operation: "changePlan",
    object: "organization",
    actor: service,
    before: { "limits.channels": 78 },
    after: { "limits.channels": 79 },
    change: ({ world }) => world.call(changePlan, { subdomain: "", limits: { channels: 79 } }),
  },
  {
    operation: "deactivateRealm",
    object: "organization",
    actor: service,
    before: { deactivated: false, suspension_reason: "" },
    after: { deactivated: true, suspension_reason: "Moved." },
    subdomain,
    change: ({ world }) => world.call(deactivateRealm, { subdomain, reason: "Moved." }),
  },
  {
    operation: "reactivateRealm",
    object: "organization",
    actor: service,
    before: { deactivated: true, suspension_reason: "Moved." },
    after: { deactivated: false, suspension_reason: "" },
    subdomain,
    change: ({ world }) => world.call(reactivateRealm, { subdomain }),
  },
  {
    operation: "addRealmUser",
    object: "user",
    actor: service,
    after: { full_name: "New", delivery_email: "new@example.com" },
    change: ({ world }) =>
      world.call(addRealmUser, {
        realmId: world.realm.id,
        email: "new@example.com",
        fullName: "New",
        role: roles.member,
        password: null,
      }),
  },
  {
    operation: "addRealmBot",
    object: "user",
    actor: service,
    after: { full_name: "Hook", is_bot: true, bot_config: hidden },
    change: (stage) =>
      stage.world.call(addRealmBot, {
        realmId: stage.world.realm.id,
        ownerId: stage.world.people.alice.id,
        email: "hook-bot@example.com",
        fullName: "Hook",
        botType: botTypes.outgoingWebhook,
        webhook: { url: stage.keep("https://hook.example/secret"), interface: 1, name: "hook" },
      }),
  },
  {
    operation: "rotateKey",
    object: "api_key",
    actor: service,
    before: { key: hidden },
    after: { key: hidden },
    change: async (stage) => {
      const answer = await stage.world.call(rotateKey, {
        subdomain: "",
        email: "alice@example.com",
      });
      return stage.keep(answer.apiKey);
    },
  },
];
