/** What the next visit to an address draws first. */
export interface Frame {
  /** Part of the address behind and with `#`. */
  readonly address: string;
  /** Opening tag of the document, with language and colours. */
  readonly root: string;
  /** Sizes, and where the list of messages stands. */
  readonly style: string;
  /** What the client draws, as HTML. */
  readonly body: string;
}
