import {
  type moveTopicPreferences,
  type ChannelRecord,
  type ChannelsState,
  type GroupRecord,
  type MembershipRecord,
  type OrganizationQuotas,
  type setTopicVisibilityFor,
  type TopicPolicyRecord,
  unlimitedQuotas,
  type UserRecord,
  type UsersState,
} from "@team-chat/contract";
import { AppError, type ErrorCode } from "@team-chat/errors";
import type { z } from "zod";

type Changed = z.output<typeof setTopicVisibilityFor.input>;
type Carried = z.output<typeof moveTopicPreferences.input>;

/** Group ids of the system groups. */
export const groups = { everyone: 11, members: 12, administrators: 13, nobody: 14 } as const;

/**
 * Answers of the services users and channels for one organization; every change makes a new version, as theirs does.
 */
export class RealmData {
  readonly #realmId: number;
  readonly #settings: Record<string, unknown> = {
    topics_policy: "allow_empty_topic",
    can_mention_many_users_group: groups.administrators,
    can_access_all_users_group: groups.everyone,
    direct_message_permission_group: groups.everyone,
    direct_message_initiator_group: groups.everyone,
  };
  readonly #users = new Map<number, UserRecord & { version: number }>();
  readonly #groups = new Map<number, GroupRecord & { version: number }>();
  readonly #channels = new Map<number, ChannelRecord & { version: number }>();
  readonly #memberships = new Map<string, MembershipRecord>();
  readonly #topicPolicies = new Map<string, TopicPolicyRecord>();
  #quotas: OrganizationQuotas = unlimitedQuotas;
  /** People who let their private data be exported. */
  readonly consenting: number[] = [];
  /** Waited for by whoever exports what other services have. */
  onExport: (() => Promise<void>) | undefined;
  /** Counts how often its state was loaded from these services. */
  readonly stateLoads = { users: 0, channels: 0 };
  usersVersion = 1;
  channelsVersion = 1;

  constructor(realmId: number) {
    this.#realmId = realmId;
    for (const [name, id] of Object.entries(groups))
      this.setGroup(id, { name: `role:${name}`, isSystem: true });
  }

  setUser(id: number, facts: Partial<UserRecord> = {}): void {
    const version = ++this.usersVersion;
    const before = this.#users.get(id);
    this.#users.set(id, { ...(before ?? newUser(id)), ...facts, version });
    const role = this.#users.get(id)?.role ?? 400;
    this.#join(groups.everyone, id);
    if (role <= 400) this.#join(groups.members, id);
    if (role <= 200) this.#join(groups.administrators, id);
  }

  /** The bot through which the product speaks. */
  addNotificationBot(id: number): void {
    const email = "notification-bot@example.com";
    this.setUser(id, { email, fullName: "Notification Bot", isBot: true, isSystemBot: true });
  }

  setGroup(id: number, facts: Partial<GroupRecord>): void {
    const version = ++this.usersVersion;
    this.#groups.set(id, { ...(this.#groups.get(id) ?? newGroup(id)), ...facts, version });
  }

  setSetting(name: string, value: unknown): void {
    this.usersVersion += 1;
    this.#settings[name] = value;
  }

  /** Limits the organization; nothing else is limited. */
  setQuotas(quotas: Partial<OrganizationQuotas>): void {
    this.usersVersion += 1;
    this.#quotas = { ...unlimitedQuotas, ...quotas };
  }

  setChannel(id: number, facts: Partial<ChannelRecord> = {}): void {
    const version = ++this.channelsVersion;
    const before = this.#channels.get(id) ?? newChannel(id);
    const permissions = { ...before.permissions, ...facts.permissions };
    this.#channels.set(id, { ...before, ...facts, permissions, version });
  }

  setMembership(userId: number, channelId: number, facts: Partial<MembershipRecord> = {}): void {
    const version = ++this.channelsVersion;
    const key = `${userId}/${channelId}`;
    const before = this.#memberships.get(key) ?? { userId, channelId, active: true, muted: false };
    this.#memberships.set(key, { ...before, ...facts, version });
  }

  /** 0 none, 1 muted, 2 unmuted, 3 followed. */
  setTopicPolicy(...[userId, channelId, topic, policy]: [number, number, string, number]): void {
    const version = ++this.channelsVersion;
    const record = { userId, channelId, topic: topic.toLowerCase(), policy, version };
    this.#topicPolicies.set(`${userId}/${channelId}/${record.topic}`, record);
  }

  /** Meetings of users that the users service was told. */
  readonly met: (readonly number[])[] = [];

  note(userIds: readonly number[]): Record<string, never> {
    this.met.push(userIds);
    return {};
  }

  /**
   * Changes of preferences that channels was asked to make, oldest first; while there is a `refusal`, it makes none.
   */
  readonly asked: (Changed | Carried)[] = [];
  refusal: ErrorCode | null = null;

  setTopicVisibilityFor(change: Changed): { changedUserIds: number[] } {
    this.#checkWilling();
    this.asked.push(change);
    for (const id of change.userIds)
      this.setTopicPolicy(id, change.channelId, change.topic, change.policy);
    return { changedUserIds: change.userIds };
  }

  moveTopicPreferences(carried: Carried): Record<string, never> {
    this.#checkWilling();
    this.asked.push(carried);
    return {};
  }

  /** Neither users nor channels answers for the organization. */
  isSilent = false;

  #checkHeard(): void {
    if (this.isSilent) throw new AppError("SERVICE_UNAVAILABLE", "Nobody there.");
  }

  #checkWilling(): void {
    if (this.refusal !== null) throw new AppError(this.refusal, "Not now.");
  }

  /** Resolves when no change of the realm's channels is under way. */
  settled: () => Promise<void> = () => Promise.resolve();

  /** Rows that exports have of the other services: as much as they decide by, and as holds show. */
  async exportedRows(kind: string): Promise<{ rows: number; next: null; bytes: Buffer[] }> {
    await this.onExport?.();
    const bytes = this.#rowsOf(kind).map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
    return { rows: bytes.length, next: null, bytes };
  }

  /** Rows that exports of people have of the other services: those of the person among all. */
  async personRows(
    kind: string,
    userId: number,
  ): Promise<{ rows: number; next: null; bytes: Buffer[] }> {
    await this.onExport?.();
    const own = this.#rowsOf(kind).filter((row) => "user_id" in row && row.user_id === userId);
    const bytes = own.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
    return { rows: bytes.length, next: null, bytes };
  }

  #rowsOf(kind: string): readonly object[] {
    const people = [...this.#users.values()];
    if (kind === "organization") return [{ name: "Test" }];
    if (kind === "addresses")
      return people.map((one) => ({ user_id: one.id, delivery_email: one.deliveryEmail }));
    if (kind === "people")
      return people.map((one) => ({
        user_id: one.id,
        full_name: one.fullName,
        is_active: one.isActive,
        is_bot: one.isBot,
      }));
    if (kind === "subscriptions")
      return [...this.#memberships.values()].map(({ active, channelId, userId }) => ({
        user_id: userId,
        channel_id: channelId,
        active,
      }));
    if (kind !== "channels") return [];
    return [...this.#channels.values()].map(({ id, isPrivate, name }) => ({
      id,
      name,
      description: "",
      is_private: isPrivate,
      is_archived: false,
    }));
  }

  /** True if some messages expire, by the organization's setting or that of a channel. */
  get expires(): boolean {
    const days = [...this.#channels.values()].map(
      ({ messageRetentionDays }) => messageRetentionDays,
    );
    return [this.#settings["message_retention_days"], ...days].some((each) => Number(each) > 0);
  }

  usersState(since: number): UsersState {
    this.#checkHeard();
    this.stateLoads.users += 1;
    const newer = <T extends { version: number }>(all: Map<number, T>) =>
      [...all.values()].filter(({ version }) => version > since);
    const realm = {
      id: this.#realmId,
      subdomain: `realm${this.#realmId}`,
      url: "http://localhost",
      name: "Test",
      deactivated: false,
      settings: { ...this.#settings },
      quotas: this.#quotas,
    };
    const [users, known] = [newer(this.#users), newer(this.#groups)];
    return { version: this.usersVersion, realm, users, groups: known };
  }

  channelsState(since: number): ChannelsState {
    this.#checkHeard();
    this.stateLoads.channels += 1;
    const newer = <T extends { version: number }>(all: Map<unknown, T>) =>
      [...all.values()].filter(({ version }) => version > since);
    return {
      version: this.channelsVersion,
      channels: newer(this.#channels),
      memberships: newer(this.#memberships),
      topicPolicies: newer(this.#topicPolicies),
    };
  }

  #join(groupId: number, userId: number): void {
    const members = this.#groups.get(groupId)?.members ?? [];
    if (!members.includes(userId)) this.setGroup(groupId, { members: [...members, userId] });
  }
}

function newUser(id: number): UserRecord {
  return {
    id,
    email: `user${id}@example.com`,
    deliveryEmail: `user${id}@example.com`,
    fullName: `User ${id}`,
    role: 400,
    isActive: true,
    isBot: false,
    isSystemBot: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 1_700_000_000,
    avatarUrl: `https://avatars.example/${id}`,
    defaultSendingChannelId: null,
    joinsDefaultChannels: true,
    avatarIsGravatar: true,
    emailVisibility: 1,
    settings: {},
    webhook: null,
  };
}

function newGroup(id: number): GroupRecord {
  const facts = { description: "", isSystem: false, deactivated: false };
  return {
    id,
    name: `group ${id}`,
    ...facts,
    members: [],
    subgroups: [],
    settings: { can_mention_group: groups.everyone },
  };
}

function newChannel(id: number): ChannelRecord {
  return {
    id,
    name: `channel ${id}`,
    isPrivate: false,
    isWebPublic: false,
    isArchived: false,
    historyPublicToSubscribers: true,
    topicsPolicy: "inherit",
    messageRetentionDays: null,
    creatorId: null,
    firstMessageId: 1,
    isRecentlyActive: true,
    permissions: {
      can_send_message_group: groups.everyone,
      can_create_topic_group: groups.everyone,
      can_subscribe_group: groups.nobody,
      can_add_subscribers_group: groups.nobody,
    },
  };
}
