import type { z } from "zod";

/**
 * Lists the schemas that a schema consists of: the options of a union, the wrapped one, the one it begins with; empty
 * for all others.
 */
export function innerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "union":
      return def.options;
    case "intersection":
      return [def.left, def.right];
    case "optional":
    case "nonoptional":
    case "nullable":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return [def.innerType];
    case "pipe":
      return [def.in];
    case "lazy":
      return [def.getter()];
    default:
      return [];
  }
}
