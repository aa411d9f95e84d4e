import { t, type TextName } from "../../texts/texts.ts";

/** Roles as the interface numbers them, the highest first, with the texts that name them. */
export const roles = [
  [100, "role.owner"],
  [200, "role.administrator"],
  [300, "role.moderator"],
  [400, "role.member"],
  [600, "role.guest"],
] as const satisfies readonly (readonly [number, TextName])[];

/** Names a role. */
export function roleName(role: number): string {
  const [, name] = roles.find(([number]) => number === role) ?? [];
  return name === undefined ? "" : t(name);
}
