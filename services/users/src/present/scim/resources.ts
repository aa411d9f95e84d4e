import { type Role, roles } from "@team-chat/contract";

import { tagOf } from "../../policies/scim/conditions.ts";
import { type Projection, shows } from "../../policies/scim/listing.ts";
import { nameParted } from "../../policies/scim/wanted-person.ts";
import type { ScimGroupRow, ScimMemberRow } from "../../queries/scim/groups.ts";
import type { ScimPersonRow } from "../../queries/scim/people.ts";

export type Resource = Readonly<Record<string, unknown>>;

/** Names of schemas and messages (RFC 7643 and 7644). */
export const urns = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;

const roleNames = new Map<number, string>(
  (Object.entries(roles) as [string, Role][]).map(([name, role]) => [role, name]),
);

/** Presents a person; `base` is the address below which resources are. */
export function presentPerson(row: ScimPersonRow, base: string): Resource {
  const role = roleNames.get(row.role);
  return {
    schemas: [urns.user],
    id: String(row.id),
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.email,
    name: { formatted: row.fullName, ...nameParted(row.fullName) },
    displayName: row.fullName,
    emails: [{ value: row.email, type: "work", primary: true }],
    active: row.isActive,
    role,
    roles: [{ value: role, primary: true }],
    meta: metaOf("User", { ...row, createdAt: row.joinedAt }, base),
  };
}

/** Presents a group with the people who are directly in it. */
export function presentGroupResource(
  row: ScimGroupRow,
  members: readonly ScimMemberRow[],
  base: string,
): Resource {
  return {
    schemas: [urns.group],
    id: String(row.id),
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.name,
    members: members.map(({ fullName, id }) => ({
      value: String(id),
      $ref: `${base}/Users/${id}`,
      display: fullName,
      type: "User",
    })),
    meta: metaOf("Group", row, base),
  };
}

interface Kept {
  readonly id: number;
  readonly createdAt: Date;
  readonly version: number;
}

function metaOf(resourceType: "Group" | "User", { createdAt, id, version }: Kept, base: string) {
  return {
    resourceType,
    created: createdAt.toISOString(),
    location: `${base}/${resourceType}s/${id}`,
    version: tagOf(version),
  };
}

const always: readonly string[] = ["schemas", "id"];

/** Leaves out of a resource what its client does not want. */
export function projected(resource: Resource, projection: Projection): Resource {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const key = name.toLowerCase();
      if (always.includes(key)) return [[name, value]];
      return shows(projection, key) ? [[name, partsOf(key, value, projection)]] : [];
    }),
  );
}

function partsOf(attribute: string, value: unknown, projection: Projection): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => partsOf(attribute, one, projection));
  if (typeof value !== "object" || value === null) return value;
  const { only, without } = projection;
  const isWhole = only === null || only.includes(attribute);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => {
      const part = `${attribute}.${name.toLowerCase()}`;
      return !without.includes(part) && (isWhole || only.includes(part));
    }),
  );
}
