/** A stretch of text that becomes a link by itself. */
export interface AutoLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}
