import { describe, test } from "vitest";

import { type Context, emptyContext, type UploadedImage } from "./context.ts";
import { linkedUploads } from "./links/linked-uploads.ts";
import { pageEmbed, withEmbeds, withoutPagePictures } from "./links/page-embed.ts";
import { hasPendingPreviews, settlePreviews } from "./links/settle-previews.ts";
import { renderedHere } from "./rendered-here.ts";

const image = "https://x.y/a.png";
const shown = `<div class="message_inline_image"><a href="${image}"><img src="${image}"></a></div>`;
const link = `<a href="${image}">${image}</a>`;

function uploaded(
  thumbnails: UploadedImage["thumbnails"],
  isAnimated = false,
): Context["findUpload"] {
  return (path) => {
    if (path === "2/ab/v.mp4") return { contentType: "video/mp4", image: null };
    if (path !== "2/ab/c.png") return null;
    return {
      contentType: "image/png",
      image: { width: 1920, height: 1080, thumbnails, isAnimated },
    };
  };
}

function render(content: string, changed: Partial<Context> = {}) {
  const realmUrl = "https://chat.example.com";
  return renderedHere(content, { ...emptyContext, realmUrl, previews: true, ...changed });
}

describe("images (docs/behaviour/markdown.md#previews)", () => {
  test.for([
    ["a link alone gives way", image, shown],
    ["a link with text stays", `see ${image}\n\nz`, `<p>see ${link}</p>\n${shown}<p>z</p>`],
    ["an item keeps its image", `- ${image}`, `<ul>\n<li>${shown}</li>\n</ul>`],
    ["quotes show none", `> ${image}`, `<blockquote>\n<p>${link}</p>\n</blockquote>`],
    ["none is shown twice", `${image} ${image}`, `<p>${link} ${link}</p>\n${shown}`],
    [
      "named links name their images",
      `[t](${image})`,
      `<p><a href="${image}">t</a></p>\n${shown.replace('png"><img', 'png" title="t"><img')}`,
    ],
    [
      "pages about files show the file",
      "https://github.com/a/b/blob/main/c.png",
      '<div class="message_inline_image"><a href="https://github.com/a/b/blob/main/c.png"><img src="https://raw.githubusercontent.com/a/b/main/c.png"></a></div>',
    ],
  ] as const)("images are shown as they should be: %s", ([, content, expected], { expect }) => {
    expect(render(content).html).toBe(expected);
  });

  test("images are facts of a message, as links are", ({ expect }) => {
    expect(render(image)).toMatchObject({ hasLink: true, hasImage: true });
    expect(render(`> ${image}`)).toMatchObject({ hasLink: true, hasImage: false });
    expect(render("https://x.y/v.mp4")).toMatchObject({ hasLink: true, hasImage: false });
    expect(render(image, { previews: false })).toMatchObject({ hasLink: true, hasImage: false });
  });

  test("images are not shown for more than 24 links", ({ expect }) => {
    const links = (count: number) =>
      Array.from({ length: count }, (_none, index) => `https://x.y/${index}.png`).join(" ");
    expect(render(links(24)).html.split("<img").length).toBe(25);
    expect(render(links(25)).html).not.toContain("<img");
  });
});

describe("uploads (docs/behaviour/markdown.md#uploaded-files)", () => {
  const box = (img: string) =>
    `<p><a href="/user_uploads/2/ab/c.png">c.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/c.png" title="c.png">${img}</a></div>`;
  const original = 'data-original-content-type="image/png" data-original-dimensions="1920x1080"';
  test.for([
    ["ready", `<img ${original} src="/user_uploads/thumbnail/2/ab/c.png/840x560.webp">`],
    [
      "pending",
      `<img class="image-loading-placeholder" ${original} src="/static/images/loading/loader-black.svg">`,
    ],
    ["none", `<img ${original} src="/user_uploads/2/ab/c.png">`],
  ] as const)("uploads with thumbnails %s are shown", ([thumbnails, img], { expect }) => {
    const content = "[c.png](/user_uploads/2/ab/c.png)";
    const rendered = render(content, { findUpload: uploaded(thumbnails) });
    expect(rendered.html).toBe(box(img));
    expect(rendered).toMatchObject({ uploads: ["2/ab/c.png"], hasImage: true });
  });

  test("uploads that move are shown by thumbnails that move", ({ expect }) => {
    const content = "[c.png](/user_uploads/2/ab/c.png)";
    expect(render(content, { findUpload: uploaded("ready", true) }).html).toBe(
      box(
        `<img data-animated="true" ${original} src="/user_uploads/thumbnail/2/ab/c.png/840x560-anim.webp">`,
      ),
    );
  });

  test.for([
    "[c.png](/user_uploads/2/ab/c.png)",
    '[<a "&" b>](/user_uploads/2/ab/c.png?x=1&y=2#z) and /user_uploads/2/ab/%63.png',
    "https://chat.example.com/user_uploads/2/ab/c.png",
    "```quote\n/user_uploads/2/ab/c.png\n```\n* [c](/user_uploads/2/ab/c.png)",
  ])(
    "pictures that were pending become what rendering makes of them now: %s",
    (content, { expect }) => {
      for (const thumbnails of ["ready", "none"] as const) {
        const findUpload = uploaded(thumbnails);
        const { html } = render(content, { findUpload: uploaded("pending") });
        expect(hasPendingPreviews(html)).toBe(true);
        expect(settlePreviews(html, { findUpload: () => null })).toBe(html);
        const settled = settlePreviews(html, { findUpload });
        expect(settled).toBe(render(content, { findUpload }).html);
        expect(hasPendingPreviews(settled)).toBe(false);
      }
    },
  );

  test("uploads that nobody knows are only links, and are reported", ({ expect }) => {
    const rendered = render("> [x](https://chat.example.com/user_uploads/2/zz/y.png?a=b)");
    expect(rendered.html).not.toContain("<img");
    expect(rendered.uploads).toEqual(["2/zz/y.png"]);
  });

  test("uploads of videos and sounds are played", ({ expect }) => {
    const { html } = render("[v](/user_uploads/2/ab/v.mp4)", { findUpload: uploaded("none") });
    expect(html).toContain(
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/v.mp4" title="v"><video preload="metadata" src="/user_uploads/2/ab/v.mp4"></video></a></div>',
    );
    expect(render("![s.mp3](/user_uploads/2/ab/s.mp3)")).toMatchObject({
      html: '<p><audio controls preload="metadata" src="/user_uploads/2/ab/s.mp3" title="s.mp3"></audio></p>',
      uploads: ["2/ab/s.mp3"],
      hasLink: true,
    });
  });

  test("uploads are found before rendering", ({ expect }) => {
    const content = "[a](/user_uploads/2/a/b.png) https://chat.example.com/user_uploads/2/c.txt?x";
    expect(linkedUploads(content)).toEqual(["2/a/b.png", "2/c.txt"]);
  });
});

describe("pages (docs/behaviour/markdown.md#previews-of-pages)", () => {
  const pages = (content: string, changed: Partial<Context> = {}) =>
    render(content, { pagePreviews: true, ...changed }).pages;

  test("pages are noted in order, each once, and only where they are wanted", ({ expect }) => {
    const content = "https://b.example/x#y [a](http://a.example) c.com/?q=1 https://b.example/x#y";
    expect(pages(content)).toEqual([
      "https://b.example/x#y",
      "http://a.example/",
      "http://c.com/?q=1",
    ]);
    expect(pages(content, { pagePreviews: false })).toEqual([]);
    expect(pages(content, { previews: false })).toHaveLength(3);
  });

  test.for([
    ["an image", image],
    ["a film", "https://x.y/v.mp4"],
    ["a player", "https://youtu.be/abc_1"],
    ["a page of ours", "https://chat.example.com/help"],
    ["a conversation", "https://chat.example.com/#narrow/channel/1"],
    ["an upload", "/user_uploads/2/ab/c.txt"],
    ["an address of e-mail", "a@b.example"],
    ["another scheme", "ftp://x.example/a"],
    ["a password", "https://me:secret@x.example/"],
    ["a long address", `https://x.example/${"a".repeat(2000)}`],
    ["a quotation", "> https://x.example/"],
    ["code", "`https://x.example/`"],
  ] as const)(
    "pages are none of what is shown otherwise, is our own or none: %s",
    ([, content], { expect }) => {
      expect(pages(content)).toEqual([]);
    },
  );

  test("pages are five at most, and none of a list of links", ({ expect }) => {
    const links = (count: number) =>
      Array.from({ length: count }, (_none, index) => `https://x.example/${index}`).join(" ");
    expect(pages(links(24))).toHaveLength(5);
    expect(pages(links(25))).toEqual([]);
  });

  test("pages are shown below the text, and go again without a trace", ({ expect }) => {
    const page = { url: "https://x.example/", title: "<X>", description: "", picture: null };
    const one = pageEmbed(page);
    expect(one).toBe(
      '<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="https://x.example/" title="&lt;X&gt;">&lt;X&gt;</a></div></div></div>',
    );
    const written =
      '```spoiler a\n<div class="message_embed">\n```\n```\n<div class="message_embed">\n```';
    const { html } = render(written);
    const other = pageEmbed({ ...page, picture: "/external_content/a.webp" });
    const both = withEmbeds(html, [one, other]);
    expect(both).toBe(`${html}\n${one}\n${other}`);
    expect(withEmbeds(both, [other])).toBe(`${html}\n${other}`);
    expect(withEmbeds(both, [])).toBe(html);
  });

  test("pages go on being shown where their pictures are not (docs/export.md#taking-an-archive-in)", ({
    expect,
  }) => {
    const page = { url: "https://x.example/?a=1&b=>", title: "X", description: "y", picture: null };
    const { html } = render("a link");
    const pictured = pageEmbed({ ...page, picture: "/external_content/a.webp" });
    expect(pictured).toContain("message_embed_image");
    const bare = withEmbeds(html, [pageEmbed(page), pageEmbed(page)]);
    expect(withoutPagePictures(withEmbeds(html, [pictured, pictured]))).toBe(bare);
    expect(withoutPagePictures(bare)).toBe(bare);
    expect(withoutPagePictures(html)).toBe(html);
  });

  test("pages for which there is no room are left out", ({ expect }) => {
    const html = `<p>${"a".repeat(199_000)}</p>`;
    const page = { url: "https://x.example/", title: "X", description: "", picture: null };
    const long = pageEmbed({ ...page, description: "b".repeat(2000) });
    expect(withEmbeds(html, [long, pageEmbed(page)])).toBe(`${html}\n${pageEmbed(page)}`);
  });
});

test("players are shown below their links (docs/behaviour/markdown.md#previews)", ({ expect }) => {
  const url = "https://youtu.be/abc_1";
  expect(render(url).html).toBe(
    `<p><a href="${url}">${url}</a></p>\n<div class="youtube-video message_inline_image"><a data-id="abc_1" href="${url}"><img src="https://i.ytimg.com/vi/abc_1/default.jpg"></a></div>`,
  );
});
