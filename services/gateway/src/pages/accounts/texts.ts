/**
 * Texts of the pages on which people log in, join or find their organization; places in braces are filled in (`fill`).
 */
export const texts = {
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
  secondFactor: {
    heading: "One step more",
    intro: "Logging in as {email} needs a code of your authenticator app.",
    code: "Code",
    hint: "Six digits. If the app is lost, give one of your recovery codes instead.",
    submit: "Log in",
    deadHeading: "Log in again",
    again: "Back to the log-in",
  },
  secondFactors: {
    heading: "Second factors",
    intro:
      "With a second factor nobody gets into your account who only knows your password. This is the account {email}.",
    signInAgain:
      "To change anything here, log out, sign in again and come back within 15 minutes: there is no password to ask you for.",
    app: "Authenticator app",
    appSince: "Logging in with your password needs a code of your app, since {date}.",
    appRemove: "Remove the app",
    appNone: "An app on your phone makes a new code every 30 seconds, also without a network.",
    appAdd: "Set up an app",
    codes: "Recovery codes",
    codesLeft: "Codes that you have left: {count}. Each gets you in once when your app is lost.",
    codesRenew: "Make new recovery codes",
    requiredBy: "Your organization requires a second factor. Set one up by {date}.",
    overdue:
      "Your organization requires a second factor. Set one up: until then you and your programs can do nothing else.",
    later: "Later",
    logOut: "Log out",
    leave: "Back to {realm}",
    back: "Back to the second factors",
  },
  addApp: {
    heading: "Set up an app",
    intro: "Scan this with an authenticator app. If you cannot, type the key into the app instead.",
    picture: "QR code of the key",
    key: "Key",
    code: "Code that the app shows",
    password: "Your password",
    submit: "Turn it on",
  },
  recoveryCodes: {
    heading: "Your recovery codes",
    intro:
      "Keep them where you find them when your phone is lost. Each works once. They are not shown again.",
    done: "The app is set up. From now on you log in with its codes.",
    kept: "I have kept them",
  },
  confirmFactor: {
    removeApp: {
      heading: "Remove the app?",
      intro: "Logging in will need your password only. Your recovery codes end as well.",
      submit: "Remove the app",
    },
    renewCodes: {
      heading: "Make new recovery codes?",
      intro: "Those that you have now will not work any more.",
      submit: "Make new codes",
    },
    password: "Your password",
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
