import type { Operation } from "@team-chat/contract";

import { isNumericPath } from "../parameters/decode.ts";

/** Begins the path of every operation. */
export const apiPrefix = "/api/v1";

/** One part of an operation's path: a text that stands for itself, or a parameter. `rest` takes all further parts. */
export interface PathSegment {
  readonly kind: "literal" | "number" | "any" | "rest";
  /** The text, or the name of the parameter. */
  readonly text: string;
}

const parameterForm = /^\{(?<name>\w+)(?<rest>\*?)\}$/;

/**
 * Takes the path of an operation apart.
 * @throws when the path names a parameter that the operation does not declare
 */
export function segmentsOf(operation: Operation): readonly PathSegment[] {
  return operation.path
    .split("/")
    .slice(1)
    .map((segment): PathSegment => {
      const { name, rest } = parameterForm.exec(segment)?.groups ?? {};
      if (name === undefined) return { kind: "literal", text: segment };
      const param = operation.params[name];
      if (param?.wire !== "path")
        throw new Error(`${operation.name} declares no path parameter ${name}.`);
      if (rest === "*") return { kind: "rest", text: name };
      return { kind: isNumericPath(param) ? "number" : "any", text: name };
    });
}

/** Decodes percent-encoding part by part; a part with a stray percent sign stands for itself. */
export function decodePath(path: string): string {
  return path.includes("%") ? path.split("/").map(decodePart).join("/") : path;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Divides an address into path and query, the latter without the question mark. */
export function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
