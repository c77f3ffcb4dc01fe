/** What ClawHub's program does: the same as ours, in its own words. */
import { ask, publishSent, sendFiles, ticketFor } from '../clients/surface.ts';
import { skillMd } from '../registry.ts';
import type { Scene, Write } from './scene.ts';

const asks =
  (method: string, path: string, who: string, body?: object): Write['ready'] =>
  async ({ registry }) =>
  () =>
    ask(registry, who, method, path, body);

/** A request to where the program signs in. */
const askForCode = ({ registry }: Scene, path: string, body: object) =>
  registry.app.request(`/api/cli/device/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const text = skillMd('hub', 'From elsewhere.');

export const clawhubWrites: Write[] = [
  {
    by: 'announceUpload',
    does: 'announces a file',
    records: [],
    ready: asks('POST', '/skills/-/upload-url', 'ada', { path: 'SKILL.md', size: 1, sha256: '0'.repeat(64) }),
  },
  {
    by: 'storeUpload',
    does: 'sends a file',
    records: [],
    ready: async ({ registry }) => {
      const ticket = await ticketFor(registry, 'ada', 'SKILL.md', text);
      return () => ask(registry, 'ada', 'POST', `/uploads/${ticket}`, text);
    },
  },
  {
    by: 'clawhubPublish',
    does: 'publishes what was sent',
    records: ['version.published'],
    tells: ['publish'],
    ready: async ({ registry }) => {
      const files = await sendFiles(registry, 'ada', { 'SKILL.md': text });
      return () => publishSent(registry, 'ada', 'hub', files);
    },
  },
  {
    by: 'clawhubHide',
    does: 'hides a skill',
    records: ['skill.made_private'],
    ready: asks('DELETE', '/skills/two', 'ada', { ownerHandle: 'ada', reason: 'Old.' }),
  },
  {
    by: 'clawhubRestore',
    does: 'shows a private skill',
    records: ['skill.made_public'],
    tells: ['publish'],
    ready: asks('POST', '/skills/secret/undelete', 'ada', {}),
  },
  {
    by: 'clawhubStar',
    does: 'stars a skill',
    records: ['skill.starred'],
    ready: asks('POST', '/stars/two', 'reader', {}),
  },
  {
    by: 'clawhubUnstar',
    does: 'takes a star back',
    records: ['skill.unstarred'],
    ready: async ({ registry }) => {
      await ask(registry, 'reader', 'POST', '/stars/two', {});
      return () => ask(registry, 'reader', 'DELETE', '/stars/two?ownerHandle=ada');
    },
  },
  {
    by: 'clawhubPublisher',
    does: 'creates a team',
    records: ['handle.claimed', 'team.joined'],
    tells: ['profile'],
    ready: asks('POST', '/publishers', 'ada', { handle: 'club' }),
  },
  {
    by: 'clawhubTelemetry',
    does: 'tells what it installed, which nobody keeps',
    records: [],
    ready: async ({ registry }) => {
      const init = { method: 'POST', headers: await registry.as('ada'), body: '{"event":"install","slug":"one"}' };
      return async () => registry.app.request('/api/clawhub/api/cli/telemetry/install', init);
    },
  },
  {
    by: 'requestDeviceCode',
    does: 'asks for a code',
    records: [],
    ready: async (scene) => async () => askForCode(scene, 'code', { label: 'Laptop' }),
  },
  {
    by: 'redeemDeviceCode',
    does: 'fetches its token',
    records: [],
    ready: async (scene) => {
      const asked = await askForCode(scene, 'code', { scope: 'read write' });
      const { device_code, user_code } = (await asked.json()) as Record<string, string>;
      await scene.registry.sendOnSite('POST', `/pairing/${user_code}/approval`, 'reader');
      return async () => askForCode(scene, 'token', { device_code, grant_type: 'any' });
    },
  },
];
