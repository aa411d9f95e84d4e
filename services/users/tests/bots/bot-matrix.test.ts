import {
  deactivateBot,
  getBotApiKey,
  reactivateUser,
  regenerateBotApiKey,
  roles,
  updateBot,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import {
  attemptOf,
  buildStage,
  messages,
  type Outcome,
  outcomeOf,
  type RoleName,
  type Stage,
} from "../role-stage.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/**
 * Outcomes by what is changed of a bot and who tries: others, its owner, and the bot itself; letters as in
 * role-stage.ts.
 */
const botChanges: Readonly<Record<string, Readonly<Record<BotActor, Outcome>>>> = {
  name: byManagers("b"),
  role: { ...byManagers("b"), keeper: "a" },
  "owner role": { ...byManagers("b"), administrator: "o", keeper: "o" },
  owner: byManagers("b"),
  key: byManagers("b"),
  "new key": byManagers("b"),
  deactivate: byManagers("b"),
  "name as of a user": { ...byManagers("i"), guest: "i" },
  "profile as of a user": { ...byManagers("i"), guest: "i" },
};

type BotActor = RoleName | "keeper" | "itself";

/** Administrators and the bot's owner. */
function byManagers(itself: Outcome): Readonly<Record<BotActor, Outcome>> {
  return {
    owner: "y",
    administrator: "y",
    moderator: "i",
    member: "i",
    guest: "h",
    keeper: "y",
    itself,
  };
}

let stage: Stage;
let founder: Caller;
beforeAll(async () => {
  stage = await buildStage(world());
  founder = stage.actors.owner;
});

let attempts = 0;

describe("who may do what with a bot (docs/behaviour/bots.md#managing-bots)", () => {
  for (const [kind, outcomes] of Object.entries(botChanges))
    for (const [actor, letter] of Object.entries(outcomes))
      test(`${actor} who tries to ${kind} a bot gets the answer ${letter}`, async ({ expect }) => {
        const as = botActor(actor as BotActor);
        expect(await outcomeOf(attemptOnBot(kind, as))).toBe(messages[letter]);
        const restored = { bot_id: stage.bot, role: roles.member, bot_owner_id: keeperId() };
        await world().request(founder, reactivateUser, { user_id: stage.bot });
        await world().request(founder, updateBot, restored);
      });
});

/** The bot belongs to the member who is acted upon elsewhere. */
const keeperId = () => stage.targets.member;

function botActor(actor: BotActor): Caller {
  if (actor === "keeper") return { ...stage.actors.member, userId: keeperId() };
  if (actor === "itself") return { ...stage.actors.member, userId: stage.bot, isBot: true };
  return stage.actors[actor];
}

function attemptOnBot(kind: string, actor: Caller): Promise<unknown> {
  attempts += 1;
  const { bot: bot_id } = stage;
  switch (kind) {
    case "name":
      return world().request(actor, updateBot, { bot_id, full_name: `Bot ${attempts}` });
    case "role":
      return world().request(actor, updateBot, { bot_id, role: roles.moderator });
    case "owner role":
      return world().request(actor, updateBot, { bot_id, role: roles.owner });
    case "owner":
      return world().request(actor, updateBot, { bot_id, bot_owner_id: stage.targets.moderator });
    case "key":
      return world().request(actor, getBotApiKey, { bot_id });
    case "new key":
      return world().request(actor, regenerateBotApiKey, { bot_id });
    case "deactivate":
      return world().request(actor, deactivateBot, { bot_id });
    case "name as of a user":
      return attemptOf({ world: world(), stage }, "name", { actor, user_id: bot_id });
    default:
      return attemptOf({ world: world(), stage }, "profile", { actor, user_id: bot_id });
  }
}
