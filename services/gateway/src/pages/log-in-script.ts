/**
 * Functions for scripts of pages. `post(path, fields, headers)` calls an operation; `logIn(email, password)` resolves
 * to the headers with which requests are those of the user, or to what is wrong. The key stays in the page.
 */
export const logInScript = `
async function post(path, fields, headers) {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch("/api/v1" + path, { method: "POST", headers, body });
    return await response.json();
  } catch {
    return { result: "error", msg: document.querySelector("main").dataset.silent };
  }
}

async function logIn(email, password) {
  const login = await post("/fetch_api_key", { username: email, password });
  if (login.result !== "success") return { problem: login.msg };
  const bytes = new TextEncoder().encode(login.email + ":" + login.api_key);
  return { headers: { authorization: "Basic " + btoa(String.fromCharCode(...bytes)) } };
}
`;
