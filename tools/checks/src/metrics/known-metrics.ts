/** Series of one name, as an expression may choose among them. */
export interface SeriesFamily {
  /** Labels of the series, without those that every series has. */
  readonly labels: ReadonlySet<string>;
}

/** Series that Prometheus itself has while an alert is pending or firing. */
const ofAlerts: SeriesFamily = { labels: new Set(["alertname", "alertstate", "severity"]) };

const row = /^\| `(?<name>\w+)` \| (?<kind>\w+) \|[^|]*\| (?<labels>[^|]*) \|/gm;
const record = /^\s*- record: (?<name>\S+)$/gm;

/** Reads from docs/metrics.md which series there are, and from rules which are recorded. */
export function knownSeries(page: string, rules: string): ReadonlyMap<string, SeriesFamily> {
  const known = new Map<string, SeriesFamily>([["ALERTS", ofAlerts]]);
  for (const { groups = {} } of page.matchAll(row)) {
    const name = groups["name"] ?? "";
    const labels = [...(groups["labels"] ?? "").matchAll(/`(\w+)`/g)].map(
      ([, label = ""]) => label,
    );
    if (groups["kind"] === "histogram") {
      known.set(`${name}_bucket`, { labels: new Set([...labels, "le"]) });
      for (const ending of ["count", "sum"])
        known.set(`${name}_${ending}`, { labels: new Set(labels) });
    } else known.set(name, { labels: new Set(labels) });
  }
  for (const { groups } of rules.matchAll(record))
    known.set(groups?.["name"] ?? "", { labels: new Set() });
  return known;
}
