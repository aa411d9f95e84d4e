import type { Problem } from "../problem.ts";
import { lineAt, readSources } from "../source-files.ts";

const riddle =
  /^[ \t]*\/\*\*\s*(?:\* )?(?<start>The same|What|Who|Whose|Whom|How|Whether|Where|Which|When)\b/gm;

const nounFirst =
  /^\/\*\*\s*(?:\* )?(?<start>The(?! same)|An?|All|This|That|These|Those|It|Somebody|Nobody|Everybody|Whoever)\b(?:(?!\*\/)[^])*\*\/\nexport (?:async )?function/gm;

/**
 * Checks that a comment names its subject or says what it does. One that begins "The same" cannot be understood where
 * an editor shows it alone, and a definition by a relative clause ("What is here already") is a riddle. That of an
 * exported function begins with a verb.
 */
export function checkCommentForm(root: string): Problem[] {
  const files = readSources(root, ["{libs,services,tools,tests,bench}/**/*.{ts,mjs}", "*.ts"]);
  return files.flatMap(({ path, text }) => {
    const tested = path.endsWith(".test.ts") || path.includes("tests/");
    const functions = tested ? [] : text.matchAll(nounFirst);
    return [
      ...[...text.matchAll(riddle)].map(
        problem("begin with a verb, or with a noun that names the thing"),
      ),
      ...[...functions].map(problem("begin with a verb that says what the function does")),
    ];
    function problem(advice: string) {
      return ({ groups, index }: RegExpExecArray): Problem => ({
        file: path,
        line: lineAt(text, index),
        message: `begins "${groups?.["start"] ?? ""}": ${advice}`,
      });
    }
  });
}
