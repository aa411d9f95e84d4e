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
        perRow: 1,
        figures: [
          {
            title: "Requests refused for limits",
            description:
              "Requests that gateways refused because there were too many (status 429), of the ten organizations with the most.",
            unit: "reqps",
            softMax: 0.1,
            lines: {
              "this organization":
                'sum(rate(http_server_request_limited_total{service_name="gateway",organization="$organization"}[$__rate_interval])) or vector(0)',
              "all organizations":
                'sum(rate(http_server_request_limited_total{service_name="gateway"}[$__rate_interval])) or vector(0)',
            },
          },
        ],
      },
    ],
    panels: [
      logPanel(
        "Requests that failed",
        "Lines of all services of each request that ended with a status of 500 or above.",
        `${own} | status >= 500`,
      ),
      logPanel(
        "Requests that were refused",
        "Lines of all services of each request that ended with a status of 400 to 499; a line with a count stands for many.",
        `${own} | status >= 400 | status < 500`,
      ),
      logPanel(
        "Slow requests",
        "Requests that took half a second or longer: those that failed or were refused, and a sample of the others (one in REQUEST_LOG_EVERY).",
        `${own} | ms >= 500`,
      ),
    ],
  });
}
