export * from "./claim-mapping.ts";
export * from "./deletions.ts";
export * from "./exports.ts";
export * from "./identity-provider.ts";
export * from "./limits.ts";
export * from "./operator-operation.ts";
export * from "./operations.ts";
export * from "./usage.ts";
