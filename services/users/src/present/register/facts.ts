import type { GroupSettingValue, RegisterRequest, RealmSettings } from "@team-chat/contract";

import type { Calls } from "../../domain/calls/calls.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import type { RealmPermissionName } from "../../policies/accounts/rights.ts";
import type { Sees } from "../../policies/visibility/visibility.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import type { Group, SystemGroupIds } from "../../queries/groups/groups.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import type { RealmLists, RegisterRows } from "../../queries/register/register-rows.ts";

/** Everything that the sections of one registration are made from, read at one moment. */
export interface RegisterFacts {
  readonly request: RegisterRequest;
  readonly own: Account;
  readonly realm: RealmRow;
  readonly settings: RealmSettings;
  readonly permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>;
  readonly systemGroups: SystemGroupIds;
  readonly url: string;
  readonly hostname: string;
  /** Whether the client has no account; `own` is then nobody's, and `accounts` are without what is personal. */
  readonly isSpectator: boolean;
  /** Whether the installation allows web-public channels at all. */
  readonly webPublicStreams: boolean;
  /** The providers of calls. */
  readonly calls: Calls;
  readonly isDevelopment: boolean;
  /** Of a running server, for clients that reload when it changes. */
  readonly serverGeneration: number;
  readonly presence: RealmPresence;
  /** The organization and everybody in it. */
  readonly view: RealmView;
  /** Whom the client may see, as it was told. */
  readonly sees: Sees;
  /** Everybody, by id. */
  readonly accounts: readonly Account[];
  /** Empty unless a section needs them, like the following. */
  readonly groups: readonly Group[];
  /** Of the users that permissions of the organization and of `groups` name, those who are active. */
  readonly activeIds: ReadonlySet<number>;
  /** Rows of the same moment. */
  readonly rows: RegisterRows;
  /** Null unless a section needs them. */
  readonly lists: RealmLists | null;
}
