import type { Problem } from "../problem.ts";
import { type DeclaredTest, readTests } from "../titles/read-tests.ts";
import { beginsWithPredicate, isLeaning, isPredicate } from "../titles/title-words.ts";

const maxLength = 110;

/** Each title is a sentence that says without its group and its file what is proven, once in its file. */
export function checkTestTitles(root: string): Problem[] {
  const tests = readTests(root);
  const seen = new Set<string>();
  return tests.flatMap((test) => {
    const message = problemOf(test.title) ?? twinOf(test, seen);
    return message === null ? [] : [{ file: test.file, line: test.line, message }];
  });
}

function problemOf(title: string | null): string | null {
  if (title === null) return "this test has no literal title: write the sentence where the test is";
  const words = title.split(/\s+/).map((word) => word.replaceAll(/^[("'“]+|[)"'”,.:;!?]+$/g, ""));
  const [first = "", second = "", ...rest] = words;
  if (title.length > maxLength) {
    return `"${title}" has ${title.length} characters, which is more than ${maxLength}: say what is proven, and leave details to the test`;
  }
  if (isLeaning(first)) {
    return `"${title}" begins with "${first}", so that it needs what stands around it: begin with the subject`;
  }
  if (beginsWithPredicate(first, second)) {
    return `"${title}" begins with a verb: begin with whom or what it is about`;
  }
  return [second, ...rest].some((word) => isPredicate(word))
    ? null
    : `"${title}" has no verb: make it a sentence, or add its verb to title-words.ts`;
}

function twinOf({ file, title }: DeclaredTest, seen: Set<string>): string | null {
  const key = `${file} ${title ?? ""}`;
  const isTwin = seen.has(key);
  seen.add(key);
  return isTwin ? `"${title ?? ""}" is the title of two tests: say in what they differ` : null;
}
