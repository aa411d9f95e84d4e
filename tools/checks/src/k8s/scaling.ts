import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { at, type Manifest, mappingsIn, readDocuments, textAt } from "./manifest.ts";

const adapterFile = "deploy/observability/adapter.yaml";
const metricsPage = "docs/metrics.md";

const rule = z.object({
  seriesQuery: z.string(),
  name: z.object({ as: z.string() }).optional(),
});
type Rule = z.output<typeof rule>;
const adapter = z.object({
  rules: z.object({ custom: z.array(rule).default([]), external: z.array(rule).default([]) }),
});

/** Metrics that autoscalers can ask for, by the kind of their source in a HorizontalPodAutoscaler. */
type Offered = Readonly<Record<string, ReadonlySet<string>>>;

/**
 * Returns what finds autoscalers that follow memory, which heaps keep long after the work, or a metric that the adapter
 * does not offer or no process measures.
 */
export function scalingProblems(root: string): (manifest: Manifest) => string[] {
  const offered = existsSync(join(root, adapterFile)) ? offeredBy(root) : {};
  return ({ kind, spec }) =>
    kind === "HorizontalPodAutoscaler"
      ? mappingsIn(at(spec, "metrics")).flatMap((metric) => {
          if (textAt(metric, "resource", "name") === "memory")
            return ["follows memory, which heaps keep after the work: name what there is to do"];
          const source = textAt(metric, "type");
          const name = textAt(metric, source.toLowerCase(), "metric", "name");
          const isKnown = name === "" || offered[source]?.has(name) === true;
          return isKnown
            ? []
            : [`follows ${name}, which ${adapterFile} does not offer of what is measured`];
        })
      : [];
}

/** Reads what the adapter offers of what is measured. */
function offeredBy(root: string): Offered {
  const page = readFileSync(join(root, metricsPage), "utf8");
  const namesOf = (rules: readonly Rule[]) =>
    new Set(
      rules
        .filter((one) => page.includes(`\`${seriesOf(one)}\``))
        .map((one) => one.name?.as ?? seriesOf(one)),
    );
  const { custom, external } = adapter.parse(readDocuments(join(root, adapterFile))[0]).rules;
  return { Pods: namesOf(custom), External: namesOf(external) };
}

function seriesOf({ seriesQuery }: Rule): string {
  return seriesQuery.replace(/\{.*/, "");
}
