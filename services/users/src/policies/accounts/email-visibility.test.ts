import { test } from "vitest";

import { apiEmail, userIdOfApiEmail } from "./api-email.ts";
import { maySeeEmail } from "./email-visibility.ts";

test.for([
  [1, [100, 200, 300, 400, 600]],
  [2, [100, 200, 300, 400]],
  [3, [100, 200]],
  [4, []],
  [5, [100, 200, 300]],
] as const)(
  "visibility %i shows the address to the roles %o and to oneself",
  ([emailVisibility, seeing], { expect }) => {
    const user = { userId: 1, emailVisibility };
    const seers = [100, 200, 300, 400, 600].filter((role) =>
      maySeeEmail({ userId: 2, role }, user),
    );
    expect(seers).toEqual(seeing);
    expect(maySeeEmail({ userId: 1, role: 600 }, user)).toBe(true);
  },
);

test("the API address is the real one only when everybody may see that", ({ expect }) => {
  const user = { userId: 7, deliveryEmail: "real@example.com" };
  expect(apiEmail({ ...user, emailVisibility: 1 }, "acme.localhost")).toBe("real@example.com");
  for (const emailVisibility of [2, 3, 4, 5])
    expect(apiEmail({ ...user, emailVisibility }, "acme.localhost")).toBe("user7@acme.localhost");
});

test("an id is read from API addresses of the own host only", ({ expect }) => {
  expect(userIdOfApiEmail("User7@ACME.localhost", "acme.localhost")).toBe(7);
  for (const email of ["user7@example.com", "user7x@acme.localhost", "7@acme.localhost", "user7"])
    expect(userIdOfApiEmail(email, "acme.localhost")).toBeNull();
});
