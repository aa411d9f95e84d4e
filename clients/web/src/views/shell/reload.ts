/** Loads everything anew, if the server can be reached: browsers do not try a file again that they could not load. */
export async function reload(): Promise<void> {
  try {
    await fetch(location.pathname, { method: "HEAD" });
    location.reload();
  } catch {
    // There is no connection: what is open stays, and can be read.
  }
}
