/** Scopes that an API key may have; `all` is that of a key without limits (docs/behaviour/keys.md#scopes). */
export const keyScopes = ["read", "send", "administration", "all"] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Scope that an operation asks of a key; `any` where credentials are not looked at. */
export type OperationScope = KeyScope | "any";

/** Most API keys of one account, beside the one that every account has. */
export const maxNamedKeys = 25;

/** Most channels that a key may be limited to. */
export const maxKeyChannels = 50;

/** Tells whether a key with these scopes may be used for what asks for one of them. */
export function hasScope(scopes: readonly KeyScope[], asked: OperationScope): boolean {
  return asked === "any" || scopes.includes("all") || scopes.includes(asked);
}
