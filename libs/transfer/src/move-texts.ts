import type { IdKind } from "@team-chat/contract";

interface Site {
  readonly realmId: number;
  readonly url: string;
}

/** Facts by which texts are changed. */
interface Move {
  readonly from: Site;
  readonly to: Site;
  readonly find: (kind: IdKind, id: number) => number | null;
  readonly emojiSecret: (id: number) => string;
}

/** Beginning of an address, of whatever site; nothing before it that makes it part of a longer one. */
const begin = String.raw`(?<![\w/.-])((?:https?:\/\/[^\s/"'()<>]+)?\/?)`;
const narrow = new RegExp(String.raw`${begin}#(narrow\/[^\s"'()<>\]]+)`, "g");
const uploadOf = (realmId: number) =>
  new RegExp(String.raw`${begin}user_uploads\/((?:thumbnail\/)?)${realmId}\/`, "g");
const mention = /(@_?\*\*[^*\n]*\|)(\d{1,15})(?=\*\*)/g;
const messageLink = /(#\*\*[^*\n]+>[^*\n]*@)(\d{1,15})(?=\*\*)/g;

/** Moves what links and mentions in Markdown name; other text, and what leads elsewhere, stays as it is. */
export function moveText(text: string, move: Move): string {
  return moveAddresses(text, move)
    .replaceAll(mention, (_, before: string, id: string) => before + moveId("people", id, move))
    .replaceAll(
      messageLink,
      (_, before: string, id: string) => before + moveId("messages", id, move),
    );
}

const tag = /<[a-z][^<>]*>/g;
const named = / data-(user|user-group|stream)-id="(\d{1,15})"/g;
const kinds: Readonly<Record<string, IdKind>> = {
  user: "people",
  "user-group": "groups",
  stream: "channels",
};
const emoji = /(\/api\/v1\/realm\/emoji_images\/)(\d{1,15})-[0-9a-zA-Z]{1,64}-/g;

/** Moves what the HTML of a message names; what people read in it changes where their Markdown does. */
export function moveHtml(html: string, move: Move): string {
  return moveText(html, move).replaceAll(tag, (found) =>
    found
      .replaceAll(named, (all, kind: string, id: string) => {
        const of = kinds[kind];
        return of === undefined ? all : ` data-${kind}-id="${moveId(of, id, move)}"`;
      })
      .replaceAll(emoji, (all: string, before: string, id: string) => {
        const moved = move.find("emoji", Number(id));
        return moved === null ? all : `${before}${moved}-${move.emojiSecret(moved)}-`;
      }),
  );
}

function moveAddresses(text: string, move: Move): string {
  if (!text.includes("#narrow/") && !text.includes("user_uploads/")) return text;
  return text
    .replaceAll(narrow, (all, before: string, path: string) => {
      const begins = moveBeginning(before, move);
      return begins === null ? all : `${begins}#${moveNarrow(path, move)}`;
    })
    .replaceAll(uploadOf(move.from.realmId), (all, before: string, thumbnail: string) => {
      const begins = moveBeginning(before, move);
      return begins === null ? all : `${begins}user_uploads/${thumbnail}${move.to.realmId}/`;
    });
}

/** Null for another site's. */
function moveBeginning(before: string, { from, to }: Move): string | null {
  if (before === "" || before === "/") return before;
  const slash = before.endsWith("/") ? "/" : "";
  return before === `${from.url}${slash}` ? `${to.url}${slash}` : null;
}

const operands: Readonly<Record<string, IdKind>> = {
  channel: "channels",
  stream: "channels",
  dm: "people",
  "dm-including": "people",
  "dm-with": "people",
  "pm-with": "people",
  "group-pm-with": "people",
  sender: "people",
  from: "people",
  near: "messages",
  with: "messages",
  id: "messages",
};

/** Moves the ids in an address behind `#`: `narrow/<operator>/<operand>/…`. */
export function moveNarrow(path: string, move: Move): string {
  const [head = "", ...parts] = path.split("/");
  if (head !== "narrow") return path;
  const moved = parts.map((part, index) => {
    const kind = index % 2 === 1 ? operands[(parts[index - 1] ?? "").replace(/^-/, "")] : undefined;
    if (kind === undefined) return part;
    return part.replace(/^\d{1,15}(,\d{1,15})*(?!\d)/, (ids) =>
      ids
        .split(",")
        .map((id) => moveId(kind, id, move))
        .join(","),
    );
  });
  return [head, ...moved].join("/");
}

/** Ids of what is not there any more stay as they are. */
function moveId(kind: IdKind, id: string, move: Move): string {
  return String(move.find(kind, Number(id)) ?? id);
}
