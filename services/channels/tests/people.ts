import {
  type GroupRecord,
  realmPermissions,
  realmSettings,
  roles,
  systemGroupChain,
  unlimitedQuotas,
  type UserRecord,
  userSettings,
  type UsersState,
} from "@team-chat/contract";

/** The groups of every test realm by name; `readers` and `helpers` are ordinary ones, `helpers` contains `readers`. */
export const groupIds = {
  "role:internet": 1,
  "role:everyone": 2,
  "role:members": 3,
  "role:fullmembers": 4,
  "role:moderators": 5,
  "role:administrators": 6,
  "role:owners": 7,
  "role:nobody": 8,
  readers: 9,
  helpers: 10,
  dissolved: 11,
} as const;

const people = {
  owner: roles.owner,
  admin: roles.administrator,
  moderator: roles.moderator,
  alice: roles.member,
  bob: roles.member,
  reader: roles.member,
  guest: roles.guest,
  guest2: roles.guest,
  bot: roles.member,
  gone: roles.member,
} as const;

export type Person = keyof typeof people;
const everybody = Object.keys(people) as readonly Person[];
/** All who can log in. */
export const actives = everybody.filter((name) => name !== "gone");

const directGroups: Readonly<Record<number, keyof typeof groupIds>> = {
  [roles.owner]: "role:owners",
  [roles.administrator]: "role:administrators",
  [roles.moderator]: "role:moderators",
  [roles.member]: "role:fullmembers",
  [roles.guest]: "role:everyone",
};

/** The users, groups and settings of one realm, as the users service would tell them; changes count versions. */
export class People {
  readonly realmId: number;
  /** Recently active users; asked for at most once a minute. */
  recent: readonly number[] = [];
  /** Users whom guests may not see. */
  readonly unseen = new Set<number>();
  /** Groups that the service does not know yet to be deactivated. */
  readonly deactivatedMeanwhile = new Set<number>();
  /** Waited for by requests to keep groups active. */
  claiming: () => Promise<void> = () => Promise.resolve();
  readonly #firstId: number;
  readonly state: { -readonly [K in keyof UsersState]: UsersState[K] };

  constructor(realmId: number) {
    this.realmId = realmId;
    this.#firstId = realmId * 100;
    this.state = {
      version: 1,
      realm: this.#realm(),
      users: everybody.map((name) => this.#user(name)),
      groups: this.#groups(),
    };
  }

  id(name: Person): number {
    return this.#firstId + everybody.indexOf(name);
  }

  name(id: number): string {
    return everybody[id - this.#firstId] ?? `user ${id}`;
  }

  record(name: Person): UserRecord {
    const record = this.state.users.find(({ id }) => id === this.id(name));
    if (!record) throw new Error(`There is no ${name}.`);
    return record;
  }

  /** Limits the number of channels; null for no limit. */
  limitChannels(channels: number | null): void {
    const { realm } = this.state;
    if (realm) this.state.realm = { ...realm, quotas: { ...unlimitedQuotas, channels } };
    this.state.version += 1;
  }

  /** Changes settings of the realm. */
  configure(settings: Record<string, unknown>): void {
    const { realm } = this.state;
    if (realm) this.state.realm = { ...realm, settings: { ...realm.settings, ...settings } };
    this.state.version += 1;
  }

  /** Changes a user. */
  change(name: Person, fields: Partial<UserRecord>): void {
    this.state.users = this.state.users.map((user) =>
      user.id === this.id(name) ? { ...user, ...fields } : user,
    );
    this.state.version += 1;
  }

  /** Gives a user another role and, with it, another system group. */
  setRole(name: Person, role: number): void {
    const id = this.id(name);
    const direct = directGroups[role];
    this.state.groups = this.state.groups.map((group) => {
      if (!group.isSystem) return group;
      const others = group.members.filter((member) => member !== id);
      return { ...group, members: group.name === direct ? [...others, id] : others };
    });
    this.change(name, { role });
  }

  /** Replaces the direct members of an ordinary group. */
  setMembers(groupId: number, names: readonly Person[]): void {
    this.state.groups = this.state.groups.map((group) =>
      group.id === groupId ? { ...group, members: names.map((name) => this.id(name)) } : group,
    );
    this.state.version += 1;
  }

  /** Another user of the realm, who was not there before. */
  join(fields: Partial<UserRecord>): UserRecord {
    const id = this.#firstId + this.state.users.length;
    const record = { ...this.#user("alice"), id, fullName: `user ${id}`, ...fields };
    this.state.users = [...this.state.users, { ...record, email: `user${id}@example.com` }];
    this.state.version += 1;
    return record;
  }

  #realm(): UsersState["realm"] {
    const permissions = Object.entries(realmPermissions).map(([name, facts]) => [
      name,
      groupIds[facts.default],
    ]);
    return {
      id: this.realmId,
      subdomain: `r${this.realmId}`,
      url: `http://r${this.realmId}.localhost`,
      name: `Realm ${this.realmId}`,
      deactivated: false,
      settings: { ...realmSettings.parse({}), ...Object.fromEntries(permissions) },
    };
  }

  #user(name: Person): UserRecord {
    const isBot = name === "bot";
    return {
      id: this.id(name),
      email: `${name}@r${this.realmId}.example`,
      deliveryEmail: `${name}@r${this.realmId}.example`,
      fullName: name,
      role: people[name],
      isActive: name !== "gone",
      isBot,
      isSystemBot: false,
      botType: isBot ? 1 : null,
      botOwnerId: isBot ? this.id("alice") : null,
      dateJoined: 1_700_000_000,
      avatarUrl: "/avatar",
      defaultSendingChannelId: null,
      joinsDefaultChannels: !isBot && people[name] !== 600,
      avatarIsGravatar: false,
      emailVisibility: 1,
      settings: userSettings.parse({}),
      webhook: null,
    };
  }

  #groups(): GroupRecord[] {
    const members = (group: string): number[] =>
      everybody.filter((name) => directGroups[people[name]] === group).map((name) => this.id(name));
    const group = (name: keyof typeof groupIds, fields: Partial<GroupRecord>): GroupRecord => ({
      id: groupIds[name],
      name,
      description: "",
      isSystem: name.startsWith("role:"),
      deactivated: false,
      members: members(name),
      subgroups: [],
      settings: {},
      ...fields,
    });
    return [
      ...systemGroupChain.map((name, i) => {
        const next = systemGroupChain[i + 1];
        return group(name, { subgroups: next === undefined ? [] : [groupIds[next]] });
      }),
      group("role:nobody", {}),
      group("readers", { members: [this.id("reader"), this.id("guest")] }),
      group("helpers", { subgroups: [groupIds.readers] }),
      group("dissolved", { deactivated: true }),
    ];
  }
}
