/** Rules on what the programs of a bundle do. */
import type { BundleDetector } from './detector.ts';
import { unpinnedPackage } from './detectors/packages/unpinned-package.ts';
import { concealsAddress } from './detectors/programs/conceals-address.ts';
import { coversTracks } from './detectors/programs/covers-tracks.ts';
import { gathersSecrets } from './detectors/programs/gathers-secrets.ts';
import { hidesInLookups } from './detectors/programs/hides-in-lookups.ts';
import { locksFiles } from './detectors/programs/locks-files.ts';
import { minesCoins } from './detectors/programs/mines-coins.ts';
import { opensPermissions } from './detectors/programs/opens-permissions.ts';
import { opensShell } from './detectors/programs/opens-shell.ts';
import { replacesItself } from './detectors/programs/replaces-itself.ts';
import { runsDecoded } from './detectors/programs/runs-decoded.ts';
import { runsDownload } from './detectors/programs/runs-download.ts';
import { runsLooseFile } from './detectors/programs/runs-loose-file.ts';
import { sendsCredentials } from './detectors/programs/sends-credentials.ts';
import { sendsProject } from './detectors/programs/sends-project.ts';
import { sendsSecrets } from './detectors/programs/sends-secrets.ts';
import { sendsWalletKey } from './detectors/programs/sends-wallet-key.ts';
import { writesInstructions } from './detectors/programs/writes-instructions.ts';

export const programRules: readonly BundleDetector[] = [
  sendsCredentials,
  sendsSecrets,
  runsDownload,
  runsDecoded,
  opensShell,
  hidesInLookups,
  writesInstructions,
  locksFiles,
  minesCoins,
  sendsProject,
  replacesItself,
  sendsWalletKey,
  unpinnedPackage,
  gathersSecrets,
  runsLooseFile,
  opensPermissions,
  coversTracks,
  concealsAddress,
];
