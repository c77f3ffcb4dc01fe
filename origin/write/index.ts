/** Every writing operation by its operationId: one of the table without a writer does not compile. */
import type { WriteId } from '../contract/operations.ts';
import { addPasskey } from './account/addPasskey.ts';
import { confirmSession } from './account/confirmSession.ts';
import { createPasskeyChallenge } from './account/createPasskeyChallenge.ts';
import { createToken } from './account/createToken.ts';
import { finishOidcSignIn } from './account/finishOidcSignIn.ts';
import { redeemLink } from './account/redeemLink.ts';
import { registerAccount } from './account/registerAccount.ts';
import { removePasskey } from './account/removePasskey.ts';
import { revokeToken } from './account/revokeToken.ts';
import { signIn } from './account/signIn.ts';
import { signOut } from './account/signOut.ts';
import { signOutEverywhere } from './account/signOutEverywhere.ts';
import { startAddingPasskey } from './account/startAddingPasskey.ts';
import { startOidcLink } from './account/startOidcLink.ts';
import { startOidcSignIn } from './account/startOidcSignIn.ts';
import { updateAccount } from './account/updateAccount.ts';
import { announceUpload } from './clawhub/announceUpload.ts';
import { clawhubHide } from './clawhub/clawhubHide.ts';
import { clawhubPublish } from './clawhub/clawhubPublish.ts';
import { clawhubPublisher } from './clawhub/clawhubPublisher.ts';
import { clawhubRestore } from './clawhub/clawhubRestore.ts';
import { clawhubStar } from './clawhub/clawhubStar.ts';
import { clawhubTelemetry } from './clawhub/clawhubTelemetry.ts';
import { clawhubUnstar } from './clawhub/clawhubUnstar.ts';
import { redeemDeviceCode } from './clawhub/redeemDeviceCode.ts';
import { requestDeviceCode } from './clawhub/requestDeviceCode.ts';
import { storeUpload } from './clawhub/storeUpload.ts';
import { markNotificationsRead } from './following/markNotificationsRead.ts';
import { starSkill } from './following/starSkill.ts';
import { unstarSkill } from './following/unstarSkill.ts';
import { updateNotificationSettings } from './following/updateNotificationSettings.ts';
import { createKit } from './kits/createKit.ts';
import { deleteKit } from './kits/deleteKit.ts';
import { putKitSkill } from './kits/putKitSkill.ts';
import { removeKitSkill } from './kits/removeKitSkill.ts';
import { subscribeToKit } from './kits/subscribeToKit.ts';
import { unsubscribeFromKit } from './kits/unsubscribeFromKit.ts';
import { updateKit } from './kits/updateKit.ts';
import { putLibrarySkill } from './machines/putLibrarySkill.ts';
import { removeLibrarySkill } from './machines/removeLibrarySkill.ts';
import { skipLibraryVersion } from './machines/skipLibraryVersion.ts';
import { appealModerationAction } from './moderation/appealModerationAction.ts';
import { liftModerationAction } from './moderation/liftModerationAction.ts';
import { reportContent } from './moderation/reportContent.ts';
import { takeModerationAction } from './moderation/takeModerationAction.ts';
import { decideVersions } from './operators/decideVersions.ts';
import { featureKit } from './operators/featureKit.ts';
import { resolveAppeals } from './operators/resolveAppeals.ts';
import { resolveReports } from './operators/resolveReports.ts';
import { approvePairing } from './pairing/approvePairing.ts';
import { redeemPairing } from './pairing/redeemPairing.ts';
import { refusePairing } from './pairing/refusePairing.ts';
import { removeDevice } from './pairing/removeDevice.ts';
import { startPairing } from './pairing/startPairing.ts';
import { acceptInvitation } from './people/acceptInvitation.ts';
import { bindAuthorKey } from './people/bindAuthorKey.ts';
import { claimHandle } from './people/claimHandle.ts';
import { claimTeam } from './people/claimTeam.ts';
import { createKeyChallenge } from './people/createKeyChallenge.ts';
import { createTeam } from './people/createTeam.ts';
import { declineInvitation } from './people/declineInvitation.ts';
import { followProfile } from './people/followProfile.ts';
import { putProfilePicture } from './people/putProfilePicture.ts';
import { putTeamMember } from './people/putTeamMember.ts';
import { releaseHandle } from './people/releaseHandle.ts';
import { removeProfilePicture } from './people/removeProfilePicture.ts';
import { removeTeamMember } from './people/removeTeamMember.ts';
import { revokeAuthorKey } from './people/revokeAuthorKey.ts';
import { unfollowProfile } from './people/unfollowProfile.ts';
import { updateProfile } from './people/updateProfile.ts';
import { publishSkillVersion } from './publishing/publishSkillVersion.ts';
import { updateSkill } from './publishing/updateSkill.ts';
import { withdrawSkillVersion } from './publishing/withdrawSkillVersion.ts';
import type { Writer } from './writing.ts';

export const writers: { [K in WriteId]: Writer<K> } = {
  announceUpload,
  clawhubHide,
  clawhubPublish,
  clawhubPublisher,
  clawhubRestore,
  clawhubStar,
  clawhubTelemetry,
  clawhubUnstar,
  redeemDeviceCode,
  requestDeviceCode,
  storeUpload,
  declineInvitation,
  claimTeam,
  acceptInvitation,
  addPasskey,
  appealModerationAction,
  approvePairing,
  bindAuthorKey,
  claimHandle,
  confirmSession,
  createKeyChallenge,
  createKit,
  createPasskeyChallenge,
  createTeam,
  createToken,
  deleteKit,
  finishOidcSignIn,
  followProfile,
  liftModerationAction,
  markNotificationsRead,
  publishSkillVersion,
  putKitSkill,
  putLibrarySkill,
  putProfilePicture,
  putTeamMember,
  redeemLink,
  redeemPairing,
  refusePairing,
  registerAccount,
  releaseHandle,
  removeDevice,
  removeKitSkill,
  removeLibrarySkill,
  skipLibraryVersion,
  decideVersions,
  featureKit,
  removePasskey,
  removeProfilePicture,
  removeTeamMember,
  reportContent,
  resolveAppeals,
  resolveReports,
  revokeAuthorKey,
  revokeToken,
  signIn,
  signOut,
  signOutEverywhere,
  starSkill,
  startAddingPasskey,
  startOidcLink,
  startOidcSignIn,
  startPairing,
  subscribeToKit,
  takeModerationAction,
  unfollowProfile,
  unstarSkill,
  unsubscribeFromKit,
  updateAccount,
  updateKit,
  updateNotificationSettings,
  updateProfile,
  updateSkill,
  withdrawSkillVersion,
};
