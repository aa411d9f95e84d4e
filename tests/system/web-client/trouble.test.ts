import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { DemoPage } from "./demo-page.ts";
import { entry, openSection } from "./sections.ts";
import { arrived, composeBox, openAs, say } from "./site.ts";

let demo: DemoPage;

beforeAll(async () => {
  demo = await DemoPage.open();
});
afterAll(() => demo[Symbol.asyncDispose]());

const hour = 3_600_000;

/** Leaves no room in what the browser keeps for the page. */
const fillStorage = `
  for (let size = 1 << 20; size > 0; size >>= 1)
    try {
      for (;;) localStorage.setItem("full" + localStorage.length, "x".repeat(size));
    } catch {}
`;

describe("the web client in trouble (docs/subsystems/web-client.md#when-something-fails)", () => {
  test("a clock that is wrong is said, changes nothing that depends on the time, and not any more once it is right", async ({
    expect,
  }) => {
    const { member, page } = demo;
    await demo.openTopic(member, "clock", ["Written a moment ago"]);
    const line = page.getByText("The clock of this device is wrong");
    expect(await line.count()).toBe(0);
    await page.clock.setSystemTime(Date.now() + 3 * hour);
    await say(page, "Said by a clock that is fast");
    await arrived(page, "a clock that is fast").waitFor();
    await line.waitFor();
    const said = await line.innerText();
    const times = [Date.now() - 60_000, Date.now()].map((ms) =>
      new Date(ms).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }),
    );
    expect(times.filter((time) => said.includes(time))).not.toEqual([]);
    await arrived(page, "a moment ago").hover();
    await arrived(page, "a moment ago").getByRole("button", { name: "More actions" }).click();
    // After ten minutes nobody may.
    await page.getByRole("menuitem", { name: "Edit" }).waitFor();
    await page.keyboard.press("Escape");
    await page.clock.setSystemTime(Date.now());
    await say(page, "Said by a clock that is right");
    await line.waitFor({ state: "hidden" });
  });

  test("messages that could not be loaded are tried again without anybody's doing, until the server has them", async ({
    expect,
  }) => {
    const { member, page } = demo;
    await member.post("/messages", {
      type: "channel",
      to: "general",
      topic: "unloaded",
      content: "Here at last",
    });
    let refusals = 0;
    await page.route("**/api/v1/messages?*", async (route) => {
      refusals += 1;
      const refusal = { result: "error", code: "SERVICE_UNAVAILABLE", msg: "Not now." };
      if (refusals < 3) await route.fulfill({ status: 503, json: refusal });
      else await route.fallback();
    });
    await page.goto(demo.address("unloaded"));
    await page.getByText("These messages could not be loaded.").waitFor();
    await arrived(page, "Here at last").waitFor();
    expect(refusals).toBe(3);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.unroute("**/api/v1/messages?*");
  });

  test("a browser without room says that the page is to stay open as long as a message waits, and loses nothing", async ({
    expect,
  }) => {
    const { admin, page } = demo;
    await demo.openTopic(admin, "room", ["No room"]);
    await page.evaluate(fillStorage);
    await page.context().setOffline(true);
    await say(page, "x".repeat(3000));
    const line = page.getByText("This browser has no room");
    await line.waitFor();
    await page.context().setOffline(false);
    await arrived(page, "x".repeat(3000)).waitFor();
    await line.waitFor({ state: "hidden" });
    expect(await arrived(page, "x".repeat(3000)).count()).toBe(1);
    await page.evaluate("localStorage.clear()");
  });

  test("a change of a message is there again after a look at something else and a reload, until it is saved", async ({
    expect,
  }) => {
    const { admin, member, page } = demo;
    await demo.openTopic(member, "changes", ["Change me"]);
    const box = page.getByRole("textbox", { name: "Edit" });
    await arrived(page, "Change me").focus();
    await page.keyboard.press("e");
    await box.fill("Changed in part");
    await demo.openTopic(admin, "elsewhere", ["Look at me"]);
    await page.goto(demo.address("changes"));
    await expect.poll(() => box.inputValue()).toBe("Changed in part");
    await page.reload();
    await arrived(page, "Change me").focus();
    await page.keyboard.press("e");
    await expect.poll(() => box.inputValue()).toBe("Changed in part");
    await box.press("Enter");
    await arrived(page, "Changed in part").waitFor();
    await arrived(page, "Changed in part").focus();
    await page.keyboard.press("e");
    await expect.poll(() => box.inputValue()).toBe("Changed in part");
    await box.press("Escape");
  });

  test("what a message was being changed into goes into the box when somebody deletes the message", async ({
    expect,
  }) => {
    const { admin, member, page } = demo;
    const [id = 0] = await demo.openTopic(member, "deleted", ["Delete me"]);
    await arrived(page, "Delete me").focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Edit" }).fill("A long and careful thought");
    await admin.delete(`/messages/${String(id)}`);
    await page.getByText("The message was deleted. What you had written is in the box.").waitFor();
    await expect.poll(() => composeBox(page).inputValue()).toBe("A long and careful thought\n");
  });

  test("what a message was being changed into goes into the box after a visit between which it was deleted", async ({
    expect,
  }) => {
    const { admin, member, page } = demo;
    const [id = 0] = await demo.openTopic(member, "deleted unheard", ["Delete me unheard"]);
    await arrived(page, "Delete me unheard").focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Edit" }).fill("A thought of a traveller");
    const address = page.url();
    await page.goto("about:blank");
    await admin.delete(`/messages/${String(id)}`);
    await page.goto(address);
    await page.getByText("The message was deleted. What you had written is in the box.").waitFor();
    await expect.poll(() => composeBox(page).inputValue()).toBe("A thought of a traveller\n");
    await page.reload();
    await expect.poll(() => composeBox(page).inputValue()).toContain("A thought of a traveller");
    expect(await page.getByText("The message was deleted.").count()).toBe(0);
  });

  test("a browser that does not tell when it is idle does what follows the first screen all the same", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      await browser.addInitScript("delete globalThis.requestIdleCallback");
      const said = browser.waitForEvent("request", (request) =>
        request.url().endsWith("/users/me/presence"),
      );
      await openAs(browser, demo.product.url, { email: "member@example.com" });
      expect((await said).method()).toBe("POST");
    });
  });

  test("what is asked while another change is on its way is done after it", async ({ expect }) => {
    const { member, page } = demo;
    await openSection(page, "settings/muted-users", "Muted people");
    const isTakenBack = Promise.withResolvers<void>();
    await page.route("**/muted_users/*", async (route) => {
      if (route.request().method() === "POST") await isTakenBack.promise;
      await route.continue();
    });
    await page.getByLabel("Mute a person").fill("mo mod");
    await page.getByLabel("Mute a person").press("Enter");
    await entry(page, "Mo Moderator").getByRole("button").click();
    isTakenBack.resolve();
    await page.getByText("You have muted nobody.").waitFor();
    const asked = { fetch_event_types: ["muted_users"] };
    const muted = async () => (await member.post("/register", asked))["muted_users"];
    await expect.poll(muted).toEqual([]);
    await page.unrouteAll();
  });

  test("whoever is deactivated is led to the page to log in, which says that they are not logged in any more", async ({
    expect,
  }) => {
    const { admin, product } = demo;
    const email = "member2@example.com";
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      const { members } = await admin.get("/users");
      const found = (members as { user_id: number; email: string }[]).find(
        (one) => one.email === email,
      );
      await admin.delete(`/users/${String(found?.user_id)}`);
      await page.getByText("You are not logged in here any more.").waitFor();
      expect(new URL(page.url()).searchParams.get("next")).toBe("/");
    });
  });

  test("nothing of this made the browser complain, but for what the tests brought about", ({
    expect,
  }) => {
    const broughtAbout = /ERR_INTERNET|status of 503/;
    expect(demo.problems.filter((problem) => !broughtAbout.test(problem))).toEqual([]);
  });
});
