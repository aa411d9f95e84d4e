import { nouns, type OpenApiDocument } from "@team-chat/contract";

import type { Described } from "./described.ts";

/** Describes the operations of one noun, for a page of its own. */
export interface Chapter {
  /** Names the page in its address. */
  readonly name: string;
  readonly title: string;
  /** Describes the noun in one sentence. */
  readonly doc: string;
  readonly operations: readonly Described[];
}

/** Groups the operations of a document by noun, in the order in which the contract lists both. */
export function chaptersOf(document: OpenApiDocument): readonly Chapter[] {
  const left = new Map(describedOf(document).map((one) => [one.operation.operationId, one]));
  const chapters = nouns.map(({ doc, name, operations, title }) => {
    const described = operations.flatMap((operation) => left.get(operation.name) ?? []);
    for (const { operation } of described) left.delete(operation.operationId);
    return { name, title, doc, operations: described };
  });
  const other = { name: "other", title: "Other", doc: "Everything else." };
  return [...chapters, { ...other, operations: [...left.values()] }].filter(
    ({ operations }) => operations.length > 0,
  );
}

function describedOf({ paths }: OpenApiDocument): Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Described["operation"],
    })),
  );
}
