import {
  addAlertWords,
  addAndroidRegId,
  addLinkifier,
  addNavigationView,
  addPlayground,
  addBlockedAddress,
  addRealmDomain,
  createBot,
  createInviteLink,
  createProfileField,
  createSavedSnippet,
  createUserGroup,
  listAlertWords,
  type Operation,
  muteUser,
  storedLimits,
  updateBot,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { uploadEmoji } from "./organization/emoji.ts";
import type { Name } from "./people.ts";
import { png } from "./pictures.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
const spare = 2;
const atOnce = 5;

type Fragment = ReturnType<typeof sql.fragment>;

interface Kept {
  readonly of: keyof typeof storedLimits;
  readonly add: (at: number) => Promise<unknown>;
  /** Copies the one that is there so often, with `n` from 1 on to tell them apart. */
  readonly copy: Fragment;
}

const idOf = (name: Name) => world().people[name].id;

const owner = (operation: Operation, given: Readonly<Record<string, unknown>>) =>
  world().request("owner", operation, given);

/** Copies a row with other ids and texts, which are unique. */
function copiesOf(
  table: string,
  { id, text, only = sql.fragment`true` }: { id: string; text: string; only?: Fragment },
): Fragment {
  const name = sql.identifier([table]);
  return sql.fragment`insert into ${name}
    select (jsonb_populate_record(null::${name}, row || jsonb_build_object(
      ${id}::text, 1000000 + n, ${text}::text, n || (row ->> ${text}::text)))).*
    from (select to_jsonb(${name}) as row from ${name} where ${only} limit 1) as one`;
}

/** @throws Error as operations that are called do */
async function uploaded(name: string): Promise<void> {
  const { code, msg, result } = await uploadEmoji(world(), "owner", name, [png]);
  if (result !== "success") throw Object.assign(new Error(msg), { code });
}

const kept: readonly Kept[] = [
  {
    of: "savedSnippetsOfUser",
    add: (at) => owner(createSavedSnippet, { title: `t${at}`, content: "c" }),
    copy: sql.fragment`insert into saved_snippet (realm_id, user_id, title, content)
      select realm_id, user_id, title, content from saved_snippet`,
  },
  {
    of: "navigationViewsOfUser",
    add: (at) =>
      owner(addNavigationView, { fragment: `narrow/x${at}`, is_pinned: true, name: `x${at}` }),
    copy: sql.fragment`insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
      select realm_id, user_id, fragment || '-' || n, is_pinned, name || '-' || n from navigation_view`,
  },
  {
    of: "linkifiers",
    add: (at) =>
      owner(addLinkifier, { pattern: `x${at}-(?P<id>[0-9]+)`, url_template: "https://x.com/{id}" }),
    copy: sql.fragment`insert into linkifier (realm_id, pattern, url_template, position)
      select realm_id, pattern || n, url_template, position + n from linkifier`,
  },
  {
    of: "playgrounds",
    add: (at) =>
      owner(addPlayground, {
        name: `p${at}`,
        url_template: "https://x.com/{code}",
        pygments_language: "Python",
      }),
    copy: sql.fragment`insert into playground (realm_id, name, pygments_language, url_template)
      select realm_id, name || '-' || n, pygments_language, url_template from playground`,
  },
  {
    of: "domains",
    add: (at) => owner(addRealmDomain, { domain: `d${at}.example.com`, allow_subdomains: false }),
    copy: sql.fragment`insert into realm_domain (realm_id, domain, allow_subdomains)
      select realm_id, n || '.' || domain, allow_subdomains from realm_domain`,
  },
  {
    of: "blockedAddresses",
    add: (at) => owner(addBlockedAddress, { pattern: `d${at}.example.com` }),
    copy: sql.fragment`insert into blocked_address (realm_id, pattern, blocked_at)
      select realm_id, n || '.' || pattern, blocked_at from blocked_address`,
  },
  {
    of: "invitations",
    add: () => owner(createInviteLink, {}),
    copy: sql.fragment`insert into invitation (realm_id, email, token, invited_by, role, channel_ids, group_ids, notify_referrer, expires_at)
      select realm_id, email, token || n, invited_by, role, channel_ids, group_ids, notify_referrer, expires_at from invitation`,
  },
  {
    of: "profileFields",
    add: (at) => owner(createProfileField, { name: `f${at}`, field_type: 1 }),
    copy: copiesOf("profile_field", { id: "field_id", text: "name" }),
  },
  {
    of: "emoji",
    add: (at) => uploaded(`e${at}`),
    copy: copiesOf("realm_emoji", { id: "emoji_id", text: "name" }),
  },
];

describe("what is kept is limited, also at the same moment (docs/behaviour/api.md#texts-and-limits)", () => {
  for (const { add, copy, of } of kept)
    test(`the number of kept ${of} is limited, also at the same moment`, async ({ expect }) => {
      const { most, what } = storedLimits[of];
      await add(0);
      await world().database.query(
        sql.unsafe`${copy} cross join generate_series(1, ${most - 1 - spare}) as n`,
      );
      const asked = Array.from({ length: atOnce }, (_, at) => add(at + 1));
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(spare);
      await world().events();
      await expect(add(atOnce + 1)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: `There can be at most ${most} ${what}.`,
      });
      expect(await world().events()).toEqual([]);
    });

  test("the number of alert words of a user is limited, also at the same moment", async ({
    expect,
  }) => {
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}`);
    await owner(addAlertWords, { alert_words: words });
    await owner(addAlertWords, { alert_words: ["WORD1"] });
    await expect(owner(addAlertWords, { alert_words: ["word1000"] })).rejects.toMatchObject({
      message: "There can be at most 1000 alert words.",
    });
    const { alert_words: left } = await world().request("owner", listAlertWords, {});
    expect(left).toHaveLength(1000);
  });

  test("the number of muted users of a user is limited, also at the same moment", async ({
    expect,
  }) => {
    const { most } = storedLimits.mutedUsersOfUser;
    const muted = Array.from({ length: most - 1 }, (_, at) => ({ id: -1 - at, timestamp: 1 }));
    await world().database.query(sql.unsafe`
      update account set muted_users = ${JSON.stringify(muted)}::jsonb where user_id = ${idOf("owner")}`);
    const mute = (name: Name) => owner(muteUser, { muted_user_id: idOf(name) });
    const outcomes = await Promise.allSettled([mute("alice"), mute("guest")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(mute("admin")).rejects.toMatchObject({
      message: `There can be at most ${most} muted users.`,
    });
  });

  test("the number of bots of a user is limited, also for those who are given one", async ({
    expect,
  }) => {
    const { most } = storedLimits.botsOfUser;
    const bot = (name: string) => ({ full_name: name, short_name: name, bot_type: 1 });
    const { user_id: botId } = await world().request("admin", createBot, bot("given"));
    await owner(createBot, bot("own"));
    const ofOwner = sql.fragment`bot_owner_id = ${idOf("owner")}`;
    const many = copiesOf("account", { id: "user_id", text: "delivery_email", only: ofOwner });
    await world().database.query(
      sql.unsafe`${many} cross join generate_series(1, ${most - 1 - spare}) as n`,
    );
    const asked = Array.from({ length: atOnce }, (_, at) => owner(createBot, bot(`more${at}`)));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(spare);
    const tooMany = { message: `There can be at most ${most} bots of one owner.` };
    await expect(owner(createBot, bot("last"))).rejects.toMatchObject(tooMany);
    const give = { bot_id: botId, bot_owner_id: idOf("owner") };
    await expect(world().request("admin", updateBot, give)).rejects.toMatchObject(tooMany);
  });

  test("the number of groups is limited, counting those of the product", async ({ expect }) => {
    const { most } = storedLimits.userGroups;
    const add = (name: string) =>
      owner(createUserGroup, { name, description: "", members: [idOf("owner")] });
    await add("first");
    const present = await world().database.oneFirst(
      sql.type(z.object({ count: z.number() }))`
        select count(*)::int as count from user_group where realm_id = ${world().realm.id}`,
    );
    const many = copiesOf("user_group", {
      id: "group_id",
      text: "name",
      only: sql.fragment`name = 'first'`,
    });
    await world().database.query(
      sql.unsafe`${many} cross join generate_series(1, ${most - present - spare}) as n`,
    );
    const asked = Array.from({ length: atOnce }, (_, at) => add(`more ${at}`));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(spare);
    await expect(add("last")).rejects.toMatchObject({
      message: `There can be at most ${most} user groups.`,
    });
  });

  test("the oldest device is forgotten beyond the limit, so that a new one can always be added", async ({
    expect,
  }) => {
    const { most } = storedLimits.pushDevicesOfUser;
    const tokens = () =>
      world().database.anyFirst(sql.type(z.object({ token: z.string() }))`
        select token from push_device order by created_at, token`);
    for (let at = 0; at <= most; at += 1) await owner(addAndroidRegId, { token: `token${at}` });
    const left = await tokens();
    expect(left).toHaveLength(most);
    expect(left).not.toContain("token0");
    expect(left).toContain(`token${most}`);
    await owner(addAndroidRegId, { token: "token1" });
    expect(await tokens()).toEqual(left);
  });
});
