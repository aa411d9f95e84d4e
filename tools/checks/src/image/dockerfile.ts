/** One instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  readonly name: "FROM" | "LABEL" | "WORKDIR" | "ENV" | "COPY" | "RUN" | "USER" | "ARG" | "CMD";
  readonly rest: string;
  readonly line: number;
}

const known: readonly string[] = [
  "FROM",
  "LABEL",
  "WORKDIR",
  "ENV",
  "COPY",
  "RUN",
  "USER",
  "ARG",
  "CMD",
];

/** Thrown when a Dockerfile holds what cannot be carried out without an engine, or when a step fails. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Reads the instructions of a Dockerfile in their order. @throws ImageError for an instruction that is not known */
export function parseDockerfile(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let pending: { text: string; line: number } | null = null;
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "" || raw.trimStart().startsWith("#")) {
      continue;
    }
    const joined: string = pending === null ? raw.trim() : `${pending.text} ${raw.trim()}`;
    const line: number = pending?.line ?? index + 1;
    if (joined.endsWith("\\")) {
      pending = { text: joined.slice(0, -1).trim(), line };
    } else {
      instructions.push(toInstruction(joined, line));
      pending = null;
    }
  }
  return instructions;
}

function toInstruction(text: string, line: number): Instruction {
  const space = text.indexOf(" ");
  const name = text.slice(0, space).toUpperCase();
  if (!known.includes(name)) {
    throw new ImageError(
      line,
      `${name} cannot be carried out without an engine: use ${known.join(", ")}`,
    );
  }
  return { name: name as Instruction["name"], rest: text.slice(space + 1).trim(), line };
}
