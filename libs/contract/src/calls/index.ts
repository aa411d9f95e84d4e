import { completeCallUser } from "./complete-call-user.ts";
import { createBigBlueButtonCall } from "./create-big-blue-button-call.ts";
import { createConstructorGroupsCall } from "./create-constructor-groups-call.ts";
import { createNextcloudTalkCall } from "./create-nextcloud-talk-call.ts";
import { createWebexCall } from "./create-webex-call.ts";
import { createZoomCall } from "./create-zoom-call.ts";
import { deauthorizeCallUser } from "./deauthorize-call-user.ts";
import { joinBigBlueButtonCall } from "./join-big-blue-button-call.ts";
import { registerCallUser } from "./register-call-user.ts";

export { type OAuthProviderName, oauthProviders } from "./call-params.ts";
export {
  completeCallUser,
  createBigBlueButtonCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  createWebexCall,
  createZoomCall,
  deauthorizeCallUser,
  joinBigBlueButtonCall,
  registerCallUser,
};

export const callsOperations = [
  createBigBlueButtonCall,
  joinBigBlueButtonCall,
  createNextcloudTalkCall,
  createConstructorGroupsCall,
  createZoomCall,
  createWebexCall,
  registerCallUser,
  completeCallUser,
  deauthorizeCallUser,
] as const;
