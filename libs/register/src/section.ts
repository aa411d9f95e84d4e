import {
  type InitialDataOwner,
  isAsked,
  type RegisterRequest,
  type RegisterSections,
  type SectionName,
} from "@team-chat/contract";

import { fieldBytes, type Fields, JsonFields } from "./fields.ts";
import type { RegisterRead } from "./register-reads.ts";
import type { RowSource, SectionRows } from "./section-rows.ts";

/** Description of a section. */
export interface SectionDefinition<Name extends string, For extends Registrations, Row> {
  /** As in the contract's list. */
  readonly name: Name;
  /** The rows that it is made of; none when everything is in memory. */
  readonly load?: SectionRows<Row, For["known"]>;
  /** Renders the answer to a user's client; fixed fields when it is always the same for everybody. */
  readonly render: Fields | ((registration: For["user"], rows: readonly Row[]) => Fields);
  /** Renders the answer to people without an account. */
  readonly spectator: Fields | ((registration: For["spectator"], rows: readonly Row[]) => Fields);
}

/** Types of the values that a service's sections are rendered from. */
export interface Registrations {
  /** A registration of a user. */
  readonly user: unknown;
  /** Of somebody without an account. */
  readonly spectator: unknown;
  /** Data of the organization that the service keeps in memory. */
  readonly known: object;
}

/** Form in which a section is answered to users, or to people without an account. */
export interface SectionForm<Registration, Known> {
  /** The rows that have to be read for it. */
  readonly rows: RowSource<Known> | null;
  readonly render: (registration: Registration, read: RegisterRead<unknown>) => Fields;
}

/** A section of one service. */
export interface Section<Name extends string, For extends Registrations> {
  readonly name: Name;
  readonly user: SectionForm<For["user"], For["known"]>;
  readonly spectator: SectionForm<For["spectator"], For["known"]>;
}

/** All sections of a service, each under its name. */
export type Sections<Owner extends InitialDataOwner, For extends Registrations> = {
  readonly [Name in SectionName<Owner>]: Section<Name, For>;
};

/** Returns the function by which a service describes its sections. */
export function sectionsOf<Owner extends InitialDataOwner, For extends Registrations>() {
  return <Name extends SectionName<Owner>, Row = never>({
    load,
    name,
    render,
    spectator,
  }: SectionDefinition<Name, For, Row>): Section<Name, For> => ({
    name,
    user: formOf(render, load),
    spectator: formOf(spectator, load),
  });
}

function formOf<Registration, Row, Known>(
  render: Fields | ((registration: Registration, rows: readonly Row[]) => Fields),
  load: SectionRows<Row, Known> | undefined,
): SectionForm<Registration, Known> {
  if (typeof render === "function")
    return {
      rows: load ?? null,
      render: (registration, read) =>
        render(registration, load === undefined ? [] : read.rowsOf(load)),
    };
  const fixed = render instanceof JsonFields ? render : new JsonFields(render);
  return { rows: null, render: () => fixed };
}

/** Lists the rows that some section is made of, each once. */
export function rowsOfSections<For extends Registrations>(
  sections: Readonly<Record<string, Section<string, For>>>,
): readonly RowSource<For["known"]>[] {
  const all = Object.values(sections).flatMap(({ spectator, user }) => [user.rows, spectator.rows]);
  return [...new Set(all.filter((rows) => rows !== null))];
}

/** Lists the sections that a request asks for. */
export function askedSections<Owner extends InitialDataOwner, For extends Registrations>(
  owner: Owner,
  sections: Sections<Owner, For>,
  request: RegisterRequest,
): readonly Section<SectionName<Owner>, For>[] {
  const all: readonly Section<SectionName<Owner>, For>[] = Object.values(sections);
  return all.filter(({ name }) => isAsked(request, owner, name));
}

/** Renders a service's part of the initial data. */
export function renderSections<Registration>(
  asked: readonly SectionForm<Registration, never>[],
  read: RegisterRead<unknown>,
  registration: Registration,
): RegisterSections {
  const fields = asked.map((section) => section.render(registration, read));
  return { snapshot: read.snapshot, bytes: fieldBytes(fields) };
}
