import { createHash } from "node:crypto";

import { emailVisibilities } from "@team-chat/contract";

import { apiEmail } from "../policies/api-email.ts";

interface Pictured {
  readonly userId: number;
  readonly deliveryEmail: string;
  readonly emailVisibility: number;
  readonly avatarSource: string;
  readonly avatarVersion: number;
}

const pixels = { small: 80, medium: 500 } as const;

/** The user's picture. Made from the API address, so that the URL tells nothing of an address that is hidden. */
export function avatarUrl(
  user: Pictured,
  hostname: string,
  size: keyof typeof pixels = "small",
): string {
  return identiconUrl(apiEmail(user, hostname), { version: user.avatarVersion, size });
}

/** Whether clients can compute the picture from the address they know. */
export function isGravatar(user: Pictured): boolean {
  return user.avatarSource === "G" && user.emailVisibility === emailVisibilities.everyone;
}

/** The picture that the third-party avatar service has, or else draws, for an address. */
export function identiconUrl(
  address: string,
  { version, size = "small" }: { version: number; size?: keyof typeof pixels },
): string {
  const hash = createHash("sha256").update(address.trim().toLowerCase()).digest("hex");
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&s=${pixels[size]}&version=${version}`;
}
