import { ScimRefusal } from "../../values/scim-refusal.ts";
import { type Resource, urns } from "./resources.ts";

/** Answer to a SCIM request. */
export interface ScimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: Resource | null;
}

/** Answers with a resource and its version. */
export function resourceAnswer(resource: Resource, shown: Resource, status = 200): ScimAnswer {
  const { location, version } = resource["meta"] as { location: string; version: string };
  return { status, headers: { Location: location, ETag: version }, body: shown };
}

/** Answers with a part of all resources that were asked for. */
export function listAnswer(
  resources: readonly Resource[],
  { offset, total }: { readonly offset: number; readonly total: number },
): ScimAnswer {
  return {
    status: 200,
    headers: {},
    body: {
      schemas: [urns.list],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  };
}

/** Answers with a refusal (RFC 7644, section 3.12). */
export function refusalAnswer({ message, scimType, status }: ScimRefusal): ScimAnswer {
  return {
    status,
    headers: {},
    body: {
      schemas: [urns.error],
      status: String(status),
      ...(scimType === null ? {} : { scimType }),
      detail: message,
    },
  };
}

/** Refuses an address that leads to nothing. */
export function notFound(what: string): ScimRefusal {
  return new ScimRefusal(404, `There is no ${what}.`);
}
