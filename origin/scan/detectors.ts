/** The rule set: every detector, and the number it goes by. */
import type { Detector, Rule } from './detector.ts';
import { agentConfigTampering } from './detectors/agents/agent-config-tampering.ts';
import { autoRunConfig } from './detectors/agents/auto-run-config.ts';
import { broadTools } from './detectors/agents/broad-tools.ts';
import { confirmationBypass } from './detectors/agents/confirmation-bypass.ts';
import { hiddenInstructions } from './detectors/agents/hidden-instructions.ts';
import { plantedMemory } from './detectors/agents/planted-memory.ts';
import { priorityHijack } from './detectors/agents/priority-hijack.ts';
import { redirectedEndpoint } from './detectors/agents/redirected-endpoint.ts';
import { remoteInstructions } from './detectors/agents/remote-instructions.ts';
import { unlimitedApproval } from './detectors/agents/unlimited-approval.ts';
import { codedInstructions } from './detectors/disguise/coded-instructions.ts';
import { disguisedExecutable } from './detectors/disguise/disguised-executable.ts';
import { disguisedFile } from './detectors/disguise/disguised-file.ts';
import { embeddedExecutable } from './detectors/disguise/embedded-executable.ts';
import { encodedLookup } from './detectors/disguise/encoded-lookup.ts';
import { hiddenMessage } from './detectors/disguise/hidden-message.ts';
import { homoglyphs } from './detectors/disguise/homoglyphs.ts';
import { invisibleCharacters } from './detectors/disguise/invisible-characters.ts';
import { nameMismatch } from './detectors/disguise/name-mismatch.ts';
import { nestedArchive } from './detectors/disguise/nested-archive.ts';
import { oddBytes } from './detectors/disguise/odd-bytes.ts';
import { refusedPath } from './detectors/disguise/refused-path.ts';
import { scriptInPicture } from './detectors/disguise/script-in-picture.ts';
import { bareAddress } from './detectors/execution/bare-address.ts';
import { codeByRequest } from './detectors/execution/code-by-request.ts';
import { codeFromBareAddress } from './detectors/execution/code-from-bare-address.ts';
import { codeFromPaste } from './detectors/execution/code-from-paste.ts';
import { cryptoMiner } from './detectors/execution/crypto-miner.ts';
import { decodedExecution } from './detectors/execution/decoded-execution.ts';
import { destructiveCommand } from './detectors/execution/destructive-command.ts';
import { fakePrerequisite } from './detectors/execution/fake-prerequisite.ts';
import { gatekeeperBypass } from './detectors/execution/gatekeeper-bypass.ts';
import { lookalikeHost } from './detectors/execution/lookalike-host.ts';
import { persistence } from './detectors/execution/persistence.ts';
import { pipeToShell } from './detectors/execution/pipe-to-shell.ts';
import { ransomNote } from './detectors/execution/ransom-note.ts';
import { reverseShell } from './detectors/execution/reverse-shell.ts';
import { toolsFromTunnel } from './detectors/execution/tools-from-tunnel.ts';
import { installScript } from './detectors/packages/install-script.ts';
import { knownBad } from './detectors/packages/known-bad.ts';
import { lookalikePackage } from './detectors/packages/lookalike-package.ts';
import { accessToken } from './detectors/secrets/access-token.ts';
import { agentStores } from './detectors/secrets/agent-stores.ts';
import { copiesMail } from './detectors/secrets/copies-mail.ts';
import { credentialExfiltration } from './detectors/secrets/credential-exfiltration.ts';
import { dataDrop } from './detectors/secrets/data-drop.ts';
import { drawingSteals } from './detectors/secrets/drawing-steals.ts';
import { imageExfiltration } from './detectors/secrets/image-exfiltration.ts';
import { passwordHandover } from './detectors/secrets/password-handover.ts';
import { privateKey } from './detectors/secrets/private-key.ts';
import { privateStores } from './detectors/secrets/private-stores.ts';
import { secretsInWords } from './detectors/secrets/secrets-in-words.ts';
import { sessionCookie } from './detectors/secrets/session-cookie.ts';
import { writtenDownLogin } from './detectors/secrets/written-down-login.ts';
import { programRules } from './programRules.ts';

/** Counts up whenever a detector is added or changed: stored reports of a lower one are made again. */
export const corpusVersion = 6;

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
  copiesMail,
  codeByRequest,
];

export const rules: readonly Rule[] = [...detectors, ...programRules];
