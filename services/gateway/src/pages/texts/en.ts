import type { Translated } from "@team-chat/html";

import { factorsEn } from "./factors-en.ts";
import { refusalsEn } from "./refusals-en.ts";

/**
 * Texts of the pages on which people log in, join or find their organization; places in braces are filled in (`say`).
 */
export const en = {
  product: "Team Chat",
  logIn: {
    heading: "Log in to {realm}",
    email: "E-mail address",
    name: "User name or e-mail address",
    password: "Password",
    submit: "Log in",
    signInWith: "Sign in with {provider}",
    forgotten: "Forgotten the password?",
    elsewhere: "Looking for another organization?",
    create: "Create an organization",
    passwordSet: "Your password is set. Log in with it.",
    sessionEnded: "You are not logged in here any more. Log in, and you are back where you were.",
    demoHeading: "Demo accounts",
    demoIntro: "One click logs you in. They exist on a development server only.",
  },
  failure: {
    heading: "This page cannot be shown",
    noOrganization: "There is no organization at this address",
  },
  desktop: {
    heading: "Back to the app",
    intro: "You are signed in. Copy this code: the app is waiting for it, and goes on by itself.",
    duration: "It works once, for five minutes, and only in that app.",
    waiting: "Sign in with your browser, and copy the code that it shows.",
  },
  loggedOut: {
    heading: "You are logged out",
    intro: "Your browser goes on to {provider}, to log you out there as well.",
    goOn: "Log out at {provider}",
    stay: "Back to the log-in",
  },
  resetRequest: {
    heading: "Set a new password",
    intro: "We send a link to your address with which you set a new password.",
    email: "E-mail address",
    submit: "Send the link",
    off: "This organization does not take passwords.",
    back: "Back to the log-in",
  },
  resetSent: {
    heading: "Look into your e-mail",
    body: "If there is an account with the address {email}, a link to set its password is on its way. It works once, for a day.",
    nothing:
      "Nothing came? Look into the folder for spam, or try another address that you may have.",
    again: "Ask again",
  },
  resetForm: {
    heading: "Set your password",
    intro:
      "For the account {email}. Wherever it is logged in with a browser it will be logged out.",
    password: "New password",
    hint: "At least 6 characters, and not one that is easily guessed.",
    submit: "Set the password",
  },
  resetDead: {
    heading: "This link does not work",
    again: "Ask for a new link",
  },
  ...factorsEn,
  join: {
    heading: "Join {realm}",
    invited: "{inviter} invited you.",
    invitedAs: "{inviter} invited you as {email}.",
    expiry: "The invitation works until {when}.",
    name: "Your name",
    nameHint: "Everybody in the organization sees it.",
    email: "E-mail address",
    emailHint: "You log in with it.",
    password: "Password",
    passwordHint: "At least 6 characters, and not one that is easily guessed.",
    deadHeading: "This invitation cannot be used",
    askAgain: "Open its link once more, or ask whoever invited you for a new one.",
    signInHeading: "Join by signing in",
    signInIntro:
      "This organization takes no passwords. Sign in with the account that you have there.",
    toLogIn: "Go to the log-in",
    welcome: "Welcome to {realm}",
    ready: "Your account is ready.",
    open: "Open {realm}",
    apps: "In an app, the address of the organization is {url}",
  },
  confirmEmail: {
    heading: "Confirm your e-mail address",
    intro: "Is the address right to which this link was sent? From then on you log in with it.",
    submit: "Confirm",
    doneHeading: "Your address is confirmed",
    done: "Your address is now {email}.",
    open: "Open {realm}",
    deadHeading: "This link does not work",
    askAgain: "Open it once more, or change your address again in your settings.",
  },
  find: {
    heading: "Find your organizations",
    intro: "We send you a list of the organizations in which you have an account.",
    email: "E-mail address",
    submit: "Send the list",
    create: "Create an organization",
  },
  newOrganization: {
    heading: "Create an organization",
    intro: "Its people, channels and messages are apart from those of all others.",
    name: "Name of the organization",
    subdomain: "Address",
    subdomainHint: "Letters, digits and hyphens, which come before .{host}",
    fullName: "Your name",
    email: "Your e-mail address",
    emailHint: "We send a link there, which creates the organization. You are its owner.",
    submit: "Send the link",
    closed: "Ask whoever runs this server.",
  },
  newOrganizationSent: {
    heading: "Look into your e-mail",
    body: "A link that creates the organization is on its way to {email}. It works once, for a day.",
    again: "Something was wrong? Begin again",
  },
  createOrganization: {
    heading: "Create {name}",
    intro: "It will be at {url}. You log in as {email}.",
    password: "Your password",
    hint: "At least 6 characters, and not one that is easily guessed.",
    submit: "Create the organization",
    deadHeading: "This link does not work",
    again: "Begin again",
  },
  organizationCreated: {
    heading: "{name} is ready",
    body: "It is at {url}. Log in there, and invite people.",
    open: "Go there",
  },
  found: {
    heading: "Look into your e-mail",
    body: "If there are accounts with the address {email}, a list of their organizations is on its way.",
    nothing:
      "Nothing came? Look into the folder for spam, or try another address that you may have.",
    again: "Try another address",
  },
  unsubscribe: {
    heading: "Unsubscribe",
    intro: "Do you want no more e-mail about these?",
    kinds: {
      personal: "Direct messages and mentions of you",
      followed_topics: "Topics that you follow",
      channels: "All messages of your channels",
      channel: "All messages of the channel that the e-mail was about",
    },
    submit: "Send me no more",
    doneHeading: "You are unsubscribed",
    done: "You get no more e-mail about these:",
    deadHeading: "This link does not work",
    settings: "All settings of notifications",
  },
  refusals: refusalsEn,
  calls: {
    needsScripts: "This page needs JavaScript.",
    silent: "The server does not answer. Try again in a moment.",
    join: "Join the call",
    name: "Your name",
    guest: "You join as a guest.",
    account: "I have an account here",
    email: "E-mail address",
    password: "Password",
    submit: "Join",
    register: "Calls in your name",
    registerIntro: "Log in; the provider of the calls then asks you to agree.",
    goOn: "Go on",
    wait: "One moment.",
    done: "Done. You can close this window.",
    refused: "The provider says:",
  },
  mailSamples: {
    heading: "E-mail",
    intro: "Every e-mail that people get, with made-up people.",
    plain: "plain text",
  },
};

/** Texts of all pages, in one language. */
export type Texts = Translated<typeof en>;
