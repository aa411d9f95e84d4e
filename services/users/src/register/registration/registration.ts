import type {
  GroupSettingValue,
  OrganizationQuotas,
  RealmSettings,
  RegisterRequest,
} from "@team-chat/contract";
import { remembered, sectionsOf } from "@team-chat/register";

import type { Calls } from "../../domain/calls/calls.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import type { RealmPermissionName } from "../../policies/accounts/rights.ts";
import { usersInSettings } from "../../policies/groups/group-setting.ts";
import type { Sees } from "../../policies/visibility/visibility.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import { activePermissions, completePermissions } from "../../present/realm-values.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import type { Group, SystemGroupIds } from "../../queries/groups/groups.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import type { InstallationProviders } from "../../values/provider-settings.ts";

/** One registration: who asks for what, and what is in memory, of the moment that rows are read at. */
export interface Registration {
  readonly request: RegisterRequest;
  readonly own: Account;
  readonly realm: RealmRow;
  readonly settings: RealmSettings;
  /** Limits that clients are told of. */
  readonly quotas: OrganizationQuotas;
  readonly permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>;
  readonly systemGroups: SystemGroupIds;
  readonly url: string;
  readonly hostname: string;
  /** True if the client has no account; `own` is then nobody's, and `accounts` are without what is personal. */
  readonly isSpectator: boolean;
  /** True if the client may not see the keys of bots: its own key is limited (docs/behaviour/keys.md#scopes). */
  readonly hidesBots: boolean;
  /** True if the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
  /** The providers of calls. */
  readonly calls: Calls;
  /** The identity providers of the installation. */
  readonly identityProviders: InstallationProviders;
  readonly isDevelopment: boolean;
  /** Of a running server, for clients that reload when it changes. */
  readonly serverGeneration: number;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly presence: RealmPresence;
  /** The organization and everybody in it. */
  readonly view: RealmView;
  /** Tells whether the client may see a user, as it was told. */
  readonly sees: Sees;
  /** Everybody, by id. */
  readonly accounts: readonly Account[];
  readonly groups: readonly Group[];
  /** Of the users that permissions of the organization and of `groups` name, those who are active. */
  readonly activeIds: ReadonlySet<number>;
}

/** Types of the values that sections of this service are rendered from. */
export interface UsersRegistrations {
  readonly user: Registration;
  readonly spectator: Registration;
  readonly known: RealmView;
}

/** Describes a section of this service. */
export const registerSection = sectionsOf<"users", UsersRegistrations>();

type GroupFacts = Pick<Registration, "groups" | "systemGroups" | "activeIds" | "permissions">;

/** Returns the groups, and the organization's permissions without deactivated users; made once for each view. */
export function groupFacts(view: RealmView): GroupFacts {
  return remembered(view, "group facts", () => makeGroupFacts(view));
}

function makeGroupFacts({ realm, groups, systemGroups, accounts }: RealmView): GroupFacts {
  const stored = completePermissions(realm.settings, systemGroups);
  const ofGroups = groups.flatMap((group) => Object.values(permissionsOf(group, systemGroups)));
  const named = usersInSettings([...Object.values(stored), ...ofGroups]);
  const activeIds = new Set(named.filter((id) => accounts.get(id)?.isActive === true));
  const nobody = systemGroups["role:nobody"];
  const permissions = activePermissions(stored, { activeIds, nobody });
  return { groups, systemGroups, activeIds, permissions };
}
