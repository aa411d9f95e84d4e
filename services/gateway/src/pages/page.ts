/** Describes a document that the gateway serves at a fixed address. */
export interface Page {
  /** The media type. */
  readonly type: string;
  readonly text: string;
  /** Allows what the document loads and does, as directives of a Content-Security-Policy; the rest is forbidden. */
  readonly allows?: string;
  /** True if it is in a language that its reader understands. */
  readonly isInLanguages?: true;
  /** True if nobody may keep a copy. */
  readonly isSecret?: true;
}
