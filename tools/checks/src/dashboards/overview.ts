import type { Dashboard } from "@grafana/schema";

import { dashboard, type Section } from "./panels.ts";

const promises: Section = {
  title: "What is promised",
  figures: [
    {
      title: "Requests that fail",
      description: "Share of all requests; promised are at most 0.1 % in thirty days.",
      unit: "percentunit",
      lines: {
        "5 minutes": "team_chat:request_failures:ratio5m",
        "an hour": "team_chat:request_failures:ratio1h",
        "6 hours": "team_chat:request_failures:ratio6h",
      },
    },
    {
      title: "Messages acknowledged late",
      description: "Share of messages not acknowledged within 0.5 s; promised are at most 0.5 %.",
      unit: "percentunit",
      lines: {
        "5 minutes": "team_chat:late_sends:ratio5m",
        "an hour": "team_chat:late_sends:ratio1h",
        "6 hours": "team_chat:late_sends:ratio6h",
      },
    },
    {
      title: "Changes heard late",
      description:
        "Share of changes heard later than 0.5 s after their commit; promised are at most 0.5 %.",
      unit: "percentunit",
      lines: {
        "5 minutes": "team_chat:late_deliveries:ratio5m",
        "an hour": "team_chat:late_deliveries:ratio1h",
        "6 hours": "team_chat:late_deliveries:ratio6h",
      },
    },
    {
      title: "Event queues lost",
      description: "Share of the queues that ended; promised are at most 1 %.",
      unit: "percentunit",
      lines: {
        "5 minutes": "team_chat:lost_queues:ratio5m",
        "an hour": "team_chat:lost_queues:ratio1h",
        "6 hours": "team_chat:lost_queues:ratio6h",
      },
    },
  ],
};

const traffic: Section = {
  title: "Who is there, and what they do",
  figures: [
    {
      title: "Requests",
      description: "Requests a second that gateways answer, without long polls.",
      unit: "reqps",
      lines: {
        answered:
          'sum(rate(http_server_request_duration_seconds_count{service_name="gateway"}[$__rate_interval]))',
        refused:
          'sum(rate(http_server_request_refusals_total{service_name="gateway"}[$__rate_interval]))',
        failed:
          'sum(rate(http_server_request_failures_total{service_name="gateway"}[$__rate_interval]))',
      },
    },
    {
      title: "Messages",
      description: "Messages sent a second.",
      unit: "reqps",
      lines: {
        sent: 'sum(rate(http_server_request_duration_seconds_count{service_name="gateway",operation="sendMessage"}[$__rate_interval]))',
      },
    },
    {
      title: "Clients that wait",
      description: "Long polls at the gateways, and those that no events process serves.",
      unit: "short",
      lines: {
        waiting: "sum(long_polls_waiting)",
        "without a process": "sum(long_polls_unsent)",
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
      lines: { "{{service_name}}": "max by (service_name) (outbox_unpublished_age_seconds)" },
    },
    {
      title: "Consumers",
      description: "Bundles that a consumer has not handled.",
      unit: "short",
      lines: { "{{consumer}}": "max by (consumer) (messaging_consumer_lag)" },
    },
    {
      title: "Deliveries and e-mail",
      description: "For how long the oldest one has been due.",
      unit: "s",
      lines: {
        "deliveries to bots": "max(webhooks_deliveries_overdue_age_seconds)",
        "deliveries, tries included": "max(webhooks_deliveries_waiting_age_seconds)",
        "e-mail": "max(mail_waiting_age_seconds)",
      },
    },
    {
      title: "Processes",
      description: "Processes of each service that tell their metrics.",
      unit: "short",
      lines: { "{{service_name}}": "count by (service_name) (process_uptime_seconds)" },
    },
    {
      title: "Connected to NATS",
      description: "Share of a service's processes that are.",
      unit: "percentunit",
      lines: { "{{service_name}}": "avg by (service_name) (nats_client_connected)" },
    },
    {
      title: "Bundles lost",
      description: "Bundles that databases had lost, in restores and failovers, in all terms.",
      unit: "short",
      lines: { "{{service_name}}": "max by (service_name) (outbox_lost)" },
    },
  ],
};

/** Describes the dashboard on which to begin: promises, traffic, and what waits where. */
export function overview(): Dashboard {
  return dashboard({
    uid: "team-chat-overview",
    title: "team-chat: overview",
    description: "Promises, traffic, and what waits where. docs/operations.md says what helps.",
    sections: [promises, traffic, behind],
  });
}
