/** A user's own settings of a channel; null notifications mean "as my settings say". */
export interface Personal {
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  readonly desktopNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
}

/** Returns the settings of somebody who subscribes for the first time. */
export function initialPersonal(color: string): Personal {
  return {
    color,
    isMuted: false,
    pinToTop: false,
    desktopNotifications: null,
    emailNotifications: null,
    wildcardMentionsNotify: null,
    pushNotifications: null,
    audibleNotifications: null,
  };
}

/** Returns the settings alone of what has them. */
export function personalOf(from: Personal): Personal {
  return {
    color: from.color,
    isMuted: from.isMuted,
    pinToTop: from.pinToTop,
    desktopNotifications: from.desktopNotifications,
    emailNotifications: from.emailNotifications,
    wildcardMentionsNotify: from.wildcardMentionsNotify,
    pushNotifications: from.pushNotifications,
    audibleNotifications: from.audibleNotifications,
  };
}
