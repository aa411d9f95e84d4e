import { createHash } from "node:crypto";

import { emailVisibilities } from "@team-chat/contract";

import { apiEmail } from "../policies/accounts/api-email.ts";

interface Pictured {
  readonly userId: number;
  readonly deliveryEmail: string;
  readonly emailVisibility: number;
  readonly avatarSource: string;
  readonly avatarVersion: number;
  readonly avatarSecret: string;
}

const pixels = { small: 80, medium: 500 } as const;

/**
 * Returns the user's picture: the one that was uploaded, or one made from the API address, so
 * that the URL tells nothing of an address that is hidden.
 */
export function avatarUrl(
  user: Pictured,
  hostname: string,
  size: keyof typeof pixels = "small",
): string {
  if (user.avatarSource === "U") {
    const picture = `/api/v1/avatar_images/${user.userId}-${user.avatarSecret}`;
    return size === "small" ? picture : `${picture}-medium`;
  }
  return identiconUrl(apiEmail(user, hostname), { version: user.avatarVersion, size });
}

interface AvatarName {
  readonly userId: number;
  readonly secret: string;
  readonly size: keyof typeof pixels;
}

/** Parses the last part of the address of an uploaded picture; null for any other text. */
export function parseAvatarName(text: string): AvatarName | null {
  const [, userId, secret, medium] = /^(\d{1,15})-([0-9a-z]{1,64})(-medium)?$/i.exec(text) ?? [];
  if (userId === undefined || secret === undefined) return null;
  return { userId: Number(userId), secret, size: medium === undefined ? "small" : "medium" };
}

/** Tells whether clients can compute the picture from the address they know. */
export function isGravatar(user: Pictured): boolean {
  return user.avatarSource === "G" && user.emailVisibility === emailVisibilities.everyone;
}

/** Returns the picture of an organization: the one that was uploaded, or one drawn from its host name. */
export function realmIcon(
  { iconSecret }: { readonly iconSecret: string },
  hostname: string,
): RealmIcon {
  return iconSecret === ""
    ? { icon_url: identiconUrl(hostname, { version: 1 }), icon_source: "G" }
    : { icon_url: `/api/v1/realm/icon_images/${iconSecret}`, icon_source: "U" };
}

/** Picture of an organization, as events tell it. */
interface RealmIcon {
  readonly icon_url: string;
  readonly icon_source: "G" | "U";
}

/** Returns the picture that the third-party avatar service has, or else draws, for an address. */
export function identiconUrl(
  address: string,
  { version, size = "small" }: { version: number; size?: keyof typeof pixels },
): string {
  const hash = createHash("sha256").update(address.trim().toLowerCase()).digest("hex");
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&s=${pixels[size]}&version=${version}`;
}
