import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

import { fetchLinkedPage } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { createServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { key } from "./peers.ts";
import { World } from "./world.ts";

type Play = (response: ServerResponse, request: IncomingMessage) => void;

const world = useWorld(() => World.create());
/** Answers of the web, by path. */
const web = new Map<string, Play>();
/** Paths that were asked for, in order. */
const asked: string[] = [];
let origin: string;

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const play = web.get(request.url ?? "");
    if (play) play(response, request);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
});

/** Asks a process of the service; one that lets nothing take long where that is what is tested. */
async function fetchAs(
  {
    mode = "development",
    timeoutMs = 10_000,
  }: { mode?: "development" | "production"; timeoutMs?: number },
  urls: readonly string[],
) {
  const service = await world().start({ MODE: mode }, { botTimeoutMs: timeoutMs });
  const signer = createIdentitySigner(key);
  const client = createServiceClient(`http://127.0.0.1:${service.port}`, {
    name: "webhooks",
    signer,
  });
  try {
    const self = { kind: "service", name: "messages" } as const;
    const answers = [];
    for (const url of urls)
      answers.push(await client.call(fetchLinkedPage, self, { url }, { realmId: 1 }));
    return answers.map(({ bytes, ...said }) => ({ ...said, bytes: Buffer.concat(bytes) }));
  } finally {
    await client.close();
    await world().stop();
  }
}

async function fetched(path: string) {
  const [answer] = await fetchAs({}, [`${origin}${path}`]);
  return answer;
}

function html(text: string, headers: Record<string, string> = {}): Play {
  return (response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(text);
  };
}

function redirect(to: string): Play {
  return (response) => {
    response.writeHead(302, { location: to }).end();
  };
}

function body(contentType: string, bytes: Buffer | string): Play {
  return (response) => {
    response.writeHead(200, { "content-type": contentType }).end(bytes);
  };
}

/** Begins to answer and goes on for ever, a byte at a time. */
const trickle: Play = (response) => {
  response.writeHead(200, { "content-type": "text/html" });
  const timer = setInterval(() => response.write("<"), 20);
  response.on("close", () => {
    clearInterval(timer);
  });
};

const nothing = { outcome: "nothing", title: "", description: "", bytes: Buffer.alloc(0) };
const later = { ...nothing, outcome: "later" };

describe("pages elsewhere (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test("a page inside the installation is not asked for, nor by a redirect", async ({ expect }) => {
    asked.length = 0;
    const inside = [
      origin,
      `http://localhost:${new URL(origin).port}/`,
      "http://169.254.169.254/latest/meta-data/",
      "http://[::1]/",
      "http://10.0.0.1/",
    ];
    expect(await fetchAs({ mode: "production" }, inside)).toEqual(inside.map(() => nothing));
    expect(asked).toEqual([]);
    web.set("/to-inside", redirect("http://169.254.169.254/latest/meta-data/"));
    web.set("/to-file", redirect("file:///etc/passwd"));
    web.set("/for-ever", redirect("/for-ever"));
    for (const path of ["/to-inside", "/to-file", "/for-ever"])
      expect(await fetched(path)).toEqual(nothing);
    expect(asked.filter((path) => path === "/for-ever")).toHaveLength(6);
  });

  test("a page that is none, is packed or says nothing has no preview", async ({ expect }) => {
    web.set("/binary", body("application/octet-stream", "<title>T</title>"));
    web.set("/packed", html("", { "content-encoding": "gzip" }));
    web.set("/packed", (response) => {
      const packed = gzipSync(Buffer.alloc(50_000_000));
      response
        .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
        .end(packed);
    });
    web.set("/silent", html("<p>Nothing</p>"));
    for (const path of ["/missing", "/binary", "/packed", "/silent"])
      expect(await fetched(path)).toEqual(nothing);
  });

  test("a page whose server is slow, away or in trouble is to be asked for later", async ({
    expect,
  }) => {
    web.set("/trickle", trickle);
    web.set("/hanging", () => undefined);
    web.set("/ill", (response) => response.writeHead(503).end());
    web.set("/busy", (response) => response.writeHead(429).end());
    web.set("/cut", (response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": "1000" });
      response.write("<title>");
      response.destroy();
    });
    const urls = ["/trickle", "/hanging", "/ill", "/busy", "/cut"].map((path) => origin + path);
    const answers = await fetchAs({ timeoutMs: 300 }, [...urls, "http://127.0.0.1:1/"]);
    expect(answers).toEqual(answers.map(() => later));
  });

  test("a page is read at its last address, with its picture, by a name of ours", async ({
    expect,
  }) => {
    let agent: string | undefined;
    web.set("/a", redirect("/b/c"));
    web.set("/b/c", (response, request) => {
      agent = request.headers["user-agent"];
      html(
        '<title>T</title><meta name=description content="D"><meta property="og:image" content="p.png">',
      )(response, request);
    });
    web.set("/b/p.png", body("image/png", "picture"));
    expect(await fetched("/a")).toEqual({
      outcome: "page",
      title: "T",
      description: "D",
      bytes: Buffer.from("picture"),
    });
    expect(agent).toContain("TeamChatLinkPreview");
  });

  test("a page is read in its own writing, and only its beginning", async ({ expect }) => {
    web.set(
      "/latin",
      body("text/html; charset=ISO-8859-1", Buffer.from("<title>Tee für Zoë", "latin1")),
    );
    web.set(
      "/named",
      body("text/html", Buffer.from('<meta charset="windows-1252"><title>Zoë', "latin1")),
    );
    web.set("/odd", body("text/html; charset=klingon", "<title>Zoë"));
    web.set("/huge", (response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write(`<title>Huge</title><meta name="description" content="D">`);
      const more = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const titles = [];
    for (const path of ["/latin", "/named", "/odd", "/huge"])
      titles.push((await fetched(path))?.title);
    expect(titles).toEqual(["Tee für Zoë", "Zoë", "Zoë", "Huge"]);
  });

  test("a page's provider says what the page does not, and its picture may be missing", async ({
    expect,
  }) => {
    const link = (path: string) =>
      `<link rel="alternate" type="application/json+oembed" href="${path}">`;
    web.set("/film", html(link("/oembed")));
    web.set(
      "/oembed",
      body("application/json", JSON.stringify({ title: "Film", author_name: "A" })),
    );
    expect(await fetched("/film")).toMatchObject({
      outcome: "page",
      title: "Film",
      description: "A",
    });
    web.set(
      "/lost",
      html(`<title>T</title>${link("/missing")}<meta property="og:image" content="/x.svg">`),
    );
    web.set("/x.svg", body("image/svg+xml", "<svg>"));
    expect(await fetched("/lost")).toMatchObject({
      outcome: "page",
      title: "T",
      bytes: Buffer.alloc(0),
    });
    web.set("/large", html('<title>T</title><meta property="og:image" content="/large.png">'));
    web.set("/large.png", body("image/png", Buffer.alloc(4 * 1024 * 1024 + 1)));
    expect(await fetched("/large")).toMatchObject({ outcome: "page", bytes: Buffer.alloc(0) });
    web.set(
      "/inside",
      html('<title>T</title><meta property="og:image" content="http://10.0.0.1/p.png">'),
    );
    expect(await fetched("/inside")).toMatchObject({ outcome: "page", bytes: Buffer.alloc(0) });
  });
});
