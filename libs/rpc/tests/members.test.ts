import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { connectNats, type Nats } from "@team-chat/nats";
import { startNats } from "@team-chat/servers";
import { Inbox } from "@team-chat/testkit";
import { test } from "vitest";

import { announceArrival, announceMember, watchMembers } from "../src/index.ts";
import { type Arrival, watchArrivals } from "../src/members/arrivals.ts";

async function world() {
  const stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "link-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = stack.use(await startNats({ dataDir: join(dataDir, "nats") }));
  const open = async (name: string): Promise<Nats> => {
    const nats = await connectNats({ url: server.url, name });
    stack.defer(() => nats.close());
    return nats;
  };
  return { stack, open };
}

function member(id: string) {
  return { id, linkUrl: "link://127.0.0.1:1", httpUrl: "http://127.0.0.1:2" };
}

/** Resolves when the list has exactly these ids. */
function following(nats: Nats) {
  const wanted = new Map<string, () => void>();
  const watch = watchMembers(nats, (members) => {
    const ids = members.map(({ id }) => id).join();
    wanted.get(ids)?.();
  });
  const until = (ids: string) =>
    new Promise<void>((resolve) => {
      if (watch.members.map(({ id }) => id).join() === ids) resolve();
      else wanted.set(ids, resolve);
    });
  return { until, watch };
}

test("a watcher that comes late learns who is there, and hears who comes and who leaves", async ({
  expect,
}) => {
  const { stack, open } = await world();
  await using _ = stack;
  const [events, gateway] = [await open("events"), await open("gateway")];
  const first = announceMember(events, member("a"));
  await events.flush();
  const { until, watch } = following(gateway);
  await until("a");
  const second = announceMember(events, member("b"));
  await until("a,b");
  await first[Symbol.asyncDispose]();
  await until("b");
  expect(watch.members).toEqual([member("b")]);
  await second[Symbol.asyncDispose]();
  await until("");
});

test("a member whose process died is dropped while another one is heard", async ({ expect }) => {
  const { stack, open } = await world();
  await using _ = stack;
  const [dying, living, gateway] = [await open("1"), await open("2"), await open("3")];
  announceMember(dying, member("a"));
  await using _living = announceMember(living, member("b"));
  const { until, watch } = following(gateway);
  await until("a,b");
  await dying.close();
  await until("b");
  expect(watch.members).toEqual([member("b")]);
});

test("a caller that comes late learns which processes are there, and hears at once who comes and who goes", async ({
  expect,
}) => {
  const { stack, open } = await world();
  await using _ = stack;
  const [users, caller] = [await open("users"), await open("gateway")];
  const announced = (service: string, port: number) =>
    announceArrival(users, { service, origin: `http://10.0.0.1:${port}` });
  const first = announced("users", 1);
  announced("channels", 2);
  await users.flush();
  const heard = new Inbox<Arrival>();
  using _watch = watchArrivals(caller, "users", (arrival) => heard.put(arrival));
  expect(await heard.take()).toEqual({ origin: "http://10.0.0.1:1", leaving: false });
  caller.publish("arrivals.users", "{");
  caller.publish("arrivals.users", JSON.stringify({ origin: "file:///etc", leaving: false }));
  announced("users", 3);
  expect(await heard.take()).toEqual({ origin: "http://10.0.0.1:3", leaving: false });
  await first[Symbol.asyncDispose]();
  expect(await heard.take()).toEqual({ origin: "http://10.0.0.1:1", leaving: true });
});
