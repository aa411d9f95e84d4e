/** Name that guests are shown for a user whom they may not see (docs/behaviour/users.md#users-hidden-from-guests). */
export const unknownUserName = "Unknown user";

/** The picture of all of them: the silhouette that the third-party avatar service always draws for this address. */
export const unknownUserAvatar =
  "https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=mp&f=y&s=80";
