import type { Dashboard, VariableModel } from "@grafana/schema";

import { dashboard, dataSourceVariable, logPanel } from "./panels.ts";

const organization: VariableModel = {
  type: "textbox",
  name: "organization",
  label: "Id of the organization",
  query: "1",
  hide: 0,
  skipUrlSync: false,
};

/** Lines of the product's processes that concern the organization. */
const own = '{namespace="team-chat"} | json | realm="$organization"';

/**
 * Describes the dashboard of one organization. Metrics have no label for one
 * (docs/adr/0018-metrics-by-opentelemetry.md), so most of it are log lines: each request that failed or was refused,
 * and a sample of the others.
 */
export function organizationDashboard(): Dashboard {
  return dashboard({
    uid: "team-chat-organization",
    title: "team-chat: one organization",
    description:
      "What the logs (in Loki) and the metrics tell of one organization; `npm run realm -- list` prints its id.",
    variables: [dataSourceVariable("loki"), organization],
    sections: [
      {
        title: "Limits",
        figures: [
          {
            title: "Requests refused for limits",
            description: "Told for the ten organizations that are most often refused.",
            unit: "reqps",
            lines: {
              "this organization":
                'sum(rate(http_server_request_limited_total{service_name="gateway",organization="$organization"}[$__rate_interval]))',
              "all of them":
                'sum(rate(http_server_request_limited_total{service_name="gateway"}[$__rate_interval]))',
            },
          },
        ],
      },
    ],
    panels: [
      logPanel("Requests that failed", "All of them.", `${own} | status >= 500`),
      logPanel(
        "Requests that were refused",
        "All of them.",
        `${own} | status >= 400 | status < 500`,
      ),
      logPanel("Slow requests", "A sample: one in REQUEST_LOG_EVERY.", `${own} | ms >= 500`),
    ],
  });
}
