/** A kind of external account that profile fields may name (docs/behaviour/organization.md#custom-profile-fields). */
interface ExternalAccount {
  /** Name in the list that administrators choose from. */
  readonly text: string;
  /** Name of the field in profiles. */
  readonly name: string;
  /** Hint at what is to be filled in. */
  readonly hint: string;
  /** `%(username)s` stands for the value; empty when values are texts and no links. */
  readonly url_pattern: string;
}

const username = "%(username)s";

/** Describes an account that is found by its user name. */
function site(text: string, url_pattern: string, what = "username"): ExternalAccount {
  return { text, name: `${text} ${what}`, hint: "", url_pattern };
}

/** The kinds of external account of every organization, by the `subtype` of the fields. */
export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  behance: site("Behance", `https://www.behance.net/${username}`),
  bitbucket: site("Bitbucket", `https://bitbucket.org/${username}`),
  bluesky: site("Bluesky", `https://bsky.app/profile/${username}`, "handle"),
  codeberg: site("Codeberg", `https://codeberg.org/${username}`),
  discord: site("Discord", "", "tag"),
  dribbble: site("Dribbble", `https://dribbble.com/${username}`),
  facebook: site("Facebook", `https://www.facebook.com/${username}`),
  github: site("GitHub", `https://github.com/${username}`),
  gitlab: site("GitLab", `https://gitlab.com/${username}`),
  instagram: site("Instagram", `https://www.instagram.com/${username}`),
  jira: site("Jira", ""),
  linkedin: site("LinkedIn", `https://www.linkedin.com/in/${username}`, "profile name"),
  mastodon: { ...site("Mastodon", username, "profile"), hint: "The full URL to your profile" },
  medium: site("Medium", `https://${username}.medium.com`),
  pinterest: site("Pinterest", `https://www.pinterest.com/${username}`),
  reddit: site("Reddit", `https://www.reddit.com/user/${username}`),
  snapchat: site("Snapchat", `https://www.snapchat.com/@${username}`),
  threads: site("Threads", `https://www.threads.com/@${username}`),
  tiktok: site("TikTok", `https://www.tiktok.com/@${username}`),
  twitch: site("Twitch", `https://www.twitch.tv/${username}`),
  x: site("X", `https://x.com/${username}`),
  youtube: site("YouTube", `https://www.youtube.com/${username}`, "handle"),
};
