/** Look-ups of the names in a text; each finds only what the author may mention. */
export interface Names {
  /**
   * Finds a user by full name, case-insensitively; by id when one is given, and then a non-empty name must be the
   * current one.
   */
  findUser(
    name: string,
    id: number | null,
  ): { id: number; fullName: string; isActive: boolean } | null;
  /** Finds a group by name, case-insensitively. */
  findGroup(name: string): { id: number; displayName: string; deactivated: boolean } | null;
  /** Finds a channel by exact name, if the author may read it. */
  findChannel(name: string): { id: number; name: string } | null;
  /**
   * Finds the latest message of a topic that the author may read; null when there is none. Topics to look up are those
   * of `linkedTopics`.
   */
  findTopic(channelId: number, topic: string): number | null;
  /** Finds the URL of one of the organization's own emoji that is in use. */
  findEmoji(name: string): string | null;
  /**
   * Finds a file by its path below `/user_uploads/`, if the author may share it. Paths to look up are those of
   * `linkedUploads`.
   */
  findUpload(path: string): Upload | null;
}

/** A file that was uploaded. */
export interface Upload {
  readonly contentType: string;
  /** Of images whose header could be read; null for everything else. */
  readonly image: UploadedImage | null;
}

export interface UploadedImage {
  /** Pixels of the original, after rotation. */
  readonly width: number;
  readonly height: number;
  /** State of smaller versions: there already, to come, or never. */
  readonly thumbnails: "ready" | "pending" | "none";
  /** True if the smaller version that is there moves. */
  readonly isAnimated: boolean;
}

/**
 * A pattern in the RE2 dialect whose matches become links by an RFC 6570 template
 * (docs/behaviour/organization.md#linkifiers).
 */
export interface Linkifier {
  readonly pattern: string;
  readonly url_template: string;
}

/** Everything that a rendering depends on besides the text. */
export interface Context extends Names {
  /** Canonical, without trailing slash. */
  readonly realmUrl: string;
  /** In the order of trying. The compiled form is kept for as long as this very list is. */
  readonly linkifiers: readonly Linkifier[];
  /** For code blocks without a language. */
  readonly defaultCodeLanguage: string | null;
  /** True if images, videos and sounds are shown below the links to them. */
  readonly previews: boolean;
  /** True if pages elsewhere are noted, of which is to be shown what they are about. */
  readonly pagePreviews: boolean;
  /** True if `:)` becomes an emoji. */
  readonly emoticons: boolean;
}

/** Users, groups and wildcards that a message mentions, silent mentions excluded. */
export interface Mentions {
  readonly userIds: Set<number>;
  readonly groupIds: Set<number>;
  /** All, everyone, channel or stream. */
  everyone: boolean;
  topic: boolean;
}

/** A context in which no name means anything: for texts that belong to no organization, and to build others upon. */
export const emptyContext: Context = {
  findUser: () => null,
  findGroup: () => null,
  findChannel: () => null,
  findTopic: () => null,
  findEmoji: () => null,
  findUpload: () => null,
  realmUrl: "",
  linkifiers: [],
  defaultCodeLanguage: null,
  previews: false,
  pagePreviews: false,
  emoticons: false,
};
