/** A client that listens for changes of its kit. */
import type { TestRegistry } from '../registry.ts';
import { message, sendMessage } from './message.ts';

const changed = 'notifications/resources/list_changed';

/** What is sent on one answer that does not end: the methods so far, and whether it has ended. */
export async function subscribeAt(at: TestRegistry, token: string) {
  const sent = message('subscriptions/listen', { notifications: { resourcesListChanged: true } });
  const response = await sendMessage(at, sent, { authorization: `Bearer ${token}` });
  const state = { methods: [] as string[], ended: false, text: '' };
  const reader = response.body?.getReader();
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      state.text += Buffer.from(part.value).toString();
      state.methods = [...state.text.matchAll(/"method":"([^"]+)"/g)].map(([, method]) => method as string);
    }
    state.ended = true;
  };
  const done = read().catch(() => (state.ended = true));
  return {
    state,
    type: response.headers.get('content-type'),
    [Symbol.asyncDispose]: async () => {
      await reader?.cancel();
      await done;
    },
  };
}

export const told = (state: { methods: string[] }) => state.methods.filter((method) => method === changed).length;
