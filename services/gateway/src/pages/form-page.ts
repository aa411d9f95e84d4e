import { createHash } from "node:crypto";

interface Form {
  readonly title: string;
  /** HTML of what the form holds. */
  readonly fields: string;
  /** Runs once, with the form and its output in the page. */
  readonly script: string;
}

/** A page with one form: its media type, its text, and a policy that lets exactly its script run, and call the API of the same origin. */
export function formPage({ title, fields, script }: Form): readonly [string, string, string] {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; connect-src 'self'; form-action 'none'`;
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root{color-scheme:light dark}
body{max-width:24rem;margin:4rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
label{display:block;margin:1rem 0}
input{display:block;width:100%;padding:.4rem;font:inherit;box-sizing:border-box}
</style>
<h1>${title}</h1>
<form>
${fields}
</form>
<output role="status"></output>
<script>${script}</script>
`;
  return ["text/html; charset=utf-8", text, policy];
}
