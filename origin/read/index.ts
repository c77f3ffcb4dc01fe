/** Every loader by its operationId: an operation of the table without one does not compile. */
import type { ReadId } from '../contract/operations.ts';
import { getAccount } from './getAccount.ts';
import { getKitByHandle } from './getKitByHandle.ts';
import { getLibrary } from './getLibrary.ts';
import { getMcpServerCard } from './getMcpServerCard.ts';
import { getModerationQueue } from './getModerationQueue.ts';
import { getPairing } from './getPairing.ts';
import { getProfile } from './getProfile.ts';
import { getQuotas } from './getQuotas.ts';
import { getRegistryStats } from './getRegistryStats.ts';
import { getSignInMethods } from './getSignInMethods.ts';
import { getSkill } from './getSkill.ts';
import { getSkillManifest } from './getSkillManifest.ts';
import { getSkillVersionBundle } from './getSkillVersionBundle.ts';
import { getSkillVersionDiff } from './getSkillVersionDiff.ts';
import { getSkillVersionFile } from './getSkillVersionFile.ts';
import { getSkillVersionScan } from './getSkillVersionScan.ts';
import { getSkillVersionSignature } from './getSkillVersionSignature.ts';
import { getSyncManifest } from './getSyncManifest.ts';
import { getVersionFindings } from './getVersionFindings.ts';
import { listActivity } from './listActivity.ts';
import { listAuditLog } from './listAuditLog.ts';
import { listAuthorKeys } from './listAuthorKeys.ts';
import { listDevices } from './listDevices.ts';
import { listFollowers } from './listFollowers.ts';
import { listFollowing } from './listFollowing.ts';
import { listInvitations } from './listInvitations.ts';
import { listKits } from './listKits.ts';
import { listKitsForSkill } from './listKitsForSkill.ts';
import { listModerationActions } from './listModerationActions.ts';
import { listOwnKits } from './listOwnKits.ts';
import { listOwnModeration } from './listOwnModeration.ts';
import { listOwnSkills } from './listOwnSkills.ts';
import { listPasskeys } from './listPasskeys.ts';
import { listPeople } from './listPeople.ts';
import { listSkills } from './listSkills.ts';
import { listSkillVersionFiles } from './listSkillVersionFiles.ts';
import { listTeamMembers } from './listTeamMembers.ts';
import { listTokens } from './listTokens.ts';
import type { Loader } from './reading.ts';
import { search } from './search.ts';
import { whoami } from './whoami.ts';

export const loaders: { [K in ReadId]: Loader<K> } = {
  listInvitations,
  getAccount,
  getKitByHandle,
  getLibrary,
  getMcpServerCard,
  getModerationQueue,
  getPairing,
  getProfile,
  getQuotas,
  getRegistryStats,
  getSignInMethods,
  getSkill,
  getSkillManifest,
  getSkillVersionBundle,
  getSkillVersionDiff,
  getSkillVersionFile,
  getSkillVersionScan,
  getSkillVersionSignature,
  getSyncManifest,
  getVersionFindings,
  listActivity,
  listAuditLog,
  listAuthorKeys,
  listDevices,
  listFollowers,
  listFollowing,
  listKits,
  listKitsForSkill,
  listModerationActions,
  listOwnKits,
  listOwnModeration,
  listOwnSkills,
  listPasskeys,
  listPeople,
  listSkills,
  listSkillVersionFiles,
  listTeamMembers,
  listTokens,
  search,
  whoami,
};
