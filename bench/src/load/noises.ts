import type { Organization } from "../stack/organizations.ts";

const uploadBytes = 100_000;

type Attempt = Parameters<Organization["attempt"]>[0];

/** Requests of one kind, and as how many ordinary ones each counts. */
export interface Noise {
  readonly label: string;
  readonly cost: number;
  readonly asked: Attempt;
}

const form = "application/x-www-form-urlencoded";
const searching = JSON.stringify([{ operator: "search", operand: "morning" }]);

export const noises: readonly Noise[] = [
  {
    label: "sends",
    cost: 1,
    asked: {
      method: "POST",
      path: "/messages",
      type: form,
      body: new URLSearchParams({
        type: "direct",
        to: '["owner@example.com"]',
        content: "Good morning",
      }).toString(),
    },
  },
  {
    label: "searches",
    cost: 5,
    asked: {
      method: "GET",
      path: `/messages?${new URLSearchParams({ anchor: "newest", num_before: "100", num_after: "0", narrow: searching }).toString()}`,
    },
  },
  {
    label: "registers",
    cost: 5,
    asked: { method: "POST", path: "/register", type: form, body: "" },
  },
  {
    label: "uploads",
    cost: 5,
    asked: {
      method: "POST",
      path: "/user_uploads",
      type: "multipart/form-data; boundary=edge",
      // Made once: bytes that are made anew for each request have this process collect garbage, for which the sends
      // of the other organization would wait.
      body: Buffer.from(
        [
          "--edge",
          'Content-Disposition: form-data; name="file"; filename="noise.txt"',
          "Content-Type: text/plain",
          "",
          "x".repeat(uploadBytes),
          "--edge--",
          "",
        ].join("\r\n"),
      ),
    },
  },
];
