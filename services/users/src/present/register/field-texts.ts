import type { Bytes } from "@team-chat/contract";

import { remembered } from "./remembered.ts";

/** A value of a section that is JSON already. */
export class JsonBytes {
  readonly pieces: Bytes;

  constructor(pieces: Bytes) {
    this.pieces = pieces;
  }
}

/** Register keys with their values as JSON text, without braces. */
export class FieldsText {
  readonly text: string;

  constructor(section: object) {
    this.text = JSON.stringify(section).slice(1, -1);
  }
}

/** Register keys with their values. */
export type Section = Readonly<Record<string, unknown>> | FieldsText;

/** A section that follows from an object that never changes, as text that is made once for each name. */
export function rememberedSection(of: object, name: string, make: () => object): FieldsText {
  return remembered(of, name, () => new FieldsText(make()));
}

/** All sections as they stand in the answer. */
export function fieldBytes(sections: readonly Section[]): Bytes {
  const pieces: Uint8Array[] = [];
  let text = "";
  const add = (more: string) => {
    text += text === "" && pieces.length === 0 ? more : `,${more}`;
  };
  for (const section of sections) {
    if (section instanceof FieldsText) {
      if (section.text !== "") add(section.text);
      continue;
    }
    for (const [key, value] of Object.entries(section)) {
      if (value instanceof JsonBytes) {
        add(`${JSON.stringify(key)}:`);
        pieces.push(Buffer.from(text), ...value.pieces);
        text = "";
      } else add(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
    }
  }
  if (text !== "") pieces.push(Buffer.from(text));
  return pieces;
}
