import { test } from "vitest";

import { createSites, isSubdomain } from "./sites.ts";

const sites = createSites("Chat.example.com:8443", "https");

test("hosts outside or more than one label below are not ours", ({ expect }) => {
  for (const host of [
    "example.com",
    "otherchat.example.com",
    "a.b.chat.example.com",
    "chat.example.com:1",
    "",
  ])
    expect(sites.subdomainOf(host), host).toBeNull();
});

test("the root and one label below it are found with and without port", ({ expect }) => {
  expect(sites.subdomainOf("chat.example.com:8443")).toBe("");
  expect(sites.subdomainOf("chat.example.com")).toBe("");
  expect(sites.subdomainOf("acme.chat.example.com:8443")).toBe("acme");
  expect(sites.subdomainOf("acme.chat.example.com")).toBe("acme");
});

test("URLs keep the port, domains of addresses do not", ({ expect }) => {
  expect(sites.urlOf("")).toBe("https://chat.example.com:8443");
  expect(sites.urlOf("acme")).toBe("https://acme.chat.example.com:8443");
  expect(sites.hostnameOf("acme")).toBe("acme.chat.example.com");
});

test("subdomains are lower-case host labels", ({ expect }) => {
  for (const text of ["", "a", "acme", "a-1", "9"]) expect(isSubdomain(text), text).toBe(true);
  for (const text of ["-a", "a-", "A", "a.b", "a_b", "x".repeat(64)])
    expect(isSubdomain(text), text).toBe(false);
});
