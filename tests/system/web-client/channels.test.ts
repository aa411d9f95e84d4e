import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { DemoPage } from "./demo-page.ts";

let demo: DemoPage;

beforeAll(async () => {
  demo = await DemoPage.open();
});
afterAll(() => demo[Symbol.asyncDispose]());

/** Opens a page of channels, and waits until its heading is there. */
async function open(address: string, heading: string): Promise<Page> {
  await demo.page.goto(`${demo.product.url}/#channels/${address}`);
  await demo.page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  return demo.page;
}

/** Makes a channel as an administrator, and returns its address and id. */
async function channel(name: string, given: Readonly<Record<string, unknown>> = {}) {
  const made = await demo.admin.post("/channels/create", { name, subscribers: [], ...given });
  if (made.result !== "success") throw new Error(made.msg);
  const id = Number(made["id"]);
  return { id, address: (section: string) => `${String(id)}/${name}/${section}` };
}

async function idOf(email: string): Promise<number> {
  const { user } = (await demo.admin.get(`/users/${email}`)) as unknown as {
    readonly user: { readonly user_id: number };
  };
  return user.user_id;
}

async function facts(id: number): Promise<Readonly<Record<string, unknown>>> {
  return (await demo.admin.get(`/streams/${String(id)}`))["stream"] as Record<string, unknown>;
}

async function subscribers(id: number): Promise<readonly number[]> {
  return (await demo.admin.get(`/streams/${String(id)}/members`))["subscribers"] as number[];
}

describe("channels in the web client (docs/subsystems/web-client.md#channels)", () => {
  test("a channel is found by its description, subscribed to and left by keys alone", async ({
    expect,
  }) => {
    const { id } = await channel("orchard", { description: "Apples and pears" });
    const page = await open("available", "Channels");
    await page.getByRole("searchbox", { name: "Find channels" }).fill("pears");
    const rows = page.getByRole("main").getByRole("listitem");
    await rows.getByText("orchard", { exact: true }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation").getByRole("link", { name: "orchard" }).waitFor();
    expect(await subscribers(id)).toEqual([await idOf("member@example.com")]);
    await open("subscribed", "Channels");
    await page.getByRole("button", { name: "Unsubscribe #orchard" }).press("Enter");
    await rows.getByText("orchard", { exact: true }).waitFor({ state: "detached" });
    expect(await subscribers(id)).toEqual([]);
  });

  test("a channel that is read without being subscribed to offers to subscribe where its messages are", async ({
    expect,
  }) => {
    const { id } = await channel("harbour");
    await demo.page.goto(`${demo.product.url}/#narrow/channel/${String(id)}-harbour`);
    const subscribe = demo.page.getByRole("button", { name: "Subscribe", exact: true });
    await subscribe.click();
    await subscribe.waitFor({ state: "detached" });
    expect(await subscribers(id)).toContain(await idOf("member@example.com"));
  });

  test("a name that is in use is refused in words beside the form; a private channel is then made with its people", async ({
    expect,
  }) => {
    const page = await open("new", "New channel");
    await page.getByLabel("Name").fill("general");
    await page.getByRole("button", { name: "Create channel" }).click();
    await page.getByRole("alert").filter({ hasText: "general" }).waitFor();
    await page.getByLabel("Name").fill("greenhouse");
    await page.getByLabel("What it is for").fill("Under glass");
    await page.getByLabel("Who reads it").selectOption("Subscribers only, with all older messages");
    await page.getByLabel("Add a person").fill("max");
    await page.getByLabel("Add a person").press("Enter");
    await page.getByRole("button", { name: "Remove Max Member" }).waitFor();
    await page.getByRole("button", { name: "Create channel" }).press("Enter");
    await page.getByRole("heading", { name: "#greenhouse" }).waitFor();
    const id = Number(/#channels\/(\d+)/.exec(page.url())?.[1]);
    expect(await facts(id)).toMatchObject({
      description: "Under glass",
      invite_only: true,
      history_public_to_subscribers: true,
    });
    const people = await Promise.all(["member@example.com", "member2@example.com"].map(idOf));
    expect(await subscribers(id)).toEqual(people.toSorted((a, b) => a - b));
  });

  test("whoever may not create channels is told so, and who does not administer one sees what it is", async ({
    expect,
  }) => {
    const { id, address } = await channel("read-only", { description: "Look **here**" });
    const page = await open(address("general"), "#read-only");
    await page.locator("strong", { hasText: "here" }).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    const nobody = await groupId("role:nobody");
    const nobodyMay = { can_create_public_channel_group: { new: nobody } };
    const before = await permissions();
    await demo.admin.patch("/realm", {
      ...nobodyMay,
      can_create_private_channel_group: { new: nobody },
    });
    await open("new", "New channel");
    await page.getByText("You may not create channels").waitFor();
    await demo.admin.patch("/realm", before);
    await page.getByLabel("Name").waitFor();
    expect((await facts(id))["description"]).toBe("Look **here**");
  });

  test("whoever administers a channel changes its name and privacy, and sees changes of others by themselves", async ({
    expect,
  }) => {
    const me = await idOf("member@example.com");
    const { id, address } = await channel("workshop", {
      subscribers: [me],
      can_administer_channel_group: { direct_members: [me], direct_subgroups: [] },
    });
    const page = await open(address("general"), "#workshop");
    await page.getByLabel("Name").fill("workbench");
    await page.getByLabel("Name").press("Enter");
    await page.getByRole("heading", { name: "#workbench" }).waitFor();
    const privacy = page.getByLabel("Who reads it");
    await privacy.selectOption("Subscribers only, from when they subscribed");
    await expect.poll(() => facts(id)).toMatchObject({ name: "workbench", invite_only: true });
    const protectedHistory = { history_public_to_subscribers: false };
    await expect.poll(() => facts(id)).toMatchObject(protectedHistory);
    await demo.admin.patch(`/streams/${String(id)}`, { new_name: "bench" });
    await page.getByRole("heading", { name: "#bench" }).waitFor();
    await page.getByRole("button", { name: "Archive channel" }).click();
    await page.getByRole("group").getByRole("button", { name: "Archive channel" }).click();
    await page.getByRole("button", { name: "Take back from the archive" }).click();
    await page.getByRole("button", { name: "Archive channel" }).waitFor();
    expect((await facts(id))["is_archived"]).toBe(false);
  });

  test("a personal setting of a channel is shown at once, and taken back with the reason when it is refused", async ({
    expect,
  }) => {
    const me = await idOf("member@example.com");
    const { address, id } = await channel("quiet", { subscribers: [me] });
    const page = await open(address("personal"), "#quiet");
    const own = async () => {
      const all = (await demo.member.get("/users/me/subscriptions"))["subscriptions"];
      return (all as { readonly stream_id: number }[]).find((one) => one.stream_id === id);
    };
    await page.getByLabel("Colour").fill("#123456");
    await expect.poll(own).toMatchObject({ color: "#123456" });
    await page.getByLabel("Pin channel").press("Space");
    await page.getByRole("navigation").getByRole("heading", { name: "Pinned" }).waitFor();
    await page.getByLabel("Desktop").selectOption("On");
    await expect.poll(own).toMatchObject({ pin_to_top: true, desktop_notifications: true });
    await page.route("**/subscriptions/properties", (route) => route.abort());
    await page.getByLabel("Mute channel").click();
    await page.getByRole("alert").filter({ hasText: "there is no connection" }).waitFor();
    expect(await page.getByLabel("Mute channel").isChecked()).toBe(false);
    await page.unroute("**/subscriptions/properties");
  });

  test("people are added to a channel and taken out of it, and who joins elsewhere appears by itself", async ({
    expect,
  }) => {
    const me = await idOf("member@example.com");
    const { address, id } = await channel("crew", {
      subscribers: [me],
      can_administer_channel_group: { direct_members: [me], direct_subgroups: [] },
    });
    const page = await open(address("subscribers"), "#crew");
    const rows = page.getByRole("main").locator(".entries");
    await page.getByLabel("Add a person").fill("max");
    await page.getByLabel("Add a person").press("Enter");
    await rows.getByText("Max Member").waitFor();
    await demo.admin.post("/users/me/subscriptions", { subscriptions: [{ name: "crew" }] });
    await rows.getByText("Ada Admin").waitFor();
    await page.getByRole("button", { name: "Remove Max Member" }).click();
    await rows.getByText("Max Member").waitFor({ state: "detached" });
    expect(await subscribers(id)).not.toContain(await idOf("member2@example.com"));
    expect(demo.problems).toEqual([]);
  });
});

describe("drafts in the web client (docs/subsystems/web-client.md#writing)", () => {
  test("topics of a channel are asked for once when it is opened, and show where a message has come", async ({
    expect,
  }) => {
    const { page } = demo;
    const { id } = await channel("meadow", { subscribers: [await idOf("member@example.com")] });
    const say = async (topic: string) => {
      await demo.admin.post("/messages", { type: "channel", to: "meadow", topic, content: topic });
      await demo.product.settle();
    };
    for (const topic of ["hay", "cows"]) await say(topic);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith(`/${String(id)}/topics`)) asked.push("topics");
    });
    await page.goto(`${demo.product.url}/#narrow/channel/${String(id)}-meadow`);
    const topics = page.getByRole("navigation", { name: "Conversations" }).locator(".topics a");
    const names = async () => (await topics.allInnerTexts()).map((text) => text.split("\n")[0]);
    await page.locator("article[data-id]").nth(1).waitFor();
    await expect.poll(names).toEqual(["cows", "hay", "channel events"]);
    expect(asked).toEqual(["topics"]);
    await say("bees");
    await expect.poll(names).toEqual(["bees", "cows", "hay", "channel events"]);
    await say("hay");
    await expect.poll(names).toEqual(["hay", "bees", "cows", "channel events"]);
  });

  test("a draft is listed, leads to where it waits in the box, and is gone when it is deleted", async ({
    expect,
  }) => {
    const draft = {
      type: "stream",
      to: [demo.channelId],
      topic: "harvest",
      content: "Half a sent",
    };
    await demo.member.post("/drafts", { drafts: [draft] });
    const { page } = demo;
    await page.getByRole("navigation").getByRole("link", { name: "Drafts" }).click();
    await page.getByRole("link", { name: "#general › harvest" }).click();
    await page.getByRole("textbox", { name: /^Message / }).waitFor();
    expect(await page.getByRole("textbox", { name: /^Message / }).inputValue()).toBe("Half a sent");
    await page.goto(`${demo.product.url}/#drafts`);
    await page.getByRole("button", { name: "Delete draft: #general › harvest" }).press("Enter");
    await page.getByText("Nothing is waiting to be sent.").waitFor();
    expect((await demo.member.get("/drafts"))["drafts"]).toEqual([]);
  });
});

async function groupId(name: string): Promise<number> {
  const all = (await demo.admin.get("/user_groups"))["user_groups"];
  const found = (all as { readonly name: string; readonly id: number }[]).find(
    (group) => group.name === name,
  );
  return found?.id ?? 0;
}

/** The organization's permissions to make channels, as parameters that set them. */
async function permissions(): Promise<Readonly<Record<string, { readonly new: unknown }>>> {
  const data = await demo.admin.post("/register", { fetch_event_types: ["realm"] });
  const names = ["can_create_public_channel_group", "can_create_private_channel_group"];
  return Object.fromEntries(names.map((name) => [name, { new: data[`realm_${name}`] }]));
}
