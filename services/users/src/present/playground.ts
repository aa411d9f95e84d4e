import type { PlaygroundRow } from "../queries/organization/playgrounds.ts";

/** Presents a playground as clients see it. */
export function presentPlayground({ id, name, pygmentsLanguage, urlTemplate }: PlaygroundRow) {
  return { id, name, pygments_language: pygmentsLanguage, url_template: urlTemplate };
}
