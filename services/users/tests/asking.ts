import { type Operation, operations } from "@team-chat/contract";

import { realmKinds } from "./organization/realm-table.ts";
import { specified, type Specified } from "./parameter-kinds.ts";
import { settingKinds } from "./settings/setting-table.ts";
import type { World } from "./world.ts";
import { someValue } from "./wrong-values.ts";

const own = { full_name: "text", email: "text", old_password: "text", new_password: "text" };
const ownSettings: Specified = { ...own, ...settingKinds, timezone: "time zone" };

/** The parameters of every operation. */
export const kinds: Readonly<Record<string, Specified>> = {
  ...specified,
  updateSettings: ownSettings,
  updateDisplaySettings: ownSettings,
  updateNotificationSettings: ownSettings,
  updateUserSettingsDefaults: settingKinds,
  updateRealm: realmKinds,
};

/** Operations of this service. */
export const owned = operations.filter(({ owner }) => owner === "users");

/** A request with the values as they stand in it. */
interface Asked {
  readonly operation: Operation;
  /** Of the path, encoded. */
  readonly segments: Specified;
  readonly fields: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks as an owner, with the fields as they are. */
export async function ask(world: World, asked: Asked): Promise<Answer> {
  const { fields, operation, segments } = asked;
  const { auth, method, path } = operation;
  const given = new URLSearchParams(fields);
  const address = path.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => segments[name] ?? "");
  const identity = auth === "none" ? world.anonymous() : world.people.owner.identity;
  const init = { method, redirect: "manual" } as const;
  const response =
    method === "GET"
      ? await world.fetch(identity, `${address}?${given.toString()}`, init)
      : await world.fetch(identity, address, { ...init, body: given });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

export const bare = (kind: string) => kind.replace("!", "");
/** Tells whether parameters of the kind stand in the path. */
export const isOfPath = (kind: string) => ["id", "segment", "call provider"].includes(kind);

/** Values for what stands in the path and for what is required, except one. */
export function valuesBut(parameters: Specified, left: string | null) {
  const entries = Object.entries(parameters);
  const of = (chosen: (kind: string) => boolean) =>
    Object.fromEntries(
      entries
        .filter(([name, kind]) => name !== left && chosen(kind))
        .map(([name, kind]) => [name, someValue[bare(kind)] ?? ""]),
    );
  return { segments: of(isOfPath), fields: of((kind) => kind.endsWith("!")) };
}
