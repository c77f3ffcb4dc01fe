import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OperationId, operationIds, operationOf } from '../../../origin/contract/operations.ts';

/** What has no command, and why. */
const without: Readonly<Record<string, readonly OperationId[]>> = {
  'is confirmed by a passkey, or is about signing in, on the site': [
    ...(['getSignInMethods', 'createPasskeyChallenge', 'registerAccount', 'signIn', 'confirmSession'] as const),
    ...([
      'startOidcSignIn',
      'startOidcLink',
      'finishOidcSignIn',
      'redeemLink',
      'signOut',
      'signOutEverywhere',
    ] as const),
    ...(['getAccount', 'updateAccount', 'listPasskeys', 'startAddingPasskey', 'addPasskey', 'removePasskey'] as const),
    ...(['createToken', 'getPairing', 'approvePairing', 'refusePairing', 'getVersionFindings'] as const),
  ],
  'is for pages: what they are about to the person in front of them': ['getStanding'],
  'is drawn in a browser first': ['putProfilePicture', 'removeProfilePicture'],
  'is what MCP clients ask': ['callMcp', 'getMcpServerCard'],
  'is asked by sync, at its address and with a validator': ['getSyncManifest'],
  'is for programs that copy a whole registry': ['listSnapshotChanges'],
  'is asked by what proves a version, at its address: sync and view': ['getSkillVersionProof'],
  'says nothing that another read of the program does not': ['getSkillManifest', 'getSkillVersionBundle'],
};

it('has a command for every operation that a person would look for, and says why for the others', async () => {
  const folder = join(import.meta.dirname, '../../../scripts/cli');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const source = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const called = new Set(
    [...source.matchAll(/\b(?:operation: '(\w+)'|[a-zA-Z]+\.(\w+)\()/g)].map(([, row, method]) => row ?? method),
  );
  const missing = operationIds.filter(
    (id) => operationOf(id).access !== 'operator' && !('surface' in operationOf(id)) && !called.has(id),
  );
  expect(missing.toSorted()).toEqual(Object.values(without).flat().toSorted());
});
