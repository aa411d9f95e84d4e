import {
  createBigBlueButtonCall,
  deactivateRealm,
  joinBigBlueButtonCall,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { useCalls } from "./use-calls.ts";

const stage = useCalls();

/** Reads the content of the link of a new call. */
async function linkOf(params: { meeting_name: string; voice_only?: boolean }): Promise<string> {
  const { url } = await stage().world.request("alice", createBigBlueButtonCall, params);
  return new URL(url, "http://x").searchParams.get("bigbluebutton") ?? "";
}

const join = (as: Name | Identity, bigbluebutton: string, full_name?: string) =>
  stage().world.request(as, joinBigBlueButtonCall, {
    bigbluebutton,
    ...(full_name !== undefined && { full_name }),
  });

const refused = (message: string) => ({ code: "BAD_REQUEST", message });
const forged = refused("Invalid signature.");

describe("joining a BigBlueButton call (docs/behaviour/calls-and-push.md#calls)", () => {
  test("a link that this server did not make for this organization leads into no call", async ({
    expect,
  }) => {
    const { unconfigured, world } = stage();
    const link = await linkOf({ meeting_name: "Standup" });
    const [head = "", claims = "", mac = ""] = link.split(".");
    const other = await linkOf({ meeting_name: "Other" });
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const wrong of [
      "",
      "nonsense",
      `${head}.${claims}.`,
      `${unsigned}.${claims}.`,
      `${head}.${other.split(".")[1] ?? ""}.${mac}`,
    ])
      await expect(join("alice", wrong), wrong).rejects.toMatchObject(forged);
    await expect(join(world.acmeOwner.identity, link)).rejects.toMatchObject(forged);
    const asked = { bigbluebutton: link };
    const hint = { realmId: world.realm.id };
    const { identity } = world.people.alice;
    await expect(
      unconfigured.request(joinBigBlueButtonCall, identity, asked, hint),
    ).rejects.toMatchObject(refused("BigBlueButton credentials have not been configured"));
  });

  test("joining a BigBlueButton call needs an account or a name, and a link of the last day", async ({
    expect,
  }) => {
    const { world } = stage();
    const link = await linkOf({ meeting_name: "Standup" });
    await expect(join(world.anonymous(), link)).rejects.toMatchObject(refused("Name too short!"));
    await expect(join(world.anonymous(null), link, "Guest")).rejects.toMatchObject({
      code: "NONEXISTENT_SUBDOMAIN",
    });
    world.clock.aheadMs = 24 * 3_600_000 + 60_000;
    await expect(join(world.anonymous(), link, "Guest")).rejects.toMatchObject(
      refused("The link is more than a day old: only members of the organization may use it."),
    );
    expect((await join("alice", link)).url).toContain("/api/join?");
    world.clock.aheadMs = 0;
  });

  test.for([
    ["down", "Error connecting to the BigBlueButton server: HTTP 503"],
    ["redirect", "Error connecting to the BigBlueButton server: HTTP 302"],
    ["hangs up", "Error connecting to the BigBlueButton server: UND_ERR_SOCKET"],
    ["long", "Error connecting to the BigBlueButton server: the answer is too long"],
    ["garbage", "BigBlueButton server returned an unexpected error: no status"],
    ["no room", "BigBlueButton server returned an unexpected error: FAILED"],
  ] as const)(
    "joining a BigBlueButton call is refused while the server is %s",
    async ([trouble, message], { expect }) => {
      const link = await linkOf({ meeting_name: "Standup" });
      stage().providers.trouble = trouble;
      await expect(join("alice", link)).rejects.toMatchObject(refused(message));
    },
  );

  test("a BigBlueButton call has its maker as moderator, others as viewers and strangers as guests", async ({
    expect,
  }) => {
    const { providers, world } = stage();
    const name = "O'Brien & (co)! ü";
    const link = await linkOf({ meeting_name: name, voice_only: true });
    const enter = async (as: Name | Identity, fullName?: string) => {
      const { url } = await join(as, link, fullName);
      expect(await (await fetch(url)).text()).toContain("SUCCESS");
      return providers.asked.get("/bigbluebutton/api/join");
    };
    const meetingID = expect.stringMatching(/^team-chat-\d{12}$/);
    const createTime = expect.stringMatching(/^\d{13}$/);
    const common = { meetingID, createTime, checksum: expect.any(String) };
    expect(await enter("alice", "Somebody Else")).toEqual({
      ...common,
      role: "MODERATOR",
      fullName: "Alice Member",
      guest: "false",
    });
    expect(providers.asked.get("/bigbluebutton/api/create")).toEqual({
      meetingID,
      name,
      lockSettingsDisableCam: "true",
      checksum: expect.any(String),
    });
    expect(await enter("owner")).toMatchObject({ role: "VIEWER", guest: "false" });
    expect(await enter(world.anonymous(), " Max O'Muster ")).toEqual({
      ...common,
      role: "VIEWER",
      fullName: "Max O'Muster",
      guest: "true",
    });
  });

  test("a link to a BigBlueButton call ends with the organization", async ({ expect }) => {
    const { world } = stage();
    const { identity } = world.acmeOwner;
    const hint = { realmId: world.acme.id };
    const asked = { meeting_name: "Theirs" };
    const { url } = await world.users.request(createBigBlueButtonCall, identity, asked, hint);
    const link = new URL(url, "http://x").searchParams.get("bigbluebutton") ?? "";
    expect((await join(world.anonymous(world.acme), link, "Guest")).url).toContain("/api/join?");
    await world.call(deactivateRealm, { subdomain: "acme" });
    await expect(join(world.anonymous(world.acme), link, "Guest")).rejects.toMatchObject({
      code: "REALM_DEACTIVATED",
    });
  });
});
