/**
 * Texts of the pages on which people log in, join or find their organization; places in braces are filled in (`fill`).
 */
export const texts = {
  product: "Team Chat",
  logIn: {
    heading: "Log in to {realm}",
    email: "E-mail address",
    password: "Password",
    submit: "Log in",
    signInWith: "Sign in with {provider}",
    forgotten: "Forgotten the password?",
    elsewhere: "Looking for another organization?",
    passwordSet: "Your password is set. Log in with it.",
    demoHeading: "Demo accounts",
    demoIntro: "One click logs you in. They exist on a development server only.",
  },
  desktop: {
    heading: "Back to the app",
    intro: "You are signed in. Copy this code: the app is waiting for it, and goes on by itself.",
    duration: "It works once, for five minutes, and only in that app.",
    waiting: "Sign in with your browser, and copy the code that it shows.",
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
  find: {
    heading: "Find your organizations",
    intro: "We send you a list of the organizations in which you have an account.",
    email: "E-mail address",
    submit: "Send the list",
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
  limits: {
    oneMinute: "Too many attempts. Try again in a minute.",
    minutes: "Too many attempts. Try again in {minutes} minutes.",
  },
  mailSamples: {
    heading: "E-mail",
    intro: "Every e-mail that people get, with made-up people.",
    plain: "plain text",
  },
} as const;
