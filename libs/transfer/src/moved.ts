import { createHash } from "node:crypto";

import type { IdKind, ImportMove } from "@team-chat/contract";

import { moveHtml, moveNarrow, moveText } from "./move-texts.ts";
import type { Row } from "./row.ts";

/** An archive names something by an id that nothing in it has. */
export class UnknownId extends Error {
  override readonly name = "UnknownId";
}

/** The way from what an archive says to what is so here (docs/adr/0031-imports-shift-ids.md). */
export class Moved {
  readonly #move: ImportMove;

  constructor(move: ImportMove) {
    this.#move = move;
  }

  get realmId(): number {
    return this.#move.to.realmId;
  }

  get sandbox(): boolean {
    return this.#move.sandbox;
  }

  /** Finds the new id; null for one that is not of the archive. */
  find(kind: IdKind, id: number): number | null {
    const shift = this.#move.shifts[kind];
    if (shift === undefined || !(id >= shift.first && id <= shift.last)) return null;
    return id + shift.by;
  }

  /** Returns the new id of what a row names; null stays null. @throws UnknownId */
  id(kind: IdKind, id: unknown): number | null {
    if (id === null || id === undefined) return null;
    const found = typeof id === "number" ? this.find(kind, id) : null;
    if (found === null)
      throw new UnknownId(`It names ${JSON.stringify(id)} of ${kind}, which it does not have.`);
    return found;
  }

  /** Returns the new ids, in the order of the old ones, which is theirs, too. */
  ids(kind: IdKind, ids: unknown): readonly (number | null)[] | null {
    return Array.isArray(ids) ? ids.map((id: unknown) => this.id(kind, id)) : null;
  }

  /** Moves a group-setting value: the id of a group, or users and groups. */
  permission(value: unknown): unknown {
    if (typeof value === "number") return this.id("groups", value);
    if (typeof value !== "object" || value === null) return value;
    const { direct_members: members, direct_subgroups: subgroups, ...rest } = value as Row;
    return {
      ...rest,
      direct_members: this.ids("people", members) ?? [],
      direct_subgroups: this.ids("groups", subgroups) ?? [],
    };
  }

  /** Moves an emoji's code, which is an id for those of the organization. */
  emojiCode(type: unknown, code: unknown): unknown {
    return type === "realm_emoji" ? String(this.id("emoji", Number(code))) : code;
  }

  /** Moves ranges of messages' ids as PostgreSQL writes them. */
  ranges(text: unknown): string {
    const by = this.#move.shifts["messages"]?.by ?? 0;
    const bound = (digits: string) => String(Math.max(Number(digits) + by, 1));
    return String(text).replaceAll(/\d+/g, bound);
  }

  /** Moves what links and mentions in Markdown name. */
  text(text: unknown): unknown {
    return typeof text === "string" ? moveText(text, this.#texts) : text;
  }

  /** Moves what a rendered message names. */
  html(html: unknown): unknown {
    return typeof html === "string" ? moveHtml(html, this.#texts) : html;
  }

  /** Moves the part of an address behind `#`. */
  fragment(fragment: unknown): unknown {
    return typeof fragment === "string" ? moveNarrow(fragment, this.#texts) : fragment;
  }

  /** Returns the new path of a file below `/user_uploads/`. */
  path(pathId: unknown): string {
    return String(pathId).replace(/^\d+\//, `${this.realmId}/`);
  }

  /** Makes what cannot be guessed of a picture's address; always the same for the same picture. */
  secret(kind: "avatar" | "emoji" | "icon" | "webhook" | "invitation", id: number | null): string {
    const about = `${this.#move.key} ${kind} ${id}`;
    return createHash("sha256").update(about).digest("hex").slice(0, 40);
  }

  get #texts() {
    const { from, to } = this.#move;
    return {
      from,
      to,
      find: (kind: IdKind, id: number) => this.find(kind, id),
      emojiSecret: (id: number) => this.secret("emoji", id),
    };
  }
}
