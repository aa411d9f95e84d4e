/** A group-setting value. */
export type Setting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

export interface OracleUser {
  readonly id: number;
  readonly role: number;
  /** Members for long enough. */
  readonly isFull: boolean;
  /** Of bots. */
  readonly ownerId: number | null;
}

export interface OracleWorld {
  readonly users: readonly OracleUser[];
  /** Named groups by id. */
  readonly groups: ReadonlyMap<
    number,
    { readonly members: readonly number[]; readonly subgroups: readonly number[] }
  >;
  readonly channel: OracleChannel;
  /** Channel that messages may be moved to. */
  readonly target: OracleChannel;
  /** The organization's permissions by name. */
  readonly organization: Readonly<Record<string, Setting>>;
}

export interface OracleChannel {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isArchived: boolean;
  readonly isShared: boolean;
  readonly subscribers: readonly number[];
  readonly permissions: Readonly<Record<string, Setting>>;
}

/** System groups by their id, each as those whom it names (docs/behaviour/groups.md#system-groups). */
const systemGroups: Readonly<Record<number, (user: OracleUser) => boolean>> = {
  1: () => true,
  2: () => true,
  3: (user) => user.role < 600,
  4: (user) => user.role < 400 || (user.role === 400 && user.isFull),
  5: (user) => user.role <= 300,
  6: (user) => user.role <= 200,
  7: (user) => user.role <= 100,
  8: () => false,
};

/**
 * Permissions that guests never hold, even if they are listed: of channels, and of the organization as far as asked
 * here.
 */
const notForGuests = new Set([
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_subscribe_group",
]);
const organizationNotForGuests = new Set([
  "can_add_subscribers_group",
  "can_delete_any_message_group",
  "can_move_messages_between_channels_group",
]);

const noPosting = "You do not have permission to post in this channel.";

/**
 * Every decision about a user and a channel, from the words of docs/behaviour (channels.md, subscriptions.md), and
 * without any of the product's code. Decisions that say why are their text, "" when allowed.
 */
export class Oracle {
  readonly #world: OracleWorld;

  constructor(world: OracleWorld) {
    this.#world = world;
  }

  decide(user: OracleUser) {
    const { channel, target } = this.#world;
    const administer = this.#administers(user, channel);
    return {
      metadata: this.#metadata(user, channel),
      content: this.#content(user, channel),
      administer,
      addSubscribers:
        administer ||
        this.#organization(user, "can_add_subscribers_group") ||
        this.#channel(user, channel, "can_add_subscribers_group"),
      removeSubscribers: administer || this.#channel(user, channel, "can_remove_subscribers_group"),
      send: this.#send(user, channel),
      createTopic: this.#channel(user, channel, "can_create_topic_group"),
      deleteOthers: this.#deletesAny(user)
        ? ""
        : "You don't have permission to delete this message",
      deleteOwn:
        this.#deletesAny(user) || this.#either(user, "can_delete_own_message_group")
          ? ""
          : "You don't have permission to delete this message",
      moveWithin:
        this.#organization(user, "can_move_messages_between_topics_group") ||
        this.#channel(user, channel, "can_move_messages_within_channel_group")
          ? ""
          : "You don't have permission to edit this message",
      resolve: this.#either(user, "can_resolve_topics_group")
        ? ""
        : "You don't have permission to edit this message",
      moveOut: this.#moveOut(user, target),
    };
  }

  /** Administrators are no exception: what is private is not theirs to read. */
  #content(user: OracleUser, channel: OracleChannel): boolean {
    if (channel.isWebPublic || channel.subscribers.includes(user.id)) return true;
    if (isGuest(user)) return false;
    return !channel.isPrivate || this.#joins(user, channel);
  }

  #metadata(user: OracleUser, channel: OracleChannel): boolean {
    if (this.#content(user, channel)) return true;
    return !isGuest(user) && this.#administers(user, channel);
  }

  #administers(user: OracleUser, channel: OracleChannel): boolean {
    return user.role <= 200 || this.#channel(user, channel, "can_administer_channel_group");
  }

  #joins(user: OracleUser, channel: OracleChannel): boolean {
    return (
      this.#channel(user, channel, "can_subscribe_group") ||
      this.#channel(user, channel, "can_add_subscribers_group")
    );
  }

  #send(user: OracleUser, channel: OracleChannel): string {
    const owner = this.#world.users.find(({ id }) => id === user.ownerId);
    const posts = [user, ...(owner ? [owner] : [])].some((one) =>
      this.#channel(one, channel, "can_send_message_group"),
    );
    if (!posts) return noPosting;
    const refusal = `Not authorized to send to channel '${channel.name}'`;
    if (channel.isArchived) return refusal;
    if (channel.isWebPublic || (!channel.isPrivate && !isGuest(user))) return "";
    const isIn = [user.id, user.ownerId].some(
      (id) => id !== null && channel.subscribers.includes(id),
    );
    if (isIn) return "";
    return channel.isPrivate && channel.isShared && this.#joins(user, channel) ? "" : refusal;
  }

  #deletesAny(user: OracleUser): boolean {
    return this.#either(user, "can_delete_any_message_group");
  }

  #moveOut(user: OracleUser, target: OracleChannel): string {
    const may =
      this.#organization(user, "can_move_messages_between_channels_group") ||
      this.#channel(user, this.#world.channel, "can_move_messages_out_of_channel_group");
    if (!may) return "You don't have permission to move this message";
    if (!this.#content(user, target)) return "Invalid channel ID";
    return this.#send(user, target);
  }

  /**
   * Organization-level settings of the same names also grant the permission
   * (docs/behaviour/channels.md#permissions-of-a-channel).
   */
  #either(user: OracleUser, name: string): boolean {
    return this.#organization(user, name) || this.#channel(user, this.#world.channel, name);
  }

  #channel(user: OracleUser, channel: OracleChannel, name: string): boolean {
    if (isGuest(user) && notForGuests.has(name)) return false;
    return this.#names(channel.permissions[name], user);
  }

  #organization(user: OracleUser, name: string): boolean {
    if (isGuest(user) && organizationNotForGuests.has(name)) return false;
    return this.#names(this.#world.organization[name], user);
  }

  #names(value: Setting | undefined, user: OracleUser): boolean {
    if (value === undefined) throw new Error("A permission was not said.");
    if (typeof value === "number") return this.#isIn(user, value, []);
    return (
      value.direct_members.includes(user.id) ||
      value.direct_subgroups.some((group) => this.#isIn(user, group, []))
    );
  }

  #isIn(user: OracleUser, group: number, path: readonly number[]): boolean {
    const isSystem = systemGroups[group];
    if (isSystem) return isSystem(user);
    const named = this.#world.groups.get(group);
    if (!named || path.includes(group)) return false;
    return (
      named.members.includes(user.id) ||
      named.subgroups.some((inner) => this.#isIn(user, inner, [...path, group]))
    );
  }
}

function isGuest({ role }: OracleUser): boolean {
  return role === 600;
}
