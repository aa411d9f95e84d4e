import type { Translated } from "@team-chat/html";

/** Texts of e-mail; places in braces are filled in (`say`). */
export const en = {
  invitation: {
    subject: "{inviter} has invited you to join {realm}",
    body: "{inviter} wants you to join {realm}.",
    action: "Accept the invitation",
    note: "If you do not know {inviter}, you can ignore this e-mail.",
  },
  invitationAccepted: {
    subject: "{person} accepted your invitation to join {realm}",
    body: "{person} accepted your invitation to join {realm}.",
  },
  confirmEmail: {
    subject: "Confirm your new address in {realm}",
    body: "Somebody, probably you, wants {email} to be the address of their account in {realm}.",
    action: "Confirm the address",
    note: "The link works for a day. If it was not you, do nothing.",
  },
  emailChanged: {
    subject: "Your address in {realm} was changed",
    body: "The address of your account in {realm} is now {email}.",
    note: "If you did not want this, tell an administrator.",
  },
  passwordReset: {
    subject: "Set your password in {realm}",
    body: "Somebody, probably you, wants to set the password of the account {email} in {realm}.",
    action: "Set the password",
    note: "The link works once, for a day. If it was not you, do nothing: your password stays as it is.",
  },
  creation: {
    sender: "Team Chat",
    subject: "Create your organization {name}",
    body: "Somebody, probably you, wants to create the organization {name} at {address}.",
    action: "Create it",
    note: "The link works once, for a day. If it was not you, you can ignore this e-mail.",
  },
  organizationList: {
    sender: "Team Chat",
    subject: "Your organizations",
    body: "Somebody, probably you, has asked in which organizations there is an account with the address {email}.",
    more: "There are more than {count}. These are the first of them, by name.",
    note: "Log in with this address at each of them. If it was not you who asked, you can ignore this e-mail.",
  },
  passwordChanged: {
    subject: "Your password in {realm} was changed",
    body: "The password of your account in {realm} was set by a link that was sent to you or that the operator of the server gave you.",
    note: "If it was not you, tell an administrator.",
  },
  newApiKey: {
    subject: "A new API key of {account} in {realm}",
    body: "The API key “{key}” was made for {account} in {realm}. Whoever has it can use the account, as far as the key goes.",
    note: "If it was not you, end the key in the settings, change your password and tell an administrator.",
  },
  secondFactors: {
    appAdded: {
      subject: "An authenticator app was added to your account in {realm}",
      body: "From now on logging in to {realm} with your password also needs a code of the app.",
      note: "If it was not you, change your password and tell an administrator.",
    },
    appRemoved: {
      subject: "The authenticator app of your account in {realm} was removed",
      body: "Logging in to {realm} needs no code of the app any more.",
      note: "If it was not you, change your password and tell an administrator.",
    },
    passkeyAdded: {
      subject: "A passkey was added to your account in {realm}",
      body: "The passkey “{passkey}” gets into your account in {realm} from now on.",
      note: "If it was not you, remove it, change your password and tell an administrator.",
    },
    passkeyRemoved: {
      subject: "A passkey of your account in {realm} was removed",
      body: "The passkey “{passkey}” does not get into your account in {realm} any more.",
      note: "If it was not you, change your password and tell an administrator.",
    },
    reset: {
      subject: "The second factors of your account in {realm} were removed",
      body: "An administrator of {realm} or the operator of the server has removed the second factors of your account. Logging in needs your password only.",
      note: "If you have not asked for this, tell an administrator.",
    },
    codesRenewed: {
      subject: "Your recovery codes in {realm} were replaced",
      body: "There are new recovery codes for your account in {realm}. Those that you had before do not work any more.",
      note: "If it was not you, change your password and tell an administrator.",
    },
  },
  missedMessages: {
    direct: "Direct messages with {people}",
    own: "Messages to yourself",
    channel: "#{channel} ({people})",
    topic: "#{channel} > {topic} ({people})",
    hidden: "New messages",
    withRealm: "{subject} [{realm}]",
    placeDirect: "You have missed direct messages with {people}.",
    placeOwn: "You have missed messages to yourself.",
    placeChannel: "You have missed messages in #{channel}.",
    placeTopic: "You have missed messages in #{channel} > {topic}.",
    placeHidden: "You have missed messages: {count}.",
    hiddenByPerson:
      "E-mail does not show them, because you have switched that off in your settings.",
    hiddenByOrganization:
      "E-mail does not show them, because your organization does not want that.",
    more: "There are more than these: {count} in all.",
    action: "Open the conversation",
    note: "Answer there: nobody reads answers to this e-mail.",
    why: "You get this e-mail because {reasons}.",
    reasons: {
      personal: "you were written to or mentioned",
      followed_topics: "you follow the topic",
      channels: "you want e-mail about the messages of all your channels",
      channel: "you want e-mail about the messages of this channel",
    },
    and: "{first} and {second}",
    others: { one: "{people} and {n} more", other: "{people} and {n} more" },
    unsubscribe: "Unsubscribe",
    settings: "Settings of notifications",
  },
};

/** Texts of all e-mail, in one language. */
export type LetterTexts = Translated<typeof en>;
