import { createApiKey } from "./create-api-key.ts";
import { endApiKey } from "./end-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";

export * from "./key-scopes.ts";
export { createApiKey, endApiKey, listApiKeys };

export const apiKeysOperations = [listApiKeys, createApiKey, endApiKey] as const;
