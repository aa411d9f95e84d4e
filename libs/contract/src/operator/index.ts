export * from "./operator-operation.ts";
export * from "./operations.ts";
