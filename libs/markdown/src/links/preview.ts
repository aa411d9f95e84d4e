import type { Context, UploadedImage } from "../context.ts";
import { openTag } from "../html.ts";

/** A link that may be shown as what it leads to. */
interface Target {
  readonly href: string;
  readonly text: string;
}

/** Preview of a link. */
export interface Preview {
  readonly kind: "image" | "video" | "player";
  readonly html: string;
}

const image = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const video = /\.(?:mp4|webm)$/i;
/** Beginning of the addresses of uploaded files. */
export const uploads = "/user_uploads/";
const spinner = "/static/images/loading/loader-black.svg";
/** Formats that clients replace by the one they want (`server_thumbnail_formats`). */
const thumbnailFormat = { still: "840x560.webp", animated: "840x560-anim.webp" } as const;
const playerHosts = new Set(
  ["m.", "www.", ""]
    .map((prefix) => `${prefix}youtube.com`)
    .concat("www.youtube-nocookie.com", "youtube-nocookie.com"),
);

/** Makes the preview that is shown below a link; null for none (docs/behaviour/markdown.md#previews). */
export function previewOf({ href, text }: Target, context: Context): Preview | null {
  const own = href.startsWith("user_uploads/") ? `/${href}` : href;
  const title = text === href ? null : text;
  const url = parseUrl(own, context.realmUrl);
  if (!url) return null;
  if (own.startsWith(uploads)) {
    const upload = context.findUpload(url.pathname.slice(uploads.length));
    if (upload?.image)
      return {
        kind: "image",
        html: box(
          "message_inline_image",
          { href: own, title },
          uploadImage(own, upload.contentType, upload.image),
        ),
      };
    return upload && /^video\/(?:mp4|webm)$/.test(upload.contentType) ? videoOf(own, title) : null;
  }
  if (!/^https?:$/.test(url.protocol)) return null;
  if (video.test(url.pathname)) return videoOf(href, title);
  if (image.test(url.pathname)) {
    const content = openTag("img", { src: rawSource(url) ?? href });
    return { kind: "image", html: box("message_inline_image", { href, title }, content) };
  }
  return playerOf(href, url);
}

function parseUrl(href: string, base: string): URL | null {
  return URL.parse(href, base === "" ? undefined : `${base}/`);
}

/** Writes the container of a preview. */
function box(
  classes: string,
  link: { readonly href: string; readonly title?: string | null; readonly id?: string },
  content: string,
): string {
  const { id = null, href, title = null } = link;
  const anchor = openTag("a", { "data-id": id, href, title });
  return `${openTag("div", { class: classes })}${anchor}${content}</a></div>`;
}

/** Writes the picture of an upload, or what stands in its place until its smaller version is there. */
export function uploadImage(
  href: string,
  contentType: string,
  { height, isAnimated, thumbnails, width }: UploadedImage,
): string {
  const original = {
    "data-original-content-type": contentType,
    "data-original-dimensions": `${width}x${height}`,
  };
  if (thumbnails === "none") return openTag("img", { ...original, src: href });
  if (thumbnails === "pending")
    return openTag("img", { class: "image-loading-placeholder", ...original, src: spinner });
  const format = isAnimated ? thumbnailFormat.animated : thumbnailFormat.still;
  const src = `${uploads}thumbnail/${pathOf(href)}/${format}`;
  const moving = isAnimated ? { "data-animated": "true" } : {};
  return openTag("img", { ...moving, ...original, src });
}

/** Returns the path of an upload's address, without what may follow it. */
function pathOf(href: string): string {
  return href.slice(uploads.length).replace(/[?#].*$/s, "");
}

function videoOf(href: string, title: string | null): Preview {
  const content = `${openTag("video", { preload: "metadata", src: href })}</video>`;
  const html = box("message_inline_image message_inline_video", { href, title }, content);
  return { kind: "video", html };
}

/** Pages about a file that have the file itself elsewhere. */
function rawSource({ hostname, pathname }: URL): string | null {
  const [, owner, repository, kind, ...path] = pathname.split("/");
  if (hostname !== "github.com" || kind !== "blob") return null;
  return `https://raw.githubusercontent.com/${owner}/${repository}/${path.join("/")}`;
}

function playerOf(href: string, url: URL): Preview | null {
  const id = playerId(url);
  if (id === null || !/^[\w-]+$/.test(id)) return null;
  const content = openTag("img", { src: `https://i.ytimg.com/vi/${id}/default.jpg` });
  return { kind: "player", html: box("youtube-video message_inline_image", { href, id }, content) };
}

function playerId({ hostname, pathname, searchParams }: URL): string | null {
  if (hostname === "youtu.be") return pathname.slice(1);
  if (!playerHosts.has(hostname)) return null;
  if (pathname === "/watch" || pathname === "/watch_popup") return searchParams.get("v");
  if (pathname === "/watch_videos") return searchParams.get("video_ids")?.split(",", 1)[0] ?? null;
  const [, kind = "", id = null] = pathname.split("/");
  return ["embed", "shorts", "v"].includes(kind) ? id : null;
}
