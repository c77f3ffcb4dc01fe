/** The rule set: every detector, and the number it goes by. */
import type { Detector, Rule } from './detector.ts';
import { accessToken } from './detectors/access-token.ts';
import { agentConfigTampering } from './detectors/agent-config-tampering.ts';
import { agentStores } from './detectors/agent-stores.ts';
import { autoRunConfig } from './detectors/auto-run-config.ts';
import { bareAddress } from './detectors/bare-address.ts';
import { broadTools } from './detectors/broad-tools.ts';
import { codeFromBareAddress } from './detectors/code-from-bare-address.ts';
import { codeFromPaste } from './detectors/code-from-paste.ts';
import { codedInstructions } from './detectors/coded-instructions.ts';
import { confirmationBypass } from './detectors/confirmation-bypass.ts';
import { credentialExfiltration } from './detectors/credential-exfiltration.ts';
import { cryptoMiner } from './detectors/crypto-miner.ts';
import { dataDrop } from './detectors/data-drop.ts';
import { decodedExecution } from './detectors/decoded-execution.ts';
import { destructiveCommand } from './detectors/destructive-command.ts';
import { disguisedExecutable } from './detectors/disguised-executable.ts';
import { disguisedFile } from './detectors/disguised-file.ts';
import { drawingSteals } from './detectors/drawing-steals.ts';
import { embeddedExecutable } from './detectors/embedded-executable.ts';
import { encodedLookup } from './detectors/encoded-lookup.ts';
import { fakePrerequisite } from './detectors/fake-prerequisite.ts';
import { gatekeeperBypass } from './detectors/gatekeeper-bypass.ts';
import { hiddenInstructions } from './detectors/hidden-instructions.ts';
import { hiddenMessage } from './detectors/hidden-message.ts';
import { homoglyphs } from './detectors/homoglyphs.ts';
import { imageExfiltration } from './detectors/image-exfiltration.ts';
import { installScript } from './detectors/install-script.ts';
import { invisibleCharacters } from './detectors/invisible-characters.ts';
import { knownBad } from './detectors/known-bad.ts';
import { lookalikeHost } from './detectors/lookalike-host.ts';
import { lookalikePackage } from './detectors/lookalike-package.ts';
import { nameMismatch } from './detectors/name-mismatch.ts';
import { nestedArchive } from './detectors/nested-archive.ts';
import { oddBytes } from './detectors/odd-bytes.ts';
import { passwordHandover } from './detectors/password-handover.ts';
import { persistence } from './detectors/persistence.ts';
import { pipeToShell } from './detectors/pipe-to-shell.ts';
import { plantedMemory } from './detectors/planted-memory.ts';
import { priorityHijack } from './detectors/priority-hijack.ts';
import { privateKey } from './detectors/private-key.ts';
import { privateStores } from './detectors/private-stores.ts';
import { ransomNote } from './detectors/ransom-note.ts';
import { redirectedEndpoint } from './detectors/redirected-endpoint.ts';
import { refusedPath } from './detectors/refused-path.ts';
import { remoteInstructions } from './detectors/remote-instructions.ts';
import { reverseShell } from './detectors/reverse-shell.ts';
import { scriptInPicture } from './detectors/script-in-picture.ts';
import { secretsInWords } from './detectors/secrets-in-words.ts';
import { sessionCookie } from './detectors/session-cookie.ts';
import { toolsFromTunnel } from './detectors/tools-from-tunnel.ts';
import { unlimitedApproval } from './detectors/unlimited-approval.ts';
import { writtenDownLogin } from './detectors/written-down-login.ts';
import { programRules } from './programRules.ts';

/** Counts up whenever a detector is added or changed: stored reports of a lower one are made again. */
export const corpusVersion = 4;

export const detectors: readonly Detector[] = [
  nameMismatch,
  invisibleCharacters,
  hiddenMessage,
  homoglyphs,
  privateKey,
  accessToken,
  embeddedExecutable,
  disguisedExecutable,
  disguisedFile,
  nestedArchive,
  refusedPath,
  knownBad,
  pipeToShell,
  decodedExecution,
  reverseShell,
  credentialExfiltration,
  dataDrop,
  persistence,
  destructiveCommand,
  broadTools,
  hiddenInstructions,
  confirmationBypass,
  agentConfigTampering,
  remoteInstructions,
  imageExfiltration,
  privateStores,
  codeFromBareAddress,
  encodedLookup,
  lookalikePackage,
  gatekeeperBypass,
  plantedMemory,
  autoRunConfig,
  installScript,
  redirectedEndpoint,
  secretsInWords,
  priorityHijack,
  ransomNote,
  cryptoMiner,
  scriptInPicture,
  oddBytes,
  lookalikeHost,
  bareAddress,
  passwordHandover,
  fakePrerequisite,
  agentStores,
  codeFromPaste,
  drawingSteals,
  sessionCookie,
  toolsFromTunnel,
  unlimitedApproval,
  writtenDownLogin,
  codedInstructions,
];

export const rules: readonly Rule[] = [...detectors, ...programRules];
