import {
  addAlertWords,
  addAndroidRegId,
  addLinkifier,
  addNavigationView,
  addPlayground,
  addRealmDomain,
  createInviteLink,
  createSavedSnippet,
  listAlertWords,
  type Operation,
  storedLimits,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { describe, test } from "vitest";
import { z } from "zod";

import { useWorld } from "./use-world.ts";

const world = useWorld();
const spare = 2;
const atOnce = 5;

type Fragment = ReturnType<typeof sql.fragment>;

interface Kept {
  readonly of: keyof typeof storedLimits;
  readonly add: (at: number) => Promise<unknown>;
  /** Copies the one that is there so often, with `n` from 1 on to tell them apart. */
  readonly copy: Fragment;
}

const owner = (operation: Operation, given: Readonly<Record<string, unknown>>) =>
  world().request(operation, "owner", given);

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
    of: "invitations",
    add: () => owner(createInviteLink, {}),
    copy: sql.fragment`insert into invitation (realm_id, email, token, invited_by, role, channel_ids, group_ids, notify_referrer, expires_at)
      select realm_id, email, token || n, invited_by, role, channel_ids, group_ids, notify_referrer, expires_at from invitation`,
  },
];

describe("what is kept is limited, also when it comes at the same time", () => {
  for (const { add, copy, of } of kept)
    test(`of ${of}`, async ({ expect }) => {
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

  test("of alertWordsOfUser", async ({ expect }) => {
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}`);
    await owner(addAlertWords, { alert_words: words });
    await owner(addAlertWords, { alert_words: ["WORD1"] });
    await expect(owner(addAlertWords, { alert_words: ["word1000"] })).rejects.toMatchObject({
      message: "There can be at most 1000 alert words.",
    });
    const { alert_words: left } = await world().request(listAlertWords, "owner", {});
    expect(left).toHaveLength(1000);
  });

  test("of devices the oldest is forgotten, so that a new one can always be added", async ({
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
