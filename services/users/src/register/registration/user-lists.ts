import { Json } from "@team-chat/register";

import { maySeeEmail } from "../../policies/accounts/email-visibility.ts";
import { presentUser, type UserForm } from "../../present/user.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { ListCache, type RenderedList } from "./list-cache.ts";

/** All lists of all organizations together. */
const maxBytes = 128 * 1024 * 1024;
const cache = new ListCache<readonly Account[]>(maxBytes);

/**
 * Writes users as the JSON bytes of a list of some kind. `accounts`, by id, is never changed: its bytes are kept for
 * all who see the same of it, and the viewer's own address, which only the viewer sees, is put between them.
 */
export function userList(kind: string, accounts: readonly Account[], form: UserForm): Json {
  if (accounts.length === 0) return new Json("[]");
  const { viewer } = form;
  const stranger = { ...form, viewer: { userId: -1, role: viewer.role } };
  const name = [kind, form.hostname, viewer.role, form.clientGravatar, form.profileData].join();
  const list = cache.get(accounts, name, () => rendered(accounts, stranger));
  const index = indexOf(accounts, viewer.userId);
  const own = accounts[index];
  if (own === undefined || maySeeEmail(stranger.viewer, own)) return new Json([list.bytes]);
  const start = list.starts[index] ?? 0;
  const end = index + 1 < accounts.length ? (list.starts[index + 1] ?? 0) - 1 : -1;
  return new Json([
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

/** Finds the position of an account in a list by id; -1 when it is not there. */
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

/** Texts of one account by the form; an account that changes is another object (docs/subsystems/users.md). */
const texts = new WeakMap<Account, Map<string, string>>();

/** Renders a user as JSON text as registering clients read it, without `is_active`; made once for each form. */
export function userText(account: Account, form: UserForm): string {
  const known = texts.get(account) ?? new Map<string, string>();
  const key = [maySeeEmail(form.viewer, account), form.clientGravatar, form.profileData].join();
  const present = known.get(key);
  if (present !== undefined) return present;
  const { is_active: _, ...user } = presentUser(account, form);
  const text = JSON.stringify(user);
  known.set(key, text);
  texts.set(account, known);
  return text;
}
