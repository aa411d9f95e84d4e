import { createHmac, timingSafeEqual } from "node:crypto";

import {
  auditStreamLine,
  createAuditDestination,
  deleteAuditDestination,
  listAuditDestinations,
  streamAuditLog,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { nextLook, type Received, Receiver } from "@team-chat/testkit";
import { z } from "zod";

import type { World } from "../world.ts";

type Line = z.infer<typeof auditStreamLine>;

/** Reads the lines of a request. */
export function linesOf({ body }: Received): readonly Line[] {
  const lines = body.split("\n").slice(0, -1);
  return lines.map((line) => auditStreamLine.parse(JSON.parse(line)));
}

/** Names an entry so that a receiver knows it again. */
export const placeOf = ({ position, service }: Line) => `${service} ${position}`;

/** Tells whether a request is signed with the secret, as docs/behaviour/audit.md#requests says. */
export function isSigned({ body, headers }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const given = String(headers["webhook-signature"]);
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

interface Destination {
  readonly id: number;
  readonly secret: string;
}

interface Wanted {
  readonly authorization?: string;
  /** From where on; from the oldest unless given. */
  readonly cursor?: string;
  readonly url?: string;
}

/** A server of the organization's that collects its audit log, and what the organization does with it. */
export class Siem implements AsyncDisposable {
  readonly receiver: Receiver;
  readonly #world: World;

  private constructor(world: World, receiver: Receiver) {
    this.#world = world;
    this.receiver = receiver;
  }

  static async start(world: World): Promise<Siem> {
    return new Siem(world, await Receiver.start());
  }

  /** Has the log sent to it. */
  add({ url = this.receiver.url, ...more }: Wanted = {}): Promise<Destination> {
    return this.#world.request("owner", createAuditDestination, { name: "SIEM", url, ...more });
  }

  async list() {
    return (await this.#world.request("owner", listAuditDestinations, {})).destinations;
  }

  /** All entries that it was sent, in the order in which they came, repetitions included. */
  get lines(): readonly Line[] {
    return this.receiver.requests.flatMap(linesOf);
  }

  /** Lets time pass, and looks for what is to be sent. */
  async pass(ms = 0): Promise<void> {
    this.#world.clock.aheadMs += ms;
    await this.#world.service.auditSending.look();
  }

  /** Resolves when everything that there is was tried to be sent. */
  async settle(): Promise<void> {
    await this.#tried();
    // What was written down while something else was under way is found only now.
    await this.pass();
    await this.#tried();
  }

  /** Returns the cursor of the newest entry. */
  async end(): Promise<string> {
    const { identity } = this.#world.people.admin;
    let cursor = "";
    for (;;) {
      const query = cursor === "" ? "" : `?cursor=${cursor}`;
      const answer = await this.#world.fetch(identity, `${streamAuditLog.path}${query}`);
      const last = (await answer.text()).split("\n").at(-2);
      if (last === undefined) return cursor;
      ({ cursor } = auditStreamLine.parse(JSON.parse(last)));
    }
  }

  /** Writes an entry down. */
  async write(text: string): Promise<void> {
    const changes = [{ object: "thing", key: {}, after: { text } }];
    await this.#world.database.query(sql.unsafe`
      select audit_add(${this.#world.realm.id}, ${JSON.stringify(changes)}::jsonb)`);
  }

  /** Writes so many entries down, with the texts 1, 2, 3, …. */
  async writeMany(count: number): Promise<void> {
    // What follows within a transaction is added to its entry otherwise.
    await this.#world.database.query(sql.unsafe`
      select set_config('audit.open', '', true), audit_add(${this.#world.realm.id}, jsonb_build_array(
        jsonb_build_object('object', 'thing', 'key', '{}'::jsonb, 'after', jsonb_build_object('text', n::text))))
      from generate_series(1, ${count}) n`);
  }

  /** Texts of the entries that it was sent. */
  get texts(): readonly string[] {
    const changes = this.lines.flatMap((line) => line.changes);
    return changes.flatMap(({ after }) =>
      typeof after?.["text"] === "string" ? [after["text"]] : [],
    );
  }

  /** Has the log sent nowhere, and forgets what was sent. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
    for (const { id } of await this.list())
      await this.#world.request("owner", deleteAuditDestination, { destination_id: id });
    this.#world.clock.aheadMs = 0;
  }

  async #tried(): Promise<void> {
    for (;;) {
      // Without a failure it is due soon only where another service was too busy to be read.
      const inFiveSeconds = new Date(this.#now().getTime() + 5000);
      await this.#world.service.auditSending.worker.look();
      const open = await this.#world.database.oneFirst(sql.type(z.object({ count: z.number() }))`
        select count(*) from audit_destination
        where claimed_until is not null or due_at <= ${sql.timestamp(this.#now())}
          or failures = 0 and due_at <= ${sql.timestamp(inFiveSeconds)}`);
      if (open === 0) return;
      await nextLook();
    }
  }

  #now(): Date {
    return new Date(Date.now() + this.#world.clock.aheadMs);
  }
}
