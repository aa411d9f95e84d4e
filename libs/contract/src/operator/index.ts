export * from "./claim-mapping.ts";
export * from "./identity-provider.ts";
export * from "./operator-operation.ts";
export * from "./operations.ts";
