import { Secret } from "@team-chat/config";
import {
  acceptInvite,
  confirmEmailChange,
  getMailState,
  getOwnUser,
  updateRealm,
  updateSettings,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, test } from "vitest";

import { invite } from "../invitations/invitations.ts";
import { World } from "../world.ts";
import { direct, mailTo } from "./missed-mail.ts";

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

const letters: Letter[] = [];
/** Recipients that the server will not take now. */
const refused = new Set<string>();

const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  onAuth: ({ password, username }, _session, done) => {
    if (username === "chat" && password === "pass word") done(null, { user: username });
    else done(new Error("Wrong password"));
  },
  onRcptTo: ({ address }, _session, done) => {
    if (refused.has(address)) done(new Error("Try again later"));
    else done();
  },
  onData: (stream, { envelope }, done) => {
    const { mailFrom: from, rcptTo: to } = envelope;
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      letters.push({
        from: from === false ? "" : from.address,
        to: to.map(({ address }) => address),
        content: Buffer.concat(chunks).toString(),
      });
      done();
    });
  },
});
const listening = await new Promise<number>((resolve) => {
  const net = server.listen(0, "127.0.0.1", () => {
    const address = net.address();
    resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
});

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const world = useWorld(() =>
  World.create({
    SMTP_URL: new Secret(`smtp://chat:pass%20word@127.0.0.1:${listening}`),
    MAIL_FROM: "Team Chat <chat@example.com>",
  }),
);

/** The letter to somebody, once it was sent, with soft line breaks taken out. */
async function letterTo(address: string): Promise<Letter> {
  await world().service.mail.look();
  const letter = letters.find(({ to }) => to.includes(address));
  if (letter === undefined) throw new Error(`There is no letter to ${address}.`);
  return { ...letter, content: letter.content.replaceAll("=\r\n", "").replaceAll("=3D", "=") };
}

/** Decodes the words of a head that are no ASCII (RFC 2047). */
function decodedHead(content: string): string {
  return content
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString()
        : decodedQuotes(word.replaceAll("_", " ")),
    );
}

function decodedQuotes(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}

/** Subject and both parts of the newest letter to somebody, as a mail program shows them. */
async function readLetterTo(address: string) {
  await world().service.mail.look();
  const letter = letters.findLast(({ to }) => to.includes(address));
  if (letter === undefined) throw new Error(`There is no letter to ${address}.`);
  const [head = ""] = letter.content.split("\r\n\r\n", 1);
  const [plain = "", html = ""] = letter.content
    .split(/^--\S+\r$/m)
    .filter((part) => /^Content-Type: text/m.test(part) && !part.includes("multipart"))
    .map((part) => {
      const [, body = ""] = part.split(/\r\n\r\n(.*)/s);
      return /Encoding: base64/i.test(part)
        ? Buffer.from(body, "base64").toString()
        : decodedQuotes(body);
    });
  return {
    subject: /^Subject: (.*)$/m.exec(decodedHead(head).replaceAll(/\r\n\s+/g, " "))?.[1],
    plain,
    html,
  };
}

describe("e-mail in the language of its reader (docs/behaviour/languages.md#e-mail)", () => {
  test("somebody who reads Arabic gets e-mail in Arabic, subject and both forms of it", async ({
    expect,
  }) => {
    const { id, email } = world().people.admin;
    await world().request("admin", updateSettings, { default_language: "ar" });
    await mailTo(world(), id, { conversations: [direct] });
    const { html, plain, subject } = await readLetterTo(email);
    expect(subject).toMatch(/^رسائل مباشرة مع \u2068Ada\u2069/);
    expect(plain).toContain("فاتتك رسائل مباشرة مع \u2068Ada\u2069.");
    expect(plain).toContain("It turns.");
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain("فتح المحادثة");
    expect(html).toContain('<div dir="auto"><p>It <em>turns</em>.</p></div>');
    await world().request("admin", updateSettings, { email: "moved.admin@example.com" });
    const confirm = await readLetterTo("moved.admin@example.com");
    expect(confirm.subject).toContain("أكّد عنوانك الجديد");
    expect(confirm.plain).toMatch(
      /تأكيد العنوان:\r?\n\s*http:\/\/localhost:9991\/confirm-email\/\w{32}/,
    );
  });

  test("somebody whose language e-mail is not written in gets it in that of the organization, and so do strangers", async ({
    expect,
  }) => {
    const { id, email } = world().people.guest;
    await world().request("guest", updateSettings, { default_language: "de" });
    await mailTo(world(), id, { conversations: [direct] });
    expect((await readLetterTo(email)).subject).toContain("Direct messages with Ada");
    await world().request("owner", updateRealm, { default_language: "ar" });
    await mailTo(world(), id, { conversations: [direct] });
    expect((await readLetterTo(email)).subject).toContain("رسائل مباشرة مع");
    await invite(world(), "owner", "arab@example.com");
    const { html, plain, subject } = await readLetterTo("arab@example.com");
    expect(subject).toContain("إلى الانضمام إلى");
    for (const part of [plain, html]) expect(part).toMatch(/http:\/\/localhost:9991\/join\/\w{32}/);
    await mailTo(world(), world().people.moderator.id, { conversations: [direct] });
    expect((await readLetterTo(world().people.moderator.email)).html).toContain(
      'lang="en" dir="ltr"',
    );
    await world().request("owner", updateRealm, { default_language: "en" });
  });

  test("whoever joins an organization has its language (docs/behaviour/languages.md#people)", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { default_language: "ar" });
    await invite(world(), "owner", "joins@example.com");
    const { plain } = await readLetterTo("joins@example.com");
    const key = /\/join\/(\w+)/.exec(plain)?.[1] ?? "";
    const joined = { key, full_name: "New Arab", password: "correct-horse-battery" };
    const { user_id: userId } = await world().request(world().anonymous(), acceptInvite, joined);
    await mailTo(world(), userId, { conversations: [direct] });
    await world().request("owner", updateRealm, { default_language: "en" });
    await mailTo(world(), userId, { conversations: [direct] });
    expect((await readLetterTo("joins@example.com")).html).toContain('lang="ar" dir="rtl"');
  });
});

describe("e-mail through a mail server (docs/behaviour/mail.md#sending)", () => {
  test("e-mail through a mail server brings invitations, with which people join", async ({
    expect,
  }) => {
    await invite(world(), "owner", "new@example.com");
    const { content, from, to } = await letterTo("new@example.com");
    expect({ from, to }).toEqual({ from: "chat@example.com", to: ["new@example.com"] });
    expect(content).toContain("From: Team Chat <chat@example.com>\r\n");
    expect(content).toContain("To: new@example.com\r\n");
    const key = /http:\/\/localhost:9991\/join\/(\w+)/.exec(content)?.[1] ?? "";
    const joined = { key, full_name: "New Person", password: "correct-horse-battery" };
    const { email } = await world().request(world().anonymous(), acceptInvite, joined);
    expect(email).toBe("new@example.com");
  });

  test("e-mail through a mail server brings the link that confirms a new address", async ({
    expect,
  }) => {
    await world().request("alice", updateSettings, { email: "moved@example.com" });
    const { content } = await letterTo("moved@example.com");
    const key = /http:\/\/localhost:9991\/confirm-email\/(\w+)/.exec(content)?.[1] ?? "";
    await world().request(world().anonymous(), confirmEmailChange, { key });
    const own = await world().request("alice", getOwnUser, {});
    expect(own.delivery_email).toBe("moved@example.com");
    expect((await letterTo("alice@example.com")).content).toContain("moved@example.com");
  });

  test("an e-mail through a mail server is plain text and HTML at once (docs/behaviour/mail.md#form)", async ({
    expect,
  }) => {
    await invite(world(), "owner", "both@example.com");
    const { content } = await letterTo("both@example.com");
    expect(content).toContain("Content-Type: multipart/alternative;");
    const [, plain = "", html = ""] = content.split(/^--\S+\r$/m).filter((part) => part.length > 4);
    expect(plain).toContain("Content-Type: text/plain");
    expect(html).toContain("Content-Type: text/html");
    for (const part of [plain, html]) expect(part).toMatch(/http:\/\/localhost:9991\/join\/\w{32}/);
  });

  test("an e-mail about missed messages tells mail programs how to end it by one click (docs/behaviour/mail.md#unsubscribing)", async ({
    expect,
  }) => {
    await mailTo(world(), world().people.moderator.id, { conversations: [direct] });
    const { content } = await letterTo(world().people.moderator.email);
    const head = content.split("\r\n\r\n", 1)[0]?.replaceAll(/\r\n\s+/g, " ") ?? "";
    expect(head).toMatch(
      /^List-Unsubscribe: <http:\/\/localhost:9991\/accounts\/unsubscribe\/\w{32}>$/m,
    );
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head).toMatch(/^Subject: Direct messages with Ada$/m);
    const asked = { realmId: world().realm.id };
    expect(await world().call(getMailState, asked)).toEqual({ isSent: true });
  });

  test("an e-mail that the server refuses for the last time is forgotten", async ({ expect }) => {
    refused.add("never@example.com");
    await invite(world(), "owner", "never@example.com");
    const due = sql.unsafe`update mail set next_try_at = now() where recipient = 'never@example.com'`;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await world().service.mail.look();
      if (attempt < 10) await world().database.query(due);
    }
    const kept = sql.unsafe`
      select attempts, body, html, next_try_at from mail where recipient = 'never@example.com'
    `;
    const forgotten = { attempts: 10, body: "", html: null, next_try_at: null };
    expect(await world().database.any(kept)).toEqual([forgotten]);
  });

  test("an e-mail is kept when the server does not take it, and nothing else is kept", async ({
    expect,
  }) => {
    refused.add("later@example.com");
    await invite(world(), "owner", "later@example.com");
    await invite(world(), "owner", "now@example.com");
    await expect(letterTo("later@example.com")).rejects.toThrow("no letter");
    expect((await letterTo("now@example.com")).to).toEqual(["now@example.com"]);
  });
});
