import { SlotOwners, slotOfUser } from "@team-chat/rpc";
import { nextLook, useWorld } from "@team-chat/testkit";
import { beforeAll, test } from "vitest";

import { call } from "../client.ts";
import type { Echo } from "../echo.ts";
import type { EventsPeer } from "../events-peer.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  realm = world().realm();
  alice = world().user(realm);
});

test("registrations go over HTTP to the owner of the slot that all queues of the user have", async ({
  expect,
}) => {
  await using events = await world().events();
  await using gateway = await world().gateway({ PARTITIONS: "4" });
  await world().found(gateway, events);
  const asked = { method: "POST", path: "/register", host: realm.host, form: { narrow: "[]" } };
  const { body: answer } = await call(gateway.url, { ...asked, auth: alice });
  expect(answer["echo"]).toMatchObject({
    service: `events ${events.member.id}`,
    body: "narrow=%5B%5D",
  });
  const spectator = await call(gateway.url, asked);
  expect((spectator.body["echo"] as Echo).identity).toMatchObject({ kind: "anonymous" });
});

test("registrations of an organization that may have few queues all go to the process of its slot", async ({
  expect,
}) => {
  await using first = await world().events();
  await using gateway = await world().gateway();
  await world().found(gateway, first);
  await using second = await world().events();
  const serviceOf = ({ member }: EventsPeer) => `events ${member.id}`;
  const owners = new SlotOwners([first.member, second.member]);
  const small = world().realm();
  small.mostQueues = 10_000;
  const registeredBy = async (of: TestRealm) => {
    const auth = world().user(of);
    const asked = { method: "POST", path: "/register", host: of.host, auth, form: {} };
    const { body: answer } = await call(gateway.url, asked);
    const { service } = answer["echo"] as Echo;
    return [service, slotOfUser({ realmId: of.id, userId: auth.id }, of.mostQueues)] as const;
  };
  const register = (of: TestRealm) =>
    Promise.all(Array.from({ length: 12 }, () => registeredBy(of)));
  const isFound = async () => (await register(realm)).some(([name]) => name === serviceOf(second));
  while (!(await isFound())) await nextLook();
  const [ofSmall, ofAny] = [await register(small), await register(realm)];
  for (const [service, slot] of [...ofSmall, ...ofAny])
    expect(service).toBe(`events ${owners.ownerOf(`0-${slot}`)?.id}`);
  expect(new Set(ofSmall.map(([, slot]) => slot)).size).toBe(1);
  expect(new Set(ofAny.map(([, slot]) => slot)).size).toBeGreaterThan(1);
});
