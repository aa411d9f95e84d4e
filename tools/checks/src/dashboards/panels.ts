import type { Dashboard, DataSourceRef, Panel, VariableModel } from "@grafana/schema";

/** Content of one panel. */
export interface Figure {
  readonly title: string;
  /** Sentence that says how to read it. */
  readonly description: string;
  /** Expressions by what their lines are called; `{{label}}` stands for the value of a label. */
  readonly lines: Readonly<Record<string, string>>;
  /** Unit by Grafana's names; `short` for counts. */
  readonly unit: string;
}

/** Figures that stand together under a heading. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

interface DashboardParts {
  /** Name in addresses. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly Section[];
  /** Further rows below them, made by `logPanel`. */
  readonly panels?: readonly Panel[];
  readonly variables?: readonly VariableModel[];
}

type Dimensions = NonNullable<Panel["gridPos"]>;

/** Version of the dashboard's form, which Grafana 11 and 12 read. */
const schemaVersion = 39;
const prometheus: DataSourceRef = { type: "prometheus", uid: "${prometheus}" };
/** Width of the grid, and size of a panel on it. */
const grid = { width: 24, panelWidth: 8, panelHeight: 7, rowHeight: 1 };

/** Lays out a dashboard; its ids and places follow from the order of its figures. */
export function dashboard(parts: DashboardParts): Dashboard {
  const { description, panels: further = [], sections, title, uid, variables = [] } = parts;
  const panels: Panel[] = [];
  let y = 0;
  for (const section of sections) {
    panels.push(rowPanel(section.title, { x: 0, y, w: grid.width, h: grid.rowHeight }));
    y += grid.rowHeight;
    for (const [index, figure] of section.figures.entries()) {
      const perRow = grid.width / grid.panelWidth;
      const x = (index % perRow) * grid.panelWidth;
      const at = { x, y: y + Math.floor(index / perRow) * grid.panelHeight };
      panels.push(figurePanel(figure, { ...at, w: grid.panelWidth, h: grid.panelHeight }));
    }
    y += Math.ceil(section.figures.length / (grid.width / grid.panelWidth)) * grid.panelHeight;
  }
  for (const panel of further) {
    panels.push({ ...panel, gridPos: { x: 0, y, w: grid.width, h: grid.panelHeight } });
    y += grid.panelHeight;
  }
  return {
    uid,
    title,
    description,
    tags: ["team-chat"],
    schemaVersion,
    version: 1,
    editable: false,
    graphTooltip: 1,
    timezone: "utc",
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    links: [],
    annotations: { list: [] },
    templating: { list: [dataSourceVariable("prometheus"), ...variables] },
    panels: panels.map((panel, index) => ({ ...panel, id: index + 1 })),
  };
}

/** Lets whoever looks choose where data come from. */
export function dataSourceVariable(type: "loki" | "prometheus"): VariableModel {
  return { type: "datasource", name: type, label: type, query: type, hide: 0, skipUrlSync: false };
}

/** Makes a panel with lines of logs out of Loki. */
export function logPanel(title: string, description: string, expr: string): Panel {
  const loki: DataSourceRef = { type: "loki", uid: "${loki}" };
  return {
    type: "logs",
    title,
    description,
    datasource: loki,
    targets: [{ refId: "A", datasource: loki, expr }],
    fieldConfig: { defaults: {}, overrides: [] },
    options: {
      showTime: true,
      wrapLogMessage: true,
      enableLogDetails: true,
      sortOrder: "Descending",
    },
  };
}

function rowPanel(title: string, gridPos: Dimensions): Panel {
  return { type: "row", title, gridPos };
}

function figurePanel({ description, lines, title, unit }: Figure, gridPos: Dimensions): Panel {
  return {
    type: "timeseries",
    title,
    description,
    gridPos,
    datasource: prometheus,
    targets: Object.entries(lines).map(([legendFormat, expr], index) => ({
      refId: "ABCDEFGH".charAt(index),
      datasource: prometheus,
      expr,
      legendFormat,
    })),
    fieldConfig: {
      defaults: { unit, min: 0, custom: { drawStyle: "line", lineWidth: 1, fillOpacity: 5 } },
      overrides: [],
    },
    options: {
      legend: { displayMode: "list", placement: "bottom", showLegend: true },
      tooltip: { mode: "multi", sort: "desc" },
    },
  };
}
