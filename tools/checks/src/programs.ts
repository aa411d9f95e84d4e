/** Tells whether a part of a command names a program of ours: its source, or its bundle. */
export function isProgram(part: string): boolean {
  return part.endsWith("/src/main.ts") || /^programs\/[\w-]+\.js$/.test(part);
}
