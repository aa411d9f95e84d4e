import type { Dashboard } from "@grafana/schema";

import { dashboard, type Figure, type Section } from "./panels.ts";

/** Alerts that fire, on top of each other: at night this is what is looked for first. */
function alerts(names: readonly string[]): Section {
  const firing = `ALERTS{alertstate="firing",alertname=~"${names.join("|")}"}`;
  return {
    title: "What is wrong",
    perRow: 1,
    figures: [
      {
        title: "Alerts that fire",
        description:
          "docs/operations.md has a section for each that says where to look and what helps.",
        unit: "short",
        softMax: 5,
        isStacked: true,
        lines: {
          "{{alertname}}": `count by (alertname) (${firing}) or label_replace(vector(0), "alertname", "none", "", "")`,
        },
      },
    ],
  };
}

/** Describes a share of failures by what is recorded of it, against what is promised. */
function promise(share: string, facts: Pick<Figure, "title" | "description" | "limit">): Figure {
  return {
    ...facts,
    unit: "percentunit",
    lines: {
      "5 minutes": `team_chat:${share}:ratio5m`,
      "an hour": `team_chat:${share}:ratio1h`,
      "6 hours": `team_chat:${share}:ratio6h`,
    },
  };
}

const promises: Section = {
  title: "What is promised",
  perRow: 4,
  figures: [
    promise("request_failures", {
      title: "Requests that fail",
      description: "Share of all requests; promised are at most 0.1 % in thirty days.",
      limit: 0.001,
    }),
    promise("late_sends", {
      title: "Messages acknowledged late",
      description: "Share of messages not acknowledged within 0.5 s; promised are at most 0.5 %.",
      limit: 0.005,
    }),
    promise("late_deliveries", {
      title: "Changes heard late",
      description:
        "Share of changes heard later than 0.5 s after their commit; promised are at most 0.5 %.",
      limit: 0.005,
    }),
    promise("lost_queues", {
      title: "Event queues lost",
      description: "Share of the queues that ended; promised are at most 1 %.",
      limit: 0.01,
    }),
  ],
};

/** Draws how long nearly all requests of clients, or some of them, take at most, and how long one takes on average. */
function timeOf(kind: string, selector: string): Figure["lines"] {
  const rate = (part: string) =>
    `rate(http_server_request_duration_seconds_${part}{service_name="gateway"${selector}}[$__rate_interval])`;
  return {
    [`p99 of ${kind}`]: `histogram_quantile(0.99, sum by (le) (${rate("bucket")}))`,
    [`average of ${kind}`]: `sum(${rate("sum")}) / sum(${rate("count")})`,
  };
}

const traffic: Section = {
  title: "Who is there, and what they do",
  figures: [
    {
      title: "Requests",
      description:
        "Requests a second that gateways answer, without long polls; those refused and those that failed are among them.",
      unit: "reqps",
      softMax: 1,
      lines: {
        answered:
          'sum(rate(http_server_request_duration_seconds_count{service_name="gateway"}[$__rate_interval]))',
        refused:
          'sum(rate(http_server_request_refusals_total{service_name="gateway"}[$__rate_interval]))',
        failed:
          'sum(rate(http_server_request_failures_total{service_name="gateway"}[$__rate_interval])) or vector(0)',
      },
    },
    {
      title: "Time to answer",
      description:
        "How long nearly all (p99) requests take at most, and messages that are sent, and how long one takes on average. The p99 ends at 0.5 s.",
      unit: "s",
      lines: {
        ...timeOf("requests", ""),
        ...timeOf("messages", ',operation="sendMessage"'),
      },
    },
    {
      title: "Messages",
      description: "Messages a second that clients send.",
      unit: "count:/s",
      softMax: 1,
      lines: {
        sent: 'sum(rate(http_server_request_duration_seconds_count{service_name="gateway",operation="sendMessage"}[$__rate_interval]))',
      },
    },
    {
      title: "Clients that wait",
      description: "Long polls at the gateways, and those that no events process serves.",
      unit: "short",
      softMax: 5,
      lines: {
        waiting: "sum(long_polls_waiting)",
        "without a process": "sum(long_polls_unsent)",
      },
    },
    {
      title: "Refused for too much",
      description:
        "Requests refused because of an organization's limits, or because there was more to do than gateways can carry out.",
      unit: "reqps",
      softMax: 0.1,
      lines: {
        "limits of organizations":
          'sum(rate(http_server_request_limited_total{service_name="gateway"}[$__rate_interval])) or vector(0)',
        "too many of an organization wait":
          "sum(rate(fair_shares_refused_total[$__rate_interval]))",
        "too much to do": "sum(rate(work_limit_refused_total[$__rate_interval]))",
      },
    },
    {
      title: "Processes",
      description: "Processes of each service that tell their metrics.",
      unit: "short",
      softMax: 5,
      lines: { "{{service_name}}": "count by (service_name) (process_uptime_seconds)" },
    },
  ],
};

const load: Section = {
  title: "How busy processes are",
  figures: [
    {
      title: "Event loops",
      description: "Share of time in which the busiest process of a service computes.",
      unit: "percentunit",
      max: 1,
      lines: { "{{service_name}}": "max by (service_name) (nodejs_eventloop_utilization)" },
    },
    {
      title: "Memory",
      description: "Memory of the largest process of a service.",
      unit: "bytes",
      lines: {
        "{{service_name}}": 'max by (service_name) (process_memory_usage_bytes{kind="resident"})',
      },
    },
    {
      title: "Waiting for PostgreSQL",
      description:
        "Requests that wait for a connection, in the process of a service with the most.",
      unit: "short",
      softMax: 5,
      lines: {
        "{{service_name}}": "max by (service_name) (db_client_connection_pending_requests)",
      },
    },
  ],
};

const behind: Section = {
  title: "What waits",
  figures: [
    {
      title: "Oldest unpublished change",
      description: "Changes that nobody has heard of yet; below a second while all is well.",
      unit: "s",
      softMax: 1,
      lines: { "{{service_name}}": "max by (service_name) (outbox_unpublished_age_seconds)" },
    },
    {
      title: "Consumers",
      description:
        "Changes (bundles of events) that the consumer of a service that is furthest behind has not handled.",
      unit: "short",
      softMax: 5,
      lines: { "{{service_name}}": "max by (service_name) (messaging_consumer_lag)" },
    },
    {
      title: "Overdue",
      description: "For how long the first of what is due has been due and nobody works on it.",
      unit: "s",
      softMax: 1,
      lines: {
        "deliveries to bots": "max(webhooks_deliveries_overdue_age_seconds)",
        pushes: "max(webhooks_pushes_overdue_age_seconds)",
        "e-mail about missed messages": "max(webhooks_mails_overdue_age_seconds)",
        "audit logs": "max(audit_destinations_overdue_age_seconds)",
      },
    },
    {
      title: "Not taken by others",
      description:
        "For how long the oldest has waited, tries included: servers of bots, of e-mail or of audit logs may be away.",
      unit: "s",
      softMax: 1,
      lines: {
        "deliveries to bots": "max(webhooks_deliveries_waiting_age_seconds)",
        "e-mail": "max(mail_waiting_age_seconds)",
        "audit logs": "max(audit_destinations_failing_age_seconds)",
      },
    },
    {
      title: "Not connected to NATS",
      description: "Processes of a service that are not.",
      unit: "short",
      softMax: 5,
      lines: {
        "{{service_name}}":
          "count by (service_name) (nats_client_connected) - sum by (service_name) (nats_client_connected)",
      },
    },
    {
      title: "Bundles lost",
      description: "Bundles that databases had lost, in restores and failovers, in all terms.",
      unit: "short",
      softMax: 5,
      lines: { "{{service_name}}": "max by (service_name) (outbox_lost)" },
    },
  ],
};

/** Describes the dashboard on which to begin: alerts by these names, promises, traffic, and what waits where. */
export function overview(alertNames: readonly string[]): Dashboard {
  return dashboard({
    uid: "team-chat-overview",
    title: "team-chat: overview",
    description:
      "Alerts, promises, traffic, and what waits where. docs/operations.md says what helps.",
    sections: [alerts(alertNames), promises, traffic, load, behind],
  });
}
