import { stringify } from "yaml";

import type { Manifest, Value } from "../k8s/manifest.ts";

/** Helm reads YAML 1.1, to which a bare `off` is no text. */
export const yamlOfHelm = { lineWidth: 0, version: "1.1" } as const;

/** Name of a generated ConfigMap without the hash of its content. */
export function plainName(name: string): string {
  return name.replace(/-[0-9a-z]{10}$/, "");
}

/**
 * Writes objects as a template of Helm. Expressions stand in the objects as marks, because YAML would quote them; the
 * marks of one template are numbered in the order in which they were made.
 */
export class Template {
  readonly #expressions: string[] = [];

  /** Stands for a value that an expression such as `.Values.image` has. */
  value(expression: string): string {
    this.#expressions.push(`{{ ${expression} }}`);
    return `__mark${this.#expressions.length - 1}__`;
  }

  /** Stands for a mapping that an expression has. */
  mapping(expression: string): string {
    this.#expressions.push(`\n{{ toYaml (${expression}) | indent INDENT }}`);
    return `__mark${this.#expressions.length - 1}__`;
  }

  /** Stands for an item of a list that begins a condition, or ends it when there is none. */
  condition(expression?: string): string {
    this.#expressions.push(expression === undefined ? "{{- end }}" : `{{- if ${expression} }}`);
    return `__condition${this.#expressions.length - 1}__`;
  }

  /** Writes an object, with its marks replaced, which is there only while the condition holds. */
  write(manifest: Manifest, condition?: string): string {
    const text = stringify(manifest, yamlOfHelm)
      .replaceAll(/^ *- __condition(?<index>\d+)__$/gm, (_, index: string) => this.#at(index))
      .replaceAll(/^(?<head>.*)__mark(?<index>\d+)__/gm, (_, head: string, index: string) =>
        this.#inline(head, index),
      );
    return condition === undefined
      ? `---\n${text}`
      : `{{- if ${condition} }}\n---\n${text}{{- end }}\n`;
  }

  #inline(head: string, index: string): string {
    const indent = (/^ */.exec(head)?.[0].length ?? 0) + 2;
    const expression = this.#at(index);
    return expression.startsWith("\n")
      ? `${head.trimEnd()}${expression.replace("INDENT", String(indent))}`
      : `${head}${expression}`;
  }

  #at(index: string): string {
    return this.#expressions[Number(index)] ?? "";
  }
}

/** Copies a value with every string changed. */
export function mapStrings(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]),
  );
}
