import {
  type exportedKinds,
  exportedRowsOperations,
  type ExportType,
  listConsenting,
  personRowsOperations,
} from "@team-chat/contract";
import {
  type ExportedPage,
  type ExportPart,
  readExportedPage,
  readPersonPage,
} from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { exportedTables } from "../../queries/exports/exported-tables.ts";
import { personTables } from "../../queries/exports/person-tables.ts";

const self = { kind: "service", name: "messages" } as const;

/** A kind of thing, and who has it. */
export interface KindOf {
  readonly service: keyof typeof exportedKinds;
  readonly kind: string;
}

interface Cut {
  readonly realmId: number;
  readonly snapshot: string;
  /** The one person of whom it is; null for the organization. */
  readonly userId: number | null;
}

interface Asked extends Omit<Cut, "userId"> {
  readonly after: readonly string[] | null;
}

/** Reads what exports have of any service, all of one moment. */
export class ExportedRows {
  readonly #ctx: Pick<Context, "db" | "peers">;
  readonly #cut: Cut;

  constructor(ctx: Pick<Context, "db" | "peers">, cut: Cut) {
    this.#ctx = ctx;
    this.#cut = cut;
  }

  /** Finds whose private data an export of the type has; null for everybody's. Channels are not known yet. */
  async partOf(
    type: ExportType,
  ): Promise<{ people: readonly number[]; channels: number[] } | null> {
    if (type === "full_without_consent") return null;
    if (type === "public") return { people: [], channels: [] };
    const { realmId, snapshot } = this.#cut;
    const about = { realmId };
    const asked = { realmId, snapshot };
    const { userIds } = await this.#ctx.peers.users.call(listConsenting, self, asked, about);
    return { people: userIds, channels: [] };
  }

  /** Reads everything of a kind, a page at a time. */
  async *pages(of: KindOf, part: ExportPart | null): AsyncGenerator<ExportedPage> {
    let after: readonly string[] | null = null;
    do {
      const { userId, ...cut } = this.#cut;
      const page: ExportedPage =
        userId === null
          ? await this.#page(of, { ...cut, after, part })
          : await this.#personPage(of, { ...cut, after, userId });
      yield page;
      after = page.next;
    } while (after !== null);
  }

  #page(
    { kind, service }: KindOf,
    question: Asked & { readonly part: ExportPart | null },
  ): Promise<ExportedPage> {
    if (service !== "messages") {
      const { after, part, realmId } = question;
      const input = {
        ...question,
        kind,
        after: after && [...after],
        part: part && { people: [...part.people], channels: [...part.channels] },
      };
      return this.#ctx.peers[service].call(exportedRowsOperations[service], self, input, {
        realmId,
      });
    }
    const exported = exportedTables.find((table) => table.kind === kind);
    if (exported === undefined) throw new Error(`Exports have no kind ${kind}.`);
    return readExportedPage(this.#ctx.db, exported, question);
  }

  #personPage(
    { kind, service }: KindOf,
    question: Asked & { readonly userId: number },
  ): Promise<ExportedPage> {
    const { db, peers } = this.#ctx;
    const { after, realmId } = question;
    if (service !== "messages") {
      const input = { ...question, kind, after: after && [...after] };
      return peers[service].call(personRowsOperations[service], self, input, { realmId });
    }
    const exported = personTables.find((table) => table.kind === kind);
    if (exported === undefined) throw new Error(`Exports of people have no kind ${kind}.`);
    return readPersonPage(db, exported, question);
  }
}

/** Parses the lines of a page. */
export function linesIn(bytes: readonly Uint8Array[]): readonly unknown[] {
  const lines = Buffer.concat(bytes).toString().split("\n").slice(0, -1);
  return lines.map((line): unknown => JSON.parse(line));
}
