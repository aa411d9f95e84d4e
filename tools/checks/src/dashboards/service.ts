import type { Dashboard } from "@grafana/schema";

import { figuresOf } from "./metric-figures.ts";
import type { MetricSection } from "./metric-sections.ts";
import { dashboard, type Section } from "./panels.ts";

/** A service, and what is measured in its processes. */
export interface MeasuredService {
  readonly name: string;
  readonly sections: readonly MetricSection[];
}

/** Describes the dashboard of a service: all metrics that its processes have. */
export function serviceDashboard({ name, sections }: MeasuredService): Dashboard {
  return dashboard({
    uid: `team-chat-${name}`,
    title: `team-chat: ${name}`,
    description: `All that processes of ${name} measure (docs/metrics.md). Without data is what has not happened since they were started.`,
    sections: sections.map(({ metrics, title }): Section => ({
      title,
      figures: figuresOf(metrics, name),
    })),
  });
}
