import { emailVisibilities } from "@team-chat/contract";

interface Addressed {
  readonly userId: number;
  readonly deliveryEmail: string;
  readonly emailVisibility: number;
}

/**
 * Returns the address the API uses for a user: the real one only when everybody may see it
 * (docs/behaviour/users.md#e-mail-addresses).
 */
export function apiEmail(user: Addressed, hostname: string): string {
  return user.emailVisibility === emailVisibilities.everyone
    ? user.deliveryEmail
    : `user${user.userId}@${hostname}`;
}

/** Returns the id in an address of the form `user{id}@{host}`; null for any other address. */
export function userIdOfApiEmail(email: string, hostname: string): number | null {
  const [local, host] = email.toLowerCase().split("@");
  const digits = /^user(\d{1,15})$/.exec(local ?? "")?.[1];
  return digits !== undefined && host === hostname ? Number(digits) : null;
}
