/** Every scenario, by groups that are made together. */
import type { Scenario } from '../explore.ts';
import { copyScenarios } from './copied.ts';
import { projectScenarios } from './installed.ts';
import { snapshotScenarios } from './mirrored.ts';
import { operatorScenarios } from './operated.ts';
import { syncScenarios } from './synced.ts';
import { witnessScenarios } from './witnessed.ts';
import { originScenarios } from './written.ts';

interface Group extends AsyncDisposable {
  scenarios: Scenario[];
}

const alone = async (scenarios: Promise<Scenario[]>): Promise<Group> => ({
  scenarios: await scenarios,
  [Symbol.asyncDispose]: async () => undefined,
});

export const groups: Record<string, () => Promise<Group>> = {
  'writes of an origin': () => alone(originScenarios()),
  snapshots: () => alone(snapshotScenarios()),
  'copies of a registry': copyScenarios,
  'commands of an operator': () => alone(operatorScenarios()),
  'cosignatures of a witness': () => alone(witnessScenarios()),
  syncs: syncScenarios,
  projects: projectScenarios,
};
