import { test } from "vitest";

import { createSites, isSubdomain } from "./sites.ts";

const sites = createSites("Chat.example.com:8443", "https");

test("what is more than one label below the root, or no host name, is nobody's address", ({
  expect,
}) => {
  for (const host of [
    "a.b.chat.example.com",
    "chat.example.com:1",
    "localhost",
    "10.0.0.1",
    "a_b.example.com",
    "",
  ])
    expect(sites.addressOf(host), host).toBeNull();
});

test("other host names may be somebody's own, with and without port", ({ expect }) => {
  expect(sites.addressOf("chat.acme.example:8443")).toBe("chat.acme.example");
  expect(sites.addressOf("otherchat.example.com")).toBe("otherchat.example.com");
  expect(sites.isBelowRoot("otherchat.example.com")).toBe(false);
  for (const domain of ["chat.example.com", "a.b.chat.example.com"])
    expect(sites.isBelowRoot(domain), domain).toBe(true);
});

test("the root and one label below it are found with and without port", ({ expect }) => {
  expect(sites.addressOf("chat.example.com:8443")).toBe("");
  expect(sites.addressOf("chat.example.com")).toBe("");
  expect(sites.addressOf("acme.chat.example.com:8443")).toBe("acme");
  expect(sites.addressOf("acme.chat.example.com")).toBe("acme");
});

test("URLs keep the port, domains of addresses do not", ({ expect }) => {
  const acme = { subdomain: "acme", mainDomain: "" };
  expect(sites.urlOf(sites.root)).toBe("https://chat.example.com:8443");
  expect(sites.urlOf(acme)).toBe("https://acme.chat.example.com:8443");
  expect(sites.urlOf({ ...acme, mainDomain: "chat.acme.example" })).toBe(
    "https://chat.acme.example:8443",
  );
  expect(sites.hostnameOf("acme")).toBe("acme.chat.example.com");
});

test("subdomains are lower-case host labels", ({ expect }) => {
  for (const text of ["", "a", "acme", "a-1", "9"]) expect(isSubdomain(text), text).toBe(true);
  for (const text of ["-a", "a-", "A", "a.b", "a_b", "x".repeat(64)])
    expect(isSubdomain(text), text).toBe(false);
});
