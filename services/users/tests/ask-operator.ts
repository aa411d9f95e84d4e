import { Secret } from "@team-chat/config";

import type { World } from "./world.ts";

export const keyOf = (name: string) => `${name}-${"k".repeat(32)}`;

/** Keys named like their scopes. */
export const operatorKeys = new Secret(
  JSON.stringify(
    ["read", "write", "secrets"].map((scope) => ({ name: scope, key: keyOf(scope), scope })),
  ),
);

export interface Asked {
  readonly key?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** True if what is not answered may yet happen. */
  readonly isOpen?: boolean;
}

/** Asks the operator's interface; a refusal must change nothing. */
export async function askOperator(
  { guard, service }: World,
  path: string,
  { body, idempotencyKey, isOpen = false, key = "secrets", method }: Asked = {},
) {
  const response = await guard.watch(
    () =>
      fetch(`http://127.0.0.1:${service.operatorPort}/operator/v1${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          Authorization: `Bearer ${keyOf(key)}`,
          ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    ({ ok }) => !ok && !isOpen,
  );
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, isReplay: response.headers.has("idempotent-replay"), answer };
}
