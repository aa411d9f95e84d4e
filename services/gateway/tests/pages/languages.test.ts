import { getServerSettings } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { type Call, callText } from "../client.ts";
import type { TestRealm } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";

let world: World;
let gateway: Gateway;
let realm: TestRealm;
/** Language of the organization. */
let byDefault: string | undefined;

beforeAll(async () => {
  world = await World.create();
  gateway = await world.gateway();
  realm = world.realm();
  world.users.respond = ({ url }) => {
    if (!url.startsWith(`/api/v1${getServerSettings.path}`)) return undefined;
    return { status: 200, body: { ...settings, realm_default_language: byDefault } };
  };
});

beforeEach(() => {
  byDefault = undefined;
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const settings = {
  result: "success",
  msg: "",
  service_version: "1",
  zulip_version: "1",
  service_merge_base: "1",
  zulip_merge_base: "1",
  service_feature_level: 1,
  zulip_feature_level: 1,
  authentication_methods: {},
  external_authentication_methods: [],
  push_notifications_enabled: false,
  is_incompatible: false,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  realm_name: "Acme",
};

function open(accepted: string | undefined, more: Partial<Call> = {}) {
  const headers: Record<string, string> = {
    ...(accepted === undefined ? {} : { "Accept-Language": accepted }),
    ...more.headers,
  };
  return callText(gateway.url, { path: "//login", host: realm.host, ...more, headers });
}

async function languageOf(accepted: string | undefined): Promise<string> {
  const { body } = await open(accepted);
  return /<html lang="(\w+)" dir="(\w+)">/.exec(body)?.slice(1, 3).join(" ") ?? "none";
}

const [english, arabic] = ["en ltr", "ar rtl"];

describe("the language of a page (docs/behaviour/languages.md#pages)", () => {
  test("a page is in the language that its reader likes best of those that there are", async ({
    expect,
  }) => {
    for (const [accepted, language] of [
      ["ar", arabic],
      ["ar-EG,ar;q=0.9,en;q=0.8", arabic],
      ["de-DE,de;q=0.9,ar;q=0.5,en;q=0.4", arabic],
      ["en-GB,en;q=0.9,ar;q=0.8", english],
      ["ar;q=0.1,en;q=0.2", english],
      ["ar;q=0,en", english],
      ["AR", arabic],
    ] as const)
      expect([accepted, await languageOf(accepted)]).toEqual([accepted, language]);
  });

  test("a page whose reader likes none of the languages, or does not say, is in that of the organization", async ({
    expect,
  }) => {
    for (const accepted of [undefined, "de", "de-DE,fr;q=0.5", "*", "de,*;q=0.1"]) {
      byDefault = undefined;
      expect([accepted, await languageOf(accepted)]).toEqual([accepted, english]);
      byDefault = "ar";
      expect([accepted, await languageOf(accepted)]).toEqual([accepted, arabic]);
    }
    expect(await languageOf("en"), "the reader goes before the organization").toBe(english);
    byDefault = "de";
    expect(await languageOf("fr"), "there is no such language").toBe(english);
  });

  test("a header that cannot be understood is none", async ({ expect }) => {
    byDefault = "ar";
    for (const accepted of ["", ";;;", ",,,", "ar;q=x;q", "%%", "q=1", "a".repeat(4000)])
      expect([accepted.slice(0, 9), await languageOf(accepted)]).toEqual([
        accepted.slice(0, 9),
        arabic,
      ]);
  });

  test("a page of a call is in the language of its reader as well", async ({ expect }) => {
    for (const path of ["bigbluebutton/join", "zoom/register", "zoom/complete"]) {
      const { body, headers, status } = await open("ar", { path: `//calls/${path}` });
      expect([status, body.includes('<html lang="ar" dir="rtl">')]).toEqual([200, true]);
      expect(headers["content-security-policy"]).toMatch(/script-src 'sha256-/);
      expect(headers["vary"]).toContain("Accept-Language");
    }
    const nowhere = await open("ar", { path: "//calls/bigbluebutton/join", host: "none.example" });
    expect(nowhere.body).toContain("الانضمام إلى المكالمة");
  });

  test("caches know that a page depends on the languages of its reader, and documents do not", async ({
    expect,
  }) => {
    expect((await open("ar")).headers["vary"]).toContain("Accept-Language");
    expect((await open("ar", { path: "//docs" })).headers["vary"] ?? "").not.toContain("Language");
  });
});

describe("a refusal on a page (docs/behaviour/languages.md#refusals)", () => {
  const attempt = (accepted: string, username: string) =>
    open(accepted, {
      method: "POST",
      headers: { Origin: `https://${realm.host}` },
      form: { username, password: "wrong" },
    });

  test("a refusal is said in the language of the page, with its status", async ({ expect }) => {
    const refused = await attempt("ar", "nobody@example.com");
    expect(refused.status).toBe(401);
    expect(refused.body).toContain("اسم المستخدم أو كلمة المرور غير صحيحة.");
    const said = (await attempt("en", "nobody@example.com")).body;
    expect(said).toContain("Your username or password is incorrect.");
  });

  test("a refusal that counts has the plural of the language", async ({ expect }) => {
    for (let count = 0; count < 5; count += 1) await attempt("ar", "many@example.com");
    const { body, status } = await attempt("ar", "many@example.com");
    expect(status).toBe(429);
    expect(body).toMatch(
      /محاولات كثيرة جدًا\. حاول من جديد بعد (?:\d+ دقيقة|\d+ دقائق|دقيقتين|دقيقة)\./,
    );
  });

  test("a refusal in words of the operator stays in them", async ({ expect }) => {
    const suspended = world.realm();
    suspended.deactivated = true;
    suspended.suspensionReason = "Unpaid <bill>";
    const { body } = await open("ar", { host: suspended.host });
    expect(body).toContain("هذه المؤسسة معطّلة: \u2068Unpaid &#60;bill&#62;\u2069</p>");
  });
});
