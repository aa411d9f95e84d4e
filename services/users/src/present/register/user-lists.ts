import { maySeeEmail } from "../../policies/accounts/email-visibility.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import type { UserForm } from "../user.ts";
import { JsonBytes } from "./field-texts.ts";
import { ListCache, type RenderedList } from "./list-cache.ts";
import { userText } from "./user-texts.ts";

/** All lists of all organizations together. */
const maxBytes = 128 * 1024 * 1024;
const cache = new ListCache<readonly Account[]>(maxBytes);

/**
 * Users as the JSON bytes of a list of some kind. `accounts`, by id, is never changed: its bytes are kept for all who see the same of it, and what only the viewer sees, the
 * viewer's own address, is put between them.
 */
export function userList(kind: string, accounts: readonly Account[], form: UserForm): JsonBytes {
  if (accounts.length === 0) return new JsonBytes([Buffer.from("[]")]);
  const { viewer } = form;
  const stranger = { ...form, viewer: { userId: -1, role: viewer.role } };
  const name = [kind, form.hostname, viewer.role, form.clientGravatar, form.profileData].join();
  const list = cache.get(accounts, name, () => rendered(accounts, stranger));
  const index = indexOf(accounts, viewer.userId);
  const own = accounts[index];
  if (own === undefined || maySeeEmail(stranger.viewer, own)) return new JsonBytes([list.bytes]);
  const start = list.starts[index] ?? 0;
  const end = index + 1 < accounts.length ? (list.starts[index + 1] ?? 0) - 1 : -1;
  return new JsonBytes([
    list.bytes.subarray(0, start),
    Buffer.from(userText(own, form)),
    list.bytes.subarray(end),
  ]);
}

function rendered(accounts: readonly Account[], form: UserForm): RenderedList {
  const starts = new Uint32Array(accounts.length);
  const pieces = accounts.map((account) => userText(account, form));
  let length = 1;
  for (const [index, piece] of pieces.entries()) {
    starts[index] = length;
    length += Buffer.byteLength(piece) + 1;
  }
  return { bytes: Buffer.from(`[${pieces.join(",")}]`), starts };
}

/** Where an account is in a list by id; -1 when it is not there. */
function indexOf(accounts: readonly Account[], userId: number): number {
  let low = 0;
  let high = accounts.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const id = accounts[middle]?.userId ?? 0;
    if (id === userId) return middle;
    if (id < userId) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
