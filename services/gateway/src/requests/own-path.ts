/** Returns a path of this origin; the start page for anything that a browser could read as another one's address. */
export function ownPath(next: string): string {
  return /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : "/";
}
