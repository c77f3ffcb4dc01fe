/** Every loader by its operationId: an operation of the table without one does not compile. */
import type { ReadId } from '../contract/operations.ts';
import { getAccount } from './account/getAccount.ts';
import { getQuotas } from './account/getQuotas.ts';
import { getSignInMethods } from './account/getSignInMethods.ts';
import { listPasskeys } from './account/listPasskeys.ts';
import { listTokens } from './account/listTokens.ts';
import { clawhubArchive } from './clawhub/clawhubArchive.ts';
import { clawhubFile } from './clawhub/clawhubFile.ts';
import { clawhubModeration } from './clawhub/clawhubModeration.ts';
import { clawhubResolved } from './clawhub/clawhubResolved.ts';
import { clawhubSearch } from './clawhub/clawhubSearch.ts';
import { clawhubSkill } from './clawhub/clawhubSkill.ts';
import { clawhubSkills } from './clawhub/clawhubSkills.ts';
import { clawhubUser } from './clawhub/clawhubUser.ts';
import { clawhubVerification } from './clawhub/clawhubVerification.ts';
import { clawhubVersion } from './clawhub/clawhubVersion.ts';
import { clawhubVersions } from './clawhub/clawhubVersions.ts';
import { getStanding } from './following/getStanding.ts';
import { listFeed } from './following/listFeed.ts';
import { listNotifications } from './following/listNotifications.ts';
import { listStars } from './following/listStars.ts';
import { listOwnKits } from './kits/listOwnKits.ts';
import { getLibrary } from './machines/getLibrary.ts';
import { getMcpServerCard } from './machines/getMcpServerCard.ts';
import { getSyncManifest } from './machines/getSyncManifest.ts';
import { whoami } from './machines/whoami.ts';
import { getVersionFindings } from './moderation/getVersionFindings.ts';
import { listActionsInForce } from './moderation/listActionsInForce.ts';
import { listAuditLog } from './moderation/listAuditLog.ts';
import { listOwnModeration } from './moderation/listOwnModeration.ts';
import { findAnything } from './operators/findAnything.ts';
import { getDashboard } from './operators/getDashboard.ts';
import { getDiffToDecide } from './operators/getDiffToDecide.ts';
import { listAppeals } from './operators/listAppeals.ts';
import { listReports } from './operators/listReports.ts';
import { listVersionsInQuestion } from './operators/listVersionsInQuestion.ts';
import { getPairing } from './pairing/getPairing.ts';
import { listDevices } from './pairing/listDevices.ts';
import { listAuthorKeys } from './people/listAuthorKeys.ts';
import { listInvitations } from './people/listInvitations.ts';
import { listOwnTeams } from './people/listOwnTeams.ts';
import { listTeamMembers } from './people/listTeamMembers.ts';
import { findSkills } from './public/findSkills.ts';
import { getAdvisory } from './public/getAdvisory.ts';
import { getKitByHandle } from './public/getKitByHandle.ts';
import { getProfile } from './public/getProfile.ts';
import { getRegistryStats } from './public/getRegistryStats.ts';
import { getSkill } from './public/getSkill.ts';
import { getSkillManifest } from './public/getSkillManifest.ts';
import { getSkillVersionBundle } from './public/getSkillVersionBundle.ts';
import { getSkillVersionDiff } from './public/getSkillVersionDiff.ts';
import { getSkillVersionFile } from './public/getSkillVersionFile.ts';
import { getSkillVersionProof } from './public/getSkillVersionProof.ts';
import { getSkillVersionScan } from './public/getSkillVersionScan.ts';
import { getSkillVersionSignature } from './public/getSkillVersionSignature.ts';
import { listActivity } from './public/listActivity.ts';
import { listAdvisories } from './public/listAdvisories.ts';
import { listFollowers } from './public/listFollowers.ts';
import { listFollowing } from './public/listFollowing.ts';
import { listKits } from './public/listKits.ts';
import { listKitsForSkill } from './public/listKitsForSkill.ts';
import { listModerationActions } from './public/listModerationActions.ts';
import { listPeople } from './public/listPeople.ts';
import { listSkills } from './public/listSkills.ts';
import { listSkillVersionFiles } from './public/listSkillVersionFiles.ts';
import { listSnapshotChanges } from './public/listSnapshotChanges.ts';
import { search } from './public/search.ts';
import { listOwnSkills } from './publishing/listOwnSkills.ts';
import type { Loader } from './reading.ts';

export const loaders: { [K in ReadId]: Loader<K> } = {
  clawhubArchive,
  clawhubFile,
  clawhubModeration,
  clawhubResolved,
  clawhubSearch,
  clawhubSkill,
  clawhubSkills,
  clawhubUser,
  clawhubVerification,
  clawhubVersion,
  clawhubVersions,
  findSkills,
  listInvitations,
  findAnything,
  getAccount,
  getAdvisory,
  getDashboard,
  getDiffToDecide,
  getKitByHandle,
  getLibrary,
  getMcpServerCard,
  listActionsInForce,
  listAppeals,
  listReports,
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
  getSkillVersionProof,
  listSnapshotChanges,
  getSkillVersionScan,
  getSkillVersionSignature,
  getStanding,
  getSyncManifest,
  getVersionFindings,
  listActivity,
  listAdvisories,
  listAuditLog,
  listAuthorKeys,
  listDevices,
  listFeed,
  listFollowers,
  listFollowing,
  listKits,
  listKitsForSkill,
  listModerationActions,
  listNotifications,
  listOwnKits,
  listOwnModeration,
  listOwnSkills,
  listOwnTeams,
  listPasskeys,
  listPeople,
  listSkills,
  listSkillVersionFiles,
  listStars,
  listTeamMembers,
  listTokens,
  listVersionsInQuestion,
  search,
  whoami,
};
