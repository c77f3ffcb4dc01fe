import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openGate, type Turn } from '../../origin/http/admission/gate.ts';
import { times } from '../thoroughness.ts';

const never = { patience: 2 ** 30, impatience: 2 ** 30 };

const clients = ['ada', 'bob', 'cyd', 'dee'] as const;
type Client = (typeof clients)[number];

type Step = { kind: 'come'; client: Client } | { kind: 'end' | 'leave' | 'aside' | 'return'; which: number };

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('come' as const),
      client: fc.constantFrom(...clients, 'ada' as const, 'ada' as const),
    }),
    fc.record({ kind: fc.constantFrom('end', 'leave', 'aside', 'return'), which: fc.nat(20) }),
  ),
  { minLength: 1, maxLength: 60 },
);

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  it('leaks no place and passes nobody over, however clients come, leave and finish', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          running: fc.integer({ min: 1, max: 4 }),
          each: fc.integer({ min: 1, max: 3 }),
          waiting: fc.nat(8),
        }),
        steps,
        async (sizes, moves) => {
          const gate = openGate({ ...sizes, ...never });
          const waiting = new Map<AbortController, Client>();
          const working: { client: Client; turn: Turn; back?: () => void }[] = [];
          /** Who was served while each waited. */
          const ahead = new Map<Client, Set<Client>>();
          const held = (client: Client) => working.filter((one) => one.client === client && !one.back).length;
          const line = (client: Client) => [...waiting.values()].filter((one) => one === client).length;
          let asked = 0;
          let answered = 0;
          let over = 0;

          const begin = (client: Client, wasWaiting: boolean, turn: Turn) => {
            for (const other of wasWaiting ? clients : []) {
              if (other === client || line(other) === 0 || held(other) >= sizes.each) continue;
              const before = ahead.get(other) ?? new Set();
              expect(before.has(client), `${client} twice before ${other}`).toBe(false);
              ahead.set(other, before.add(client));
            }
            ahead.delete(client);
            working.push({ client, turn });
          };
          const come = (client: Client) => {
            asked += 1;
            const left = new AbortController();
            let isWaiting = false;
            void gate
              .enter(client, () => {
                isWaiting = true;
                waiting.set(left, client);
                return left.signal;
              })
              .then(
                (turn) => {
                  waiting.delete(left);
                  begin(client, isWaiting, turn);
                },
                (error) => {
                  expect(error.code).toBe('unavailable');
                  waiting.delete(left);
                  if (line(client) === 0) ahead.delete(client);
                },
              )
              .finally(() => {
                answered += 1;
              });
          };
          const act = (step: Step): void => {
            if (step.kind === 'come') come(step.client);
            if (step.kind === 'leave') [...waiting.keys()][step.which]?.abort();
            const one = step.kind === 'come' ? undefined : working[step.which % working.length];
            if (one && step.kind === 'aside' && !one.back) {
              const sent = Promise.withResolvers<void>();
              one.back = sent.resolve;
              void one.turn.aside(() => sent.promise);
            } else if (one?.back && step.kind === 'return') {
              one.back();
              delete one.back;
              over = Math.max(over, working.filter(({ back }) => !back).length);
            } else if (one && step.kind === 'end') {
              working.splice(working.indexOf(one), 1);
              one.turn.end();
              one.turn.end();
              one.back?.();
            }
          };
          for (const step of moves) {
            act(step);
            await settled();
            const counts = gate.counts();
            expect(counts.running).toBe(working.filter(({ back }) => !back).length);
            expect(counts.waiting).toBe(waiting.size);
            expect(counts.waiting).toBeLessThanOrEqual(sizes.waiting);
            expect(counts.running).toBeLessThanOrEqual(Math.max(sizes.running, over));
            const couldWork = [...waiting.values()].filter((client) => held(client) < sizes.each);
            if (counts.running < sizes.running) expect(couldWork, 'waits though a place is free').toEqual([]);
          }
          for (let rounds = 0; working.length > 0 || waiting.size > 0; rounds += 1) {
            expect(rounds).toBeLessThan(1000);
            // One after the other: `held` knows nothing of who ends in the same moment.
            act({ kind: 'end', which: rounds });
            await settled();
          }
          expect(gate.counts()).toEqual({ running: 0, waiting: 0 });
          expect(answered).toBe(asked);
        },
      ),
      { numRuns: times(100) },
    );
  });

  it('lets a burst wait, and under a load that goes on answers only who came lately', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const gate = openGate({ running: 1, each: 1, waiting: 100, patience: 300, impatience: 0 });
    const outcomes: string[] = [];
    const come = (name: string) => {
      const entered = gate.enter(name);
      void entered.then(
        () => outcomes.push(`${name} worked`),
        () => outcomes.push(`${name} was refused`),
      );
      return entered;
    };
    const first = await come('first');
    const burst = come('burst');
    first.end();
    const second = await burst;
    // From here on somebody always waits.
    const early = come('early');
    vi.advanceTimersByTime(200);
    void come('middle').catch(() => undefined);
    vi.advanceTimersByTime(101);
    await expect(early).rejects.toMatchObject({ code: 'unavailable' });
    second.end();
    await settled();
    expect(outcomes).toEqual(['first worked', 'burst worked', 'early was refused', 'middle was refused']);
    expect(gate.counts()).toEqual({ running: 0, waiting: 0 });
  });
});
