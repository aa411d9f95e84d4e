import { namePlace } from "@team-chat/contract";

/** Escapes a value of a distinguished name, so that it stays one value (RFC 4514). */
function escapedDnValue(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9._@-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/** Returns the distinguished name that a template gives to somebody with a name to log in with. */
export function filledDn(template: string, username: string): string {
  return template.replace(namePlace, () => escapedDnValue(username));
}

/** Makes distinguished names that a server spells alike comparable, whoever has typed them. */
export function comparableDn(dn: string): string {
  return dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, "$1");
}
