import { describe, test } from "vitest";

import { readOembed, readPage } from "./read-page.ts";

const address = "https://x.example/a/b";

describe("what a page says of itself (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test("a page is read by Open Graph first, then Twitter cards, then HTML", ({ expect }) => {
    const html = `<html><head><title>Plain\n title</title>
      <meta name=description content="Plain &amp; simple">
      <meta name="twitter:title" content="Card"><meta name="twitter:image" content="t.png">`;
    expect(readPage(html, address)).toEqual({
      title: "Card",
      description: "Plain & simple",
      picture: "https://x.example/a/t.png",
      oembed: null,
    });
    const graph = `${html}<meta property="og:title" content=" Graph ">
      <META PROPERTY="OG:IMAGE" CONTENT="//y.example/o.png"><meta property="og:title" content="Second">
      <link rel="alternate" type="application/json+oembed" href="/oembed?url=a">`;
    expect(readPage(graph, address)).toEqual({
      title: "Graph",
      description: "Plain & simple",
      picture: "https://y.example/o.png",
      oembed: "https://x.example/oembed?url=a",
    });
    expect(readPage("<title>Plain &lt;title&gt;</title>", address).title).toBe("Plain <title>");
  });

  test("a page says nothing behind its head, and nothing of other schemes", ({ expect }) => {
    const html = `<head><meta property="og:image" content="javascript:alert(1)">
      <link rel=alternate type="application/json+oembed" href="file:///etc/passwd"></head>
      <body><title>Late</title><meta property="og:title" content="Late">`;
    expect(readPage(html, address)).toEqual({
      title: "",
      description: "",
      picture: null,
      oembed: null,
    });
    expect(readPage("", address).title).toBe("");
  });

  test("a page's texts are one line, and cut", ({ expect }) => {
    const html = `<title>${"a ".repeat(5000)}</title><meta name="description" content="${"😀".repeat(600)}\0\ud800">`;
    const { description, title } = readPage(html, address);
    expect([...title].length).toBeLessThanOrEqual(200);
    expect(title.endsWith("a…")).toBe(true);
    expect([...description]).toHaveLength(500);
  });

  test("a page that is made to be slow is not", ({ expect }) => {
    const half = 256 * 1024;
    const slow = [
      "<b>".repeat(half / 3) + "</i>".repeat(half / 4),
      "<a ".repeat(half),
      "<meta content=".repeat(half / 7),
    ];
    const before = process.cpuUsage().user;
    for (const html of slow) expect(readPage(html, address).title).toBe("");
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  });

  test("a provider's answer is read, and what is none is not", ({ expect }) => {
    const answer = { title: "T", author_name: "A", thumbnail_url: "/t.png", html: "<script>" };
    expect(readOembed(JSON.stringify(answer), address)).toEqual({
      title: "T",
      description: "A",
      picture: "https://x.example/t.png",
    });
    expect(readOembed('{"type":"photo","url":"p.png"}', address)?.picture).toBe(
      "https://x.example/a/p.png",
    );
    for (const none of ["", "[]", "null", '{"title":1}'])
      expect(readOembed(none, address)).toBeNull();
  });
});
