import {
  type Dashboard,
  type DataSourceRef,
  type Panel,
  ThresholdsMode,
  type VariableModel,
} from "@grafana/schema";

/** Content of one panel. */
export interface Figure {
  readonly title: string;
  /** Sentence that says how to read it. */
  readonly description: string;
  /** Expressions by what their lines are called; `{{label}}` stands for the value of a label. */
  readonly lines: Readonly<Record<string, string>>;
  /** Unit by Grafana's names; `short` for counts. */
  readonly unit: string;
  /** Value that is not to be exceeded, drawn as a line that is always in the picture. */
  readonly limit?: number;
  /** Greatest value that there can be. */
  readonly max?: number;
  /** Value up to which the axis goes at least: without one, an axis of zeros goes to 100. */
  readonly softMax?: number;
  /** True for lines that are parts of a whole. */
  readonly isStacked?: boolean;
}

/** Figures that stand together under a heading. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Figures beside each other, 3 by default; a divisor of 24. */
  readonly perRow?: number;
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

type Defaults = NonNullable<Panel["fieldConfig"]>["defaults"];
type Dimensions = NonNullable<Panel["gridPos"]>;

/** Version of the dashboard's form, which Grafana 11 and 12 read. */
const schemaVersion = 39;
const prometheus: DataSourceRef = { type: "prometheus", uid: "${prometheus}" };
/** Width of the grid, and height of a panel and of a heading on it. */
const grid = { width: 24, panelHeight: 7, rowHeight: 1 };
/** Tag of all our dashboards, by which each links to the others. */
const tag = "team-chat";

/** Lays out a dashboard; its ids and places follow from the order of its figures. */
export function dashboard(parts: DashboardParts): Dashboard {
  const { description, panels: further = [], sections, title, uid, variables = [] } = parts;
  const panels: Panel[] = [];
  let y = 0;
  for (const section of sections) {
    const placed = placeSection(section, y);
    panels.push(...placed.panels);
    y = placed.bottom;
  }
  for (const panel of further) {
    panels.push({ ...panel, gridPos: { x: 0, y, w: grid.width, h: grid.panelHeight } });
    y += grid.panelHeight;
  }
  return {
    uid,
    title,
    description,
    tags: [tag],
    schemaVersion,
    version: 1,
    editable: false,
    graphTooltip: 1,
    timezone: "utc",
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    links: [linkToOthers],
    annotations: { list: [] },
    templating: { list: [dataSourceVariable("prometheus"), ...variables] },
    panels: panels.map((panel, index) => ({ ...panel, id: index + 1 })),
  };
}

const linkToOthers: NonNullable<Dashboard["links"]>[number] = {
  type: "dashboards",
  title: "Other dashboards",
  tags: [tag],
  asDropdown: true,
  includeVars: true,
  keepTime: true,
  targetBlank: false,
  icon: "external link",
  tooltip: "",
};

/** Lays out a heading and the figures below it from a line of the grid on; returns where they end. */
function placeSection(
  { figures, perRow = 3, title }: Section,
  top: number,
): { readonly panels: readonly Panel[]; readonly bottom: number } {
  const first = top + grid.rowHeight;
  const width = grid.width / perRow;
  const panels = figures.map((figure, index) =>
    figurePanel(figure, {
      x: (index % perRow) * width,
      y: first + Math.floor(index / perRow) * grid.panelHeight,
      w: width,
      h: grid.panelHeight,
    }),
  );
  const heading = rowPanel(title, { x: 0, y: top, w: grid.width, h: grid.rowHeight });
  const bottom = first + Math.ceil(figures.length / perRow) * grid.panelHeight;
  return { panels: [heading, ...panels], bottom };
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

function figurePanel(figure: Figure, gridPos: Dimensions): Panel {
  const { description, lines, max, title, unit } = figure;
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
      defaults: { unit, min: 0, ...(max === undefined ? {} : { max }), ...styleOf(figure) },
      overrides: [],
    },
    options: {
      legend: { displayMode: "list", placement: "bottom", showLegend: true },
      tooltip: { mode: "multi", sort: "desc" },
    },
  };
}

function styleOf({
  isStacked = false,
  limit,
  softMax = limit,
}: Figure): Pick<Defaults, "custom" | "thresholds"> {
  const custom = {
    drawStyle: "line",
    lineWidth: 1,
    fillOpacity: isStacked ? 30 : 5,
    ...(softMax === undefined ? {} : { axisSoftMax: softMax }),
    ...(isStacked ? { stacking: { mode: "normal", group: "A" } } : {}),
  };
  if (limit === undefined) return { custom };
  return {
    custom: { ...custom, thresholdsStyle: { mode: "dashed" } },
    thresholds: {
      mode: ThresholdsMode.Absolute,
      steps: [
        { color: "transparent", value: null },
        { color: "red", value: limit },
      ],
    },
  };
}
