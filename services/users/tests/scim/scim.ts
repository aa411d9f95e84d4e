import { answerScim } from "@team-chat/contract";

import type { World } from "../world.ts";

export const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

export interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or a text that is sent as it is. */
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly realmId?: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a SCIM request whose token was checked; a refusal must change nothing. */
export async function scim(
  { guard, realm, users }: World,
  request: string,
  { body, ifMatch, ifNoneMatch, query, realmId = realm.id }: Asked = {},
): Promise<Answered> {
  const [method = "GET", path = "/"] = request.split(" ");
  const input = {
    realmId,
    client: { id: 1, name: "Okta" },
    address: "192.0.2.7",
    method,
    path,
    query: new URLSearchParams(query).toString(),
    body: textOf(body),
    ifMatch: ifMatch ?? null,
    ifNoneMatch: ifNoneMatch ?? null,
  };
  const gateway = { kind: "service", name: "gateway" } as const;
  const answer = await guard.watch(
    () => users.call(answerScim, gateway, input, { realmId }),
    ({ status }) => status >= 400,
  );
  const text = answer.body ?? "{}";
  return { ...answer, body: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

function textOf(body: unknown): string {
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** Sends the steps of a PATCH. */
export function patch(
  world: World,
  path: string,
  ...operations: readonly object[]
): Promise<Answered> {
  return scim(world, `PATCH ${path}`, {
    body: { schemas: [patchSchema], Operations: operations },
  });
}

/** Returns the resources of a list. */
export function resourcesOf({ body }: Answered): readonly Readonly<Record<string, unknown>>[] {
  return body["Resources"] as readonly Readonly<Record<string, unknown>>[];
}

/** The answer to what is refused. */
export function refusedWith(status: number, scimType?: string) {
  return {
    status,
    body: {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
    },
  };
}
