/** A profile by Node’s inspector, as Chrome records it. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

interface Node {
  id: number;
  callFrame: { functionName: string };
}

interface Said {
  id?: number;
  result: { profile: { nodes: Node[]; samples: number[] } };
}

/** Milliseconds. */
const recorded = 3000;

/** The function that a process computed in for longest, of three seconds. */
export async function busiest(address: string): Promise<string> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let asked = 0;
  const ask = (method: string): Promise<Said> =>
    new Promise((resolve) => {
      asked += 1;
      const id = asked;
      socket.addEventListener('message', ({ data }) => {
        const said: Said = JSON.parse(String(data));
        if (said.id === id) resolve(said);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  for (const method of ['Profiler.enable', 'Profiler.start']) await ask(method);
  await wait(recorded);
  const { nodes, samples } = (await ask('Profiler.stop')).result.profile;
  socket.close();
  const counts = new Map<number, number>();
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return nodes.find(({ id }) => id === most?.[0])?.callFrame.functionName ?? '';
}
