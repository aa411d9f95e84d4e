import { emailVisibilities, roles } from "@team-chat/contract";
import fc from "fast-check";
import { test } from "vitest";

import { presentUser, type UserForm } from "../../present/user.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { ListCache } from "./list-cache.ts";
import { spectatorAccount } from "./spectator.ts";
import { userList } from "./user-lists.ts";

const account = spectatorAccount({
  id: 1,
  mainDomain: "",
  renamedVersion: 0,
  subdomain: "",
  name: "Root",
  description: "",
  deactivated: false,
  settings: {},
  userSettingsDefaults: {},
  suspensionReason: "",
  plan: "self_hosted" as const,
  limits: {},
  ownProviders: [],
  hasDirectory: false,
  samlProviders: [],
  iconSecret: "",
  secondFactorSince: null,
  createdAt: new Date(0),
  version: 1,
});

const somebody = fc.record({
  userId: fc.integer({ min: 1, max: 30 }),
  emailVisibility: fc.constantFrom(...Object.values(emailVisibilities)),
  fullName: fc.string({ unit: "binary" }),
});
const people = fc
  .uniqueArray(somebody, { selector: ({ userId }) => userId, maxLength: 8 })
  .map((some) =>
    some.map((one) => ({ ...account, ...one })).toSorted((a, b) => a.userId - b.userId),
  );
const forms = fc.array(
  fc.record({
    viewer: fc.record({
      userId: fc.integer({ min: 0, max: 30 }),
      role: fc.constantFrom(...Object.values(roles)),
    }),
    hostname: fc.constant("localhost"),
    clientGravatar: fc.boolean(),
    profileData: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

function listed(accounts: readonly Account[], form: UserForm): unknown {
  const { json } = userList("test", accounts, form);
  return JSON.parse(typeof json === "string" ? json : Buffer.concat(json).toString("utf8"));
}

function expected(accounts: readonly Account[], form: UserForm): unknown {
  const users = accounts.map((one) => {
    const { is_active: _, ...user } = presentUser(one, form);
    return user;
  });
  return JSON.parse(JSON.stringify(users));
}

test("every viewer gets what the viewer sees, whoever asked before", ({ expect }) => {
  fc.assert(
    fc.property(people, people, forms, (accounts, others, viewers) => {
      for (const form of viewers) {
        expect(listed(accounts, form)).toEqual(expected(accounts, form));
        // Other accounts under the same name, as after a change.
        expect(listed(others, form)).toEqual(expected(others, form));
      }
    }),
    { numRuns: 200 },
  );
});

test("no more bytes are kept than allowed, those used last", ({ expect }) => {
  const cache = new ListCache<object>(100);
  const of = {};
  let made = 0;
  const get = (name: string, length: number) =>
    cache.get(of, name, () => {
      made += 1;
      return { bytes: Buffer.alloc(length), starts: new Uint32Array() };
    });
  get("a", 40);
  get("b", 40);
  get("a", 40);
  expect([made, cache.bytes]).toEqual([2, 80]);
  get("c", 40);
  expect([made, cache.bytes]).toEqual([3, 80]);
  get("a", 40);
  expect(made).toBe(3);
  get("b", 40);
  expect(made).toBe(4);
  get("huge", 101);
  expect([made, cache.bytes]).toEqual([5, 0]);
});
