const key = "notifications";

/** Tells whether notifications were turned on in this browser, and are not blocked since. */
export function areWanted(): boolean {
  try {
    return localStorage.getItem(key) === "on" && Notification.permission === "granted";
  } catch {
    // Where nothing can be kept, or nothing can be notified of, there are none.
    return false;
  }
}

/** Keeps whether they are turned on; without storage they are until the page is left. */
export function keepWanted(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage is no reason to be silent now.
  }
}
