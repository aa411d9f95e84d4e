/** Kinds of errors that SCIM tells apart (RFC 7644, section 3.12). */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** Refusal of a SCIM request, which its client is told. */
export class ScimRefusal extends Error {
  override readonly name = "ScimRefusal";
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, message: string, scimType: ScimType | null = null) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Makes the refusal of something that a client sent. */
export function wrong(scimType: ScimType, message: string): ScimRefusal {
  return new ScimRefusal(400, message, scimType);
}
