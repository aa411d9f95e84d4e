/**
 * An answer whose fields are JSON text already, `"a":1,"b":[…]` without braces: for large answers that were put together from texts
 * and would only be parsed to be written again.
 */
export class RenderedFields {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
