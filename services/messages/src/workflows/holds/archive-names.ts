import type { HeldSnapshot } from "@team-chat/pg";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { ExportedRows, type KindOf, linesIn } from "../exports/exported-rows.ts";
import type { HeldRecord } from "./record-writer.ts";

const personLine = z.object({
  user_id: z.number(),
  full_name: z.string(),
  is_active: z.boolean(),
  is_bot: z.boolean(),
});
const addressLine = z.object({ user_id: z.number(), delivery_email: z.string() });
const channelLine = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  is_private: z.boolean(),
  is_archived: z.boolean(),
});
const organizationLine = z.object({ name: z.string() });
const subscriptionLine = z.object({
  user_id: z.number(),
  channel_id: z.number(),
  active: z.boolean(),
});

/** A person as records name one. */
type Somebody = Readonly<{ id: number; name: string; address: string }>;

type PersonRecord = Somebody & Pick<z.output<typeof personLine>, "is_active" | "is_bot">;

/** Names and addresses of an organization as of a snapshot, and which of them were used. */
export class ArchiveNames {
  readonly #rows: ExportedRows;
  readonly #people = new Map<number, PersonRecord>();
  readonly #channels = new Map<number, z.output<typeof channelLine>>();
  readonly #usedPeople = new Set<number>();
  readonly #usedChannels = new Set<number>();
  organization = "";

  constructor(
    ctx: Pick<Context, "db" | "peers">,
    { realmId, snapshot }: { readonly realmId: number; readonly snapshot: HeldSnapshot },
  ) {
    this.#rows = new ExportedRows(ctx, { realmId, snapshot: snapshot.id, userId: null });
  }

  async load(): Promise<void> {
    for await (const line of this.#lines({ service: "users", kind: "organization" }))
      this.organization = organizationLine.parse(line).name;
    for await (const line of this.#lines({ service: "users", kind: "people" })) {
      const { full_name: name, user_id: id, ...rest } = personLine.parse(line);
      this.#people.set(id, { id, name, address: "", ...rest });
    }
    for await (const line of this.#lines({ service: "users", kind: "addresses" })) {
      const { delivery_email: address, user_id: id } = addressLine.parse(line);
      const person = this.#people.get(id);
      if (person) this.#people.set(id, { ...person, address });
    }
    for await (const line of this.#lines({ service: "channels", kind: "channels" })) {
      const channel = channelLine.parse(line);
      this.#channels.set(channel.id, channel);
    }
  }

  /** Names a person; null for nobody. */
  person(userId: number | null | undefined): Somebody | null {
    if (userId === null || userId === undefined) return null;
    this.#usedPeople.add(userId);
    const { address, name } = this.#people.get(userId) ?? { name: "", address: "" };
    return { id: userId, name, address };
  }

  /** Names a channel; null for none. */
  channel(channelId: number | null): { readonly id: number; readonly name: string } | null {
    if (channelId === null) return null;
    this.#usedChannels.add(channelId);
    return { id: channelId, name: this.#channels.get(channelId)?.name ?? "" };
  }

  /** Lists who is in the channels that were named. */
  async *subscribers(): AsyncGenerator<HeldRecord> {
    let id = 0;
    for await (const line of this.#lines({ service: "channels", kind: "subscriptions" })) {
      const { active, channel_id: channelId, user_id: userId } = subscriptionLine.parse(line);
      if (!active || !this.#usedChannels.has(channelId)) continue;
      id += 1;
      yield { id, channel: this.channel(channelId), person: this.person(userId) };
    }
  }

  /** Lists the channels that were named, by id. */
  channels(): readonly z.output<typeof channelLine>[] {
    return [...this.#channels.values()]
      .filter(({ id }) => this.#usedChannels.has(id))
      .toSorted(byId);
  }

  /** Lists the people that were named, by id. */
  people(): readonly PersonRecord[] {
    return [...this.#people.values()].filter(({ id }) => this.#usedPeople.has(id)).toSorted(byId);
  }

  async *#lines(of: KindOf): AsyncGenerator {
    for await (const { bytes } of this.#rows.pages(of, null)) yield* linesIn(bytes);
  }
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id;
}
