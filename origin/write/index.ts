/** Every writing operation by its operationId: one of the table without a writer does not compile. */
import type { WriteId } from '../contract/operations.ts';
import { acceptInvitation } from './acceptInvitation.ts';
import { addPasskey } from './addPasskey.ts';
import { appealModerationAction } from './appealModerationAction.ts';
import { approvePairing } from './approvePairing.ts';
import { bindAuthorKey } from './bindAuthorKey.ts';
import { claimHandle } from './claimHandle.ts';
import { claimTeam } from './claimTeam.ts';
import { confirmSession } from './confirmSession.ts';
import { createKeyChallenge } from './createKeyChallenge.ts';
import { createKit } from './createKit.ts';
import { createPasskeyChallenge } from './createPasskeyChallenge.ts';
import { createTeam } from './createTeam.ts';
import { createToken } from './createToken.ts';
import { declineInvitation } from './declineInvitation.ts';
import { deleteKit } from './deleteKit.ts';
import { finishOidcSignIn } from './finishOidcSignIn.ts';
import { followProfile } from './followProfile.ts';
import { liftModerationAction } from './liftModerationAction.ts';
import { publishSkillVersion } from './publishSkillVersion.ts';
import { putKitSkill } from './putKitSkill.ts';
import { putLibrarySkill } from './putLibrarySkill.ts';
import { putTeamMember } from './putTeamMember.ts';
import { redeemLink } from './redeemLink.ts';
import { redeemPairing } from './redeemPairing.ts';
import { refusePairing } from './refusePairing.ts';
import { registerAccount } from './registerAccount.ts';
import { releaseHandle } from './releaseHandle.ts';
import { removeDevice } from './removeDevice.ts';
import { removeKitSkill } from './removeKitSkill.ts';
import { removeLibrarySkill } from './removeLibrarySkill.ts';
import { removePasskey } from './removePasskey.ts';
import { removeTeamMember } from './removeTeamMember.ts';
import { reportContent } from './reportContent.ts';
import { resolveAppeal } from './resolveAppeal.ts';
import { resolveReport } from './resolveReport.ts';
import { revokeAuthorKey } from './revokeAuthorKey.ts';
import { revokeToken } from './revokeToken.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { startAddingPasskey } from './startAddingPasskey.ts';
import { startOidcLink } from './startOidcLink.ts';
import { startOidcSignIn } from './startOidcSignIn.ts';
import { startPairing } from './startPairing.ts';
import { subscribeToKit } from './subscribeToKit.ts';
import { takeModerationAction } from './takeModerationAction.ts';
import { unfollowProfile } from './unfollowProfile.ts';
import { unsubscribeFromKit } from './unsubscribeFromKit.ts';
import { updateAccount } from './updateAccount.ts';
import { updateKit } from './updateKit.ts';
import { updateProfile } from './updateProfile.ts';
import { updateSkill } from './updateSkill.ts';
import { withdrawSkillVersion } from './withdrawSkillVersion.ts';
import type { Writer } from './writing.ts';

export const writers: { [K in WriteId]: Writer<K> } = {
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
  publishSkillVersion,
  putKitSkill,
  putLibrarySkill,
  putTeamMember,
  redeemLink,
  redeemPairing,
  refusePairing,
  registerAccount,
  releaseHandle,
  removeDevice,
  removeKitSkill,
  removeLibrarySkill,
  removePasskey,
  removeTeamMember,
  reportContent,
  resolveAppeal,
  resolveReport,
  revokeAuthorKey,
  revokeToken,
  signIn,
  signOut,
  signOutEverywhere,
  startAddingPasskey,
  startOidcLink,
  startOidcSignIn,
  startPairing,
  subscribeToKit,
  takeModerationAction,
  unfollowProfile,
  unsubscribeFromKit,
  updateAccount,
  updateKit,
  updateProfile,
  updateSkill,
  withdrawSkillVersion,
};
