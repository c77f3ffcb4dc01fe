/** Rules on what the programs of a bundle do. */
import type { BundleDetector } from './detector.ts';
import { concealsAddress } from './detectors/conceals-address.ts';
import { coversTracks } from './detectors/covers-tracks.ts';
import { gathersSecrets } from './detectors/gathers-secrets.ts';
import { hidesInLookups } from './detectors/hides-in-lookups.ts';
import { locksFiles } from './detectors/locks-files.ts';
import { minesCoins } from './detectors/mines-coins.ts';
import { opensPermissions } from './detectors/opens-permissions.ts';
import { opensShell } from './detectors/opens-shell.ts';
import { replacesItself } from './detectors/replaces-itself.ts';
import { runsDecoded } from './detectors/runs-decoded.ts';
import { runsDownload } from './detectors/runs-download.ts';
import { runsLooseFile } from './detectors/runs-loose-file.ts';
import { sendsCredentials } from './detectors/sends-credentials.ts';
import { sendsProject } from './detectors/sends-project.ts';
import { sendsSecrets } from './detectors/sends-secrets.ts';
import { sendsWalletKey } from './detectors/sends-wallet-key.ts';
import { unpinnedPackage } from './detectors/unpinned-package.ts';
import { writesInstructions } from './detectors/writes-instructions.ts';

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
