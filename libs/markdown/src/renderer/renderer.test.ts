import * as fc from "fast-check";
import { afterAll, describe, test } from "vitest";

import { type Context, emptyContext } from "../context.ts";
import { renderedHere } from "../rendered-here.ts";
import { Renderer } from "./renderer.ts";

/** Takes half a minute when nobody breaks it off. */
const endless = `\`\`\`java\n${"$".repeat(60_000)}\n\`\`\``;
const payer = { realmId: 1, userId: 2 };
const patient = { attemptMs: 60_000, overrunMs: 600_000 };

/** Knows about half of all names, whatever they are. */
const half: Context = {
  ...emptyContext,
  findUser: (name, id) => (odd(name) ? { id: id ?? 7, fullName: name, isActive: id !== 1 } : null),
  findGroup: (name) => (odd(name) ? { id: 8, displayName: name, deactivated: false } : null),
  findChannel: (name) => (odd(name) ? { id: 9, name } : null),
  findTopic: (id, topic) => (odd(topic) ? id + topic.length : null),
  findEmoji: (name) => (odd(name) ? `/emoji/${name}.png` : null),
  findUpload: (path) =>
    odd(decodeURIComponent(path))
      ? {
          contentType: "image/png",
          image: { width: 1, height: 2, thumbnails: "ready", isAnimated: true },
        }
      : null,
  realmUrl: "https://chat.example.com",
  linkifiers: [{ pattern: "#(?P<id>[0-9]{1,9})", url_template: "https://t.example.com/{id}" }],
  defaultCodeLanguage: "python",
  previews: true,
  emoticons: true,
};

function odd(name: string): boolean {
  return name.length % 2 === 1;
}

const pieces = fc.constantFrom(
  ..."@** @_** ** @* @_* * #** > | \\| |7** @12** : :a: :ab: :own: #12 > - 1. ` ``` ```py $$ ~~~ ```math ```quote ```spoiler user_uploads/1/ab/c.png /user_uploads/1/ab/ж.png [x]( ) a ab abc. <time:1> https://chat.example.com/ \\frac{a}{b} all topic".split(
    " ",
  ),
  ..."\n|\n\n|    |  |\t|\r|\u0000|\ud800|a\\|b\n-\\|-\n"
    .split("|")
    .map((one) => one.replaceAll("\\", "|")),
  "a|b\n-|-\n",
);
const text = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));
/** Appended text that sends everything before it to a thread, and does not change it. */
const weight = "\n\n```text\nx\n```";

describe("a text that may be heavy", () => {
  const renderer = new Renderer(patient);
  afterAll(() => renderer[Symbol.asyncDispose]());

  test("a text that may be heavy becomes in a thread what it would become here, whatever it asks for", async ({
    expect,
  }) => {
    await fc.assert(
      fc.asyncProperty(text, async (start) => {
        const content = `${start}${weight}`;
        const elsewhere = await renderer.render(content, half, { realmId: 1, userId: 1 });
        expect(elsewhere).toEqual({ ...renderedHere(content, half), waited: true });
      }),
      { numRuns: 1500 },
    );
  });

  test("a text that is out of all proportion is refused", async ({ expect }) => {
    const table = `${"|a".repeat(50)}\n${"|-".repeat(50)}\n${"|\n".repeat(4000)}`;
    const rendering = async () => renderer.render(table, emptyContext, payer);
    await expect(rendering()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Unable to render message",
    });
  });
});

describe("a text that takes too long", () => {
  test("a text that takes too long loses its highlighting, and others are answered meanwhile", async ({
    expect,
  }) => {
    await using renderer = new Renderer({ threads: 2, attemptMs: 200, overrunMs: 600_000 });
    const rendering = renderer.render(endless, emptyContext, payer);
    let turns = 0;
    const turn = () => {
      turns += 1;
      turning = setImmediate(turn);
    };
    let turning = setImmediate(turn);
    const { html } = await rendering;
    clearImmediate(turning);
    expect(html).toMatch(
      /^<div class="codehilite" data-code-language="Java"><pre><span><\/span><code>\$\$\$/,
    );
    // A loop that waited for the text would have turned once or twice.
    expect(turns).toBeGreaterThan(20);
  });

  test("a text that takes too long ends its thread, and is rendered plainly by the next", async ({
    expect,
  }) => {
    await using renderer = new Renderer({ threads: 2, attemptMs: 600_000, overrunMs: 2000 });
    const { html } = await renderer.render(endless, emptyContext, payer);
    expect(html).toContain("<code>$$$");
    const after = await renderer.render("```py\nx = 1\n```", emptyContext, payer);
    expect(after.html).toContain('data-code-language="Python"');
  });

  test("a text that takes too long is not waited for by whoever closes", async ({ expect }) => {
    const renderer = new Renderer({ threads: 2, attemptMs: 600_000, overrunMs: 600_000 });
    const rendering = (async () => renderer.render(endless, emptyContext, payer))();
    const refused = expect(rendering).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await renderer[Symbol.asyncDispose]();
    await refused;
  });
});

describe("what is rendered on one account", () => {
  const code = "```py\nx = 1\n```";
  /** Used up by one text, for hours. */
  const small = {
    user: { capacityMs: 1, refillMs: 0.001 },
    realm: { capacityMs: 600_000, refillMs: 1 },
  };

  test("a text that takes too long never keeps another organization waiting", async ({
    expect,
  }) => {
    await using renderer = new Renderer({ threads: 2, attemptMs: 100, overrunMs: 600_000 });
    let done = 0;
    const hostile = Array.from({ length: 16 }, async () => {
      await renderer.render(endless, emptyContext, payer);
      done += 1;
    });
    await renderer.render(code, emptyContext, { realmId: 2, userId: 1 });
    expect(done).toBeLessThan(16);
    await Promise.all(hostile);
  });

  test("heavy texts beyond sixteen of one user at a time are refused, and light texts never are", async ({
    expect,
  }) => {
    await using renderer = new Renderer(patient);
    const asked = Array.from({ length: 20 }, async () =>
      renderer.render(code, emptyContext, payer),
    );
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => (index < 16 ? "fulfilled" : "rejected")),
    );
    expect(answers.at(-1)).toMatchObject({
      reason: { code: "RATE_LIMIT_HIT", details: { "retry-after": 1 } },
    });
    expect(await renderer.render("**b**", emptyContext, payer)).toMatchObject({
      html: "<p><strong>b</strong></p>",
      waited: false,
    });
    await renderer.render(code, emptyContext, payer);
  });

  test("heavy texts are refused once the time of a user is used up, and nobody else's", async ({
    expect,
  }) => {
    await using renderer = new Renderer({ ...patient, attemptMs: 100, allowances: small });
    await renderer.render(endless, emptyContext, payer);
    const again = (async () => renderer.render(code, emptyContext, payer))();
    await expect(again).rejects.toMatchObject({ code: "RATE_LIMIT_HIT" });
    await renderer.render(code, emptyContext, { realmId: 1, userId: 3 });
    expect(await renderer.render("**b**", emptyContext, payer)).toHaveProperty("html");
  });

  test("heavy texts are refused once the time of their organization is used up, whoever asks", async ({
    expect,
  }) => {
    const allowances = { user: small.realm, realm: small.user };
    await using renderer = new Renderer({ ...patient, attemptMs: 100, allowances });
    await renderer.render(endless, emptyContext, payer);
    const again = (async () => renderer.render(code, emptyContext, { realmId: 1, userId: 3 }))();
    await expect(again).rejects.toMatchObject({ code: "RATE_LIMIT_HIT" });
    await renderer.render(code, emptyContext, { realmId: 2, userId: 3 });
  });
});
