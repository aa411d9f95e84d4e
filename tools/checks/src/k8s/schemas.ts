import * as appsV1 from "kubernetes-models/apps/v1";
import * as autoscalingV2 from "kubernetes-models/autoscaling/v2";
import * as batchV1 from "kubernetes-models/batch/v1";
import * as networkingV1 from "kubernetes-models/networking.k8s.io/v1";
import * as policyV1 from "kubernetes-models/policy/v1";
import * as schedulingV1 from "kubernetes-models/scheduling.k8s.io/v1";
import * as coreV1 from "kubernetes-models/v1";

import type { Manifest } from "./manifest.ts";

type ModelClass = new (data: Manifest) => { validate(): void };

/** The API groups that deploy uses. */
const groups: Readonly<Record<string, object>> = {
  v1: coreV1,
  "apps/v1": appsV1,
  "autoscaling/v2": autoscalingV2,
  "batch/v1": batchV1,
  "networking.k8s.io/v1": networkingV1,
  "policy/v1": policyV1,
  "scheduling.k8s.io/v1": schedulingV1,
};

/** Tells whether an operator of the cluster brings the schema of an object, which is not here. */
export function isOfOperator({ apiVersion }: Manifest): boolean {
  return apiVersion.includes(".cnpg.io/");
}

/** Validates an object against the JSON schema of its kind: required fields, types, formats. Empty when all is well. */
export function schemaProblems(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  if (isOfOperator(manifest)) return [];
  const models = (groups[apiVersion] ?? {}) as Record<string, ModelClass>;
  const model = models[kind];
  if (model === undefined) {
    return [`there is no schema for ${kind} in ${apiVersion}: correct apiVersion or kind`];
  }
  try {
    new model(manifest).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
