import { AppError } from "@team-chat/errors";
import { compileParameters, type SeenRequest } from "@team-chat/http";

import { said } from "./promises.ts";
import { pathsIn, type Shape, shapeOf } from "./shape.ts";

const shapes = new WeakMap<object, Shape>();
const alone = new WeakMap<object, Map<string, ReturnType<typeof compileParameters>>>();

/** Lists the promises of its operation that one request showed, in the words of `promisesOf`. */
export function shownBy(seen: SeenRequest): string[] {
  if (seen.error === undefined) return shownByAnswer(seen);
  return seen.error instanceof AppError ? shownByRefusal(seen, seen.error) : [];
}

function shownByAnswer({ fields, given, operation, path }: SeenRequest): string[] {
  const shown = ["is carried out"];
  for (const [name, param] of Object.entries(operation.params)) {
    if (param.wire === "path") {
      if (path[name] !== undefined) shown.push(said.given(name), said.value(name, path[name]));
      continue;
    }
    const used = [name, ...param.aliases].find((each) => given?.has(each));
    const text = used === undefined ? undefined : given?.get(used);
    if (used === undefined || text === undefined) {
      shown.push(said.leftOut(name));
      continue;
    }
    shown.push(said.given(name), said.value(name, unquoted(text)));
    if (used !== name) shown.push(said.alias(name, used));
  }
  if (fields !== undefined)
    for (const place of pathsIn(fields, shapeOfAnswer(operation))) shown.push(said.field(place));
  return shown;
}

function shownByRefusal(seen: SeenRequest, error: AppError): string[] {
  const { code } = error;
  if (seen.accepted === true) return [said.answers(code)];
  const name = Object.keys(seen.operation.params).find((each) => isOf(each, seen, error));
  if (name === undefined) return code === "BAD_REQUEST" ? [] : [said.answers(code)];
  if (code === "REQUEST_VARIABLE_MISSING") return [said.missing(name)];
  // BAD_REQUEST is what any operation says of a wrong value; other codes are documented for it.
  return code === "BAD_REQUEST" ? [said.wrong(name)] : [said.wrong(name), said.answers(code)];
}

/** Tells whether the parameter by itself is refused in the same words. */
function isOf(name: string, { given, operation, path }: SeenRequest, error: AppError): boolean {
  try {
    parameterAlone(operation, name)?.bind(path, given ?? new Map());
    return false;
  } catch (refusal) {
    return refusal instanceof AppError && refusal.message === error.message;
  }
}

/** The operation's parameter as if it were the only one; compiled once. */
function parameterAlone(operation: SeenRequest["operation"], name: string) {
  const known = alone.get(operation) ?? new Map<string, ReturnType<typeof compileParameters>>();
  alone.set(operation, known);
  const param = operation.params[name];
  if (param !== undefined && !known.has(name))
    known.set(name, compileParameters({ ...operation, params: { [name]: param } }));
  return known.get(name);
}

function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

function shapeOfAnswer(operation: SeenRequest["operation"]): Shape {
  const known = shapes.get(operation.response);
  if (known !== undefined) return known;
  const shape = shapeOf(operation.response);
  shapes.set(operation.response, shape);
  return shape;
}
