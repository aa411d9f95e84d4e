import { roles } from "@team-chat/contract";

interface DemoUser {
  readonly email: string;
  readonly fullName: string;
  readonly role: number;
}

interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  /** Subscribers, by the part of the address before the @. */
  readonly subscribers: readonly string[];
}

export interface DemoOrganization {
  readonly subdomain: string;
  readonly name: string;
  readonly owner: DemoUser;
  /** In the order of their ids, after the owner. */
  readonly users: readonly DemoUser[];
  /** Created after the users; its replies come from the demo's echo bot process. */
  readonly bot?: { readonly email: string; readonly fullName: string; readonly owner: string };
  readonly channels: readonly DemoChannel[];
}

/** Of every demo account; they exist in development only. */
export const demoPassword = "correct-horse-battery";

const team = ["owner", "admin", "moderator", "member", "member2"];

/** The organizations that `npm start` offers for trying things out; ids follow this order. */
export const demoOrganizations: readonly DemoOrganization[] = [
  {
    subdomain: "",
    name: "Team Chat Demo",
    owner: { email: "owner@example.com", fullName: "Olive Owner", role: roles.owner },
    users: [
      { email: "admin@example.com", fullName: "Ada Admin", role: roles.administrator },
      { email: "moderator@example.com", fullName: "Mo Moderator", role: roles.moderator },
      { email: "member@example.com", fullName: "Mia Member", role: roles.member },
      { email: "member2@example.com", fullName: "Max Member", role: roles.member },
      { email: "guest@example.com", fullName: "Gus Guest", role: roles.guest },
    ],
    bot: { email: "echo-bot@example.com", fullName: "Echo Bot", owner: "member@example.com" },
    channels: [
      {
        name: "general",
        description: "For everybody",
        isPrivate: false,
        subscribers: [...team, "echo-bot"],
      },
      {
        name: "engineering",
        description: "How things are built",
        isPrivate: false,
        subscribers: team,
      },
      {
        name: "leadership",
        description: "Where things are going",
        isPrivate: true,
        subscribers: ["owner", "admin"],
      },
    ],
  },
  {
    subdomain: "acme",
    name: "Acme",
    owner: { email: "owner@acme.example", fullName: "Aki Owner", role: roles.owner },
    users: [{ email: "member@acme.example", fullName: "Ari Member", role: roles.member }],
    channels: [
      {
        name: "general",
        description: "For everybody",
        isPrivate: false,
        subscribers: ["owner", "member"],
      },
    ],
  },
];
