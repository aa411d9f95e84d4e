export * from "./creations.ts";
export * from "./passkeys.ts";
export * from "./remote-user.ts";
export * from "./saml.ts";
export * from "./scim.ts";
export * from "./second-factors.ts";
export * from "./sign-in.ts";
