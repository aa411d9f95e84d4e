import { forgetKept } from "../storage/kept-state.ts";

const name = "log-out";

/** Has all tabs forget what the browser has kept, and the others leave; this one is led away by what it has asked for. */
export function logOutEverywhere(): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are of one origin
  channel.postMessage(null);
  channel.close();
  void forget();
}

/** Leaves when somebody logs out in another tab. */
export function followLogOut(): void {
  new BroadcastChannel(name).addEventListener("message", () => void leave());
}

async function leave(): Promise<void> {
  await forget();
  location.assign("/login");
}

/** Forgets at once what the server has the browser clear: to other tabs that would be there for as long as they are. */
function forget(): Promise<void> {
  localStorage.clear();
  return forgetKept();
}
