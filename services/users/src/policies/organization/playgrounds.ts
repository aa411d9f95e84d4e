import { AppError } from "@team-chat/errors";

import { templateVariables } from "./url-template.ts";

interface Playground {
  readonly name: string;
  readonly pygmentsLanguage: string;
  readonly urlTemplate: string;
}

/** @throws BAD_REQUEST, with the findings by field where clients expect them */
export function checkPlayground({ name, pygmentsLanguage, urlTemplate }: Playground): void {
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(pygmentsLanguage))
    throw new AppError("BAD_REQUEST", "Invalid characters in pygments language");
  const texts = { name, pygments_language: pygmentsLanguage, url_template: urlTemplate };
  for (const [field, text] of Object.entries(texts))
    if (text === "") throw finding(field, "This field cannot be blank.");
  const variables = templateVariables(urlTemplate);
  if (variables === null) throw finding("url_template", "Invalid URL template.");
  const other = variables.find((variable) => variable !== "code");
  if (!variables.includes("code"))
    throw finding("url_template", 'Missing the required variable "code" in the URL template');
  if (other !== undefined) {
    throw finding("url_template", '"code" should be the only variable present in the URL template');
  }
}

/** @throws BAD_REQUEST when the language has a playground of the name already */
export function playgroundTaken(): AppError {
  return finding(
    "__all__",
    "Realm playground with this Realm, Pygments language and Name already exists.",
  );
}

function finding(field: string, message: string): AppError {
  return new AppError("BAD_REQUEST", message, { details: { errors: { [field]: [message] } } });
}
