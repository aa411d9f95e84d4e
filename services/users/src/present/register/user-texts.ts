import { maySeeEmail } from "../../policies/accounts/email-visibility.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { presentUser, type UserForm } from "../user.ts";

/** Texts of one account by the form; an account that changes is another object (docs/subsystems/users.md). */
const texts = new WeakMap<Account, Map<string, string>>();

/** A user as JSON text as registering clients read it, without `is_active`; made once for each form. */
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
