import type { Chapter } from "../chapter.ts";

/** One dot, as small as pictures get. */
const bytes = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

/** Files, pictures of people and emoji. */
export const files: Chapter = async (stage) => {
  const { url } = await stage.call("uploadFile", {}, { file: { name: "plan.png", bytes } });
  const [realm_id, ...parts] = String(url).split("/user_uploads/")[1]?.split("/") ?? [];
  const filename = parts.join("/");
  const given = await stage.call("getFileUrl", { realm_id_str: realm_id, filename });
  const [token, file_name] = String(given["url"]).split("/").slice(-2);
  await stage.call("getTemporaryFile", { token, file_name });
  await stage.call("getFile", { realm_id, filename });
  await stage.call("getThumbnailStatus", { realm_id_str: realm_id, filename });
  await stage.call("getThumbnail", { realm_id, filename: `${filename}/840x560.webp` });
  const { attachments } = await stage.call("listAttachments");
  await stage.call("deleteAttachment", { attachment_id: attachments[0].id });
  const { avatar_url } = await stage.call(
    "uploadOwnAvatar",
    {},
    {
      file: { name: "ada.png", bytes },
    },
  );
  await stage.call("getAvatarImage", { file_name: lastPart(avatar_url) });
  await stage.call("getAvatar", { user_id_or_email: stage.owner.id });
  await stage.call("getMediumAvatar", { user_id_or_email: stage.owner.id });
  await stage.call("deleteOwnAvatar");
  await stage.call("uploadRealmEmoji", { emoji_name: "dot" }, { file: { name: "dot.png", bytes } });
  const { emoji } = await stage.call("listRealmEmoji");
  const [dot] = Object.values(emoji as Record<string, { source_url: string }>);
  await stage.call("getRealmEmojiImage", { file_name: lastPart(dot?.source_url) });
  await stage.call("deactivateRealmEmoji", { emoji_name: "dot" });
  const { icon_url } = await stage.call(
    "uploadRealmIcon",
    {},
    {
      file: { name: "icon.png", bytes },
    },
  );
  await stage.call("getRealmIcon");
  await stage.call("getRealmIconImage", { file_name: lastPart(icon_url) });
  await stage.call("deleteRealmIcon");
};

function lastPart(address: unknown): string {
  return String(address).split("/").at(-1)?.split("?")[0] ?? "";
}
