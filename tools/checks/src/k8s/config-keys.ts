import { existsSync } from "node:fs";
import { join } from "node:path";

import { type ConfigField, loadConfigFields } from "../config/config-fields.ts";
import { isProgram } from "../programs.ts";
import {
  at,
  containersOf,
  isMapping,
  type Manifest,
  type Mapping,
  mappingsIn,
  textAt,
} from "./manifest.ts";

/** Programs that read one of these must read the same: they share the streams and the addresses. */
const sharedVariables = [
  "MODE",
  "NATS_URL",
  "PARTITIONS",
  "STREAM_REPLICAS",
  "EVENT_RETENTION_HOURS",
  "STREAM_MAX_MIB",
  "EXTERNAL_HOST",
  "EXTERNAL_SCHEME",
];

/** The value of each shared variable and who was first to say it. */
type SharedValues = Map<string, { readonly value: string; readonly by: string }>;

/**
 * Compares the environment of every workload with the configuration schema of the program that it runs, and with those
 * of the others.
 */
export async function configKeyProblems(
  root: string,
  manifests: readonly Manifest[],
  secrets: readonly Manifest[],
): Promise<Map<Manifest, string[]>> {
  const problems = new Map<Manifest, string[]>();
  const shared: SharedValues = new Map();
  for (const manifest of manifests) {
    for (const container of containersOf(manifest)) {
      const environment = environmentOf(container, [...manifests, ...secrets]);
      const program = await loadProgram(root, container);
      const by = `${manifest.kind} ${manifest.metadata.name}`;
      const found =
        typeof program === "string"
          ? [program]
          : [
              ...compareFields(program, environment),
              ...disagreements(program, environment, { shared, by }),
            ];
      problems.set(manifest, [...(problems.get(manifest) ?? []), ...found]);
    }
  }
  return problems;
}

/** Returns the environment of a container by name; null stands for a value that only the cluster knows. */
export function environmentOf(
  container: Mapping,
  sources: readonly Manifest[],
): Map<string, string | null> {
  const environment = new Map<string, string | null>();
  for (const source of mappingsIn(container["envFrom"])) {
    const map = textAt(source, "configMapRef", "name");
    const secret = textAt(source, "secretRef", "name");
    for (const { kind, metadata, data, stringData } of sources) {
      const isMap = kind === "ConfigMap" && metadata.name === map;
      const isSecret = kind === "Secret" && metadata.name === secret;
      const values = isMap ? data : stringData;
      for (const [key, value] of Object.entries(
        (isMap || isSecret) && isMapping(values) ? values : {},
      )) {
        environment.set(key, isMap && typeof value === "string" ? value : null);
      }
    }
  }
  for (const variable of mappingsIn(container["env"])) {
    const value = at(variable, "value");
    environment.set(textAt(variable, "name"), typeof value === "string" ? value : null);
  }
  return environment;
}

interface Program {
  readonly schema: string;
  readonly fields: readonly ConfigField[];
}

/** Loads the program that the container runs; otherwise says what is wrong with the container. */
export async function loadProgram(root: string, container: Mapping): Promise<Program | string> {
  const program = mappedProgram(container);
  if (program === null) {
    return 'its command must be ["node", …, "<workspace>/src/main.ts"] or ["node", …, "programs/<workspace>.js"], so that its configuration can be checked';
  }
  const workspace = findWorkspace(root, program);
  if (workspace === null) {
    return `its command runs ${program}, which does not exist`;
  }
  const fields = await loadConfigFields(root, workspace);
  return fields === null
    ? `${workspace} has no src/config.ts that says which variables it reads`
    : { schema: `${workspace}/src/config.ts`, fields };
}

function mappedProgram(container: Mapping): string | null {
  const command = [container["command"], container["args"]].flat();
  const program = command.find((part) => typeof part === "string" && isProgram(part));
  return typeof program === "string" ? program : null;
}

/** Finds the folder of a program by its source, or by its bundle as the image has it. */
function findWorkspace(root: string, program: string): string | null {
  const bundled = /^programs\/(?<name>[\w-]+)\.js$/.exec(program)?.groups?.["name"];
  const sources =
    bundled === undefined
      ? [program]
      : [`services/${bundled}/src/main.ts`, `tools/${bundled}/src/main.ts`];
  const source = sources.find((one) => existsSync(join(root, one)));
  return source === undefined ? null : source.slice(0, -"/src/main.ts".length);
}

function compareFields(
  { fields, schema }: Program,
  environment: ReadonlyMap<string, string | null>,
): string[] {
  const unknown = [...environment.keys()]
    // Node and OpenTelemetry read variables of their own; no schema of ours lists them.
    .filter((name) => !/^(?:NODE|OTEL)_/.test(name) && !fields.some((field) => field.name === name))
    .map((name) => `${name} is not in ${schema}: remove it, or add it to the schema`);
  const wrong = fields.flatMap((field) => {
    const value = environment.get(field.name);
    if (value === undefined) {
      return field.required
        ? [`${field.name} is required by ${schema}: add it to the ConfigMap or the Secret`]
        : [];
    }
    const refusal = value === null ? null : field.refuses(value);
    const exposed = value !== null && field.secret;
    return [
      ...(refusal === null ? [] : [`${field.name}: ${schema} refuses its value: ${refusal}`]),
      ...(exposed ? [`${field.name} is a secret: take it from a Secret`] : []),
    ];
  });
  return [...unknown, ...wrong];
}

interface Origin {
  readonly shared: SharedValues;
  readonly by: string;
}

function disagreements(
  { fields }: Program,
  environment: ReadonlyMap<string, string | null>,
  { by, shared }: Origin,
): string[] {
  return fields
    .filter(({ name }) => sharedVariables.includes(name))
    .flatMap(({ fallback, name }) => {
      const value = environment.get(name) ?? fallback ?? "not set";
      const first = shared.get(name);
      if (first === undefined) shared.set(name, { value, by });
      return first === undefined || first.value === value
        ? []
        : [`${name} is ${value}, but ${first.value} in ${first.by}: say the same everywhere`];
    });
}
