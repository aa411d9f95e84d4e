import {
  beginLegalHold,
  exportLegalHold,
  getLegalHoldArchive,
  listLegalHoldExports,
} from "@team-chat/contract";
import { type Manifest, manifestSchema } from "@team-chat/proof";
import { Archive } from "@team-chat/testkit";
import { z } from "zod";

import type { Realm, Who } from "../realm.ts";
import type { World } from "../world.ts";

const somebody = z.object({ id: z.int(), name: z.string(), address: z.string() });

/** A record of a message, as far as tests look at it. */
const messageRecord = z.looseObject({
  id: z.int(),
  sender: somebody,
  channel: z.object({ id: z.int(), name: z.string() }).nullable(),
  topic: z.string().nullable(),
  people: z.array(somebody).nullable(),
  content: z.string(),
  edit_history: z.array(z.looseObject({})),
  reactions: z.array(z.looseObject({ user: somebody, emoji_name: z.string() })),
  deletion: z.object({ at: z.string(), by: somebody.nullable(), reason: z.string() }).nullable(),
});

/** Archive of a legal hold. */
export class HoldArchive {
  readonly manifest: Manifest;
  readonly archive: Archive;

  constructor(archive: Archive) {
    this.archive = archive;
    this.manifest = manifestSchema.parse(JSON.parse(archive.text("manifest.json")));
  }

  /** Records of a kind, in the order in which they stand. */
  records(kind: string): readonly Readonly<Record<string, unknown>>[] {
    const files = this.manifest.records.filter((file) => file.kind === kind);
    return files.flatMap(({ path }) =>
      this.archive
        .text(path)
        .split("\n")
        .slice(0, -1)
        .map((line) => z.looseObject({}).parse(JSON.parse(line))),
    );
  }

  messages(kind: "messages" | "deleted_messages") {
    return this.records(kind).map((record) => messageRecord.parse(record));
  }
}

/** Steps of owners with exports of legal holds. */
export class HoldExports {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** An organization in which alice is an owner, bob an administrator. */
  realm(): Realm {
    const realm = this.#world.realm();
    realm.data.setUser(1, { role: 100 });
    realm.data.setUser(2, { role: 200 });
    return realm;
  }

  async begin(realm: Realm, of: object): Promise<number> {
    return (await realm.request("alice", beginLegalHold, { reason: "case 7", ...of })).id;
  }

  async list(realm: Realm, who: "alice" | "bob" = "alice") {
    return (await realm.request(who, listLegalHoldExports, {})).legal_hold_exports;
  }

  download(realm: Realm, who: Who, address: string | null): Promise<Response> {
    const token = address?.split("/").at(-1) ?? "";
    const path = getLegalHoldArchive.path.replace("{address}", token);
    return this.#world.fetch({ ...getLegalHoldArchive, path }, realm.identity(who));
  }

  /** Asks for an export, and fetches it once it is made. */
  async fetch(realm: Realm, holdId: number): Promise<HoldArchive> {
    const { id } = await realm.request("alice", exportLegalHold, { hold_id: holdId });
    await this.#world.runExports();
    const found = (await this.list(realm)).find((one) => one.id === id);
    return this.open(realm, found?.archive_url ?? null);
  }

  /** Fetches an archive from its address. */
  async open(realm: Realm, address: string | null): Promise<HoldArchive> {
    const response = await this.download(realm, "alice", address);
    return new HoldArchive(await Archive.read(new Uint8Array(await response.arrayBuffer())));
  }
}

/** Refusal of whoever is no owner. */
export const notOwner = {
  code: "UNAUTHORIZED_PRINCIPAL",
  message: "Must be an organization owner",
};
