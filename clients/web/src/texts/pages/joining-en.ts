/** Texts of who may not join, and of systems that make accounts; as those in `texts/en.ts`. */
export const joiningEn = {
  "blocked.title": "Blocked",
  "blocked.hint":
    "Nobody joins with one of these addresses, whatever the way. Accounts that are there stay.",
  "blocked.pattern": "Address or domain",
  "blocked.patternHint":
    "somebody@example.com is meant also with + and more; example.com with all below it.",
  "blocked.add": "Block",
  "blocked.none": "Nothing is blocked.",
  "blocked.since": "since {when}",
  "scim.title": "Provisioning",
  "scim.hint":
    "A system that manages people and groups by SCIM comes to {address} with one of these tokens. It may do with them what owners may.",
  "scim.none": "No system has a token yet.",
  "scim.since": "made on {moment}",
  "scim.endQuestion": "The system with this token is refused at once.",
  "scim.name": "Name of the system",
  "scim.nameHint": "The audit log calls it by this name.",
  "scim.make": "Make token",
  "scim.made": "This is the new token. Copy it now: it is not shown again.",
};
