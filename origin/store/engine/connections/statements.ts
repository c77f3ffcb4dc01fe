/**
 * What is asked again and again is parsed once on each connection, and planned once where that serves as well: of a search,
 * and of a publish, that took as long as running it. A statement is named after its text, so a name never stands for
 * another one, whoever shares the connection. Where a pooler hands each transaction to another connection a name may be
 * unknown, or known already: then the statement is sent again without one, and so is all that follows. Of a transaction
 * that is for who began it, from its beginning (`isOfNames`).
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** As often a text is asked before it gets a name; lists of varying length have many texts. */
const often = 3;
/** Names that there are at most, since a connection keeps each for good; and texts that are counted. */
const [mostNames, mostCounted] = [250, 2000];
/** In characters. */
const longest = 20_000;

/** An unknown name, a name that is taken, and a result of other columns than before: what a migration makes of `*`. */
const [unknownName, takenName, otherColumns] = ['26000', '42P05', '0A000'];

/** Whether a statement failed by its name alone. It is sent without one the next time. */
export const isOfNames = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === unknownName || code === takenName || code === otherColumns;
};

/** What the driver answers with, whatever that is. */
type Result = unknown;

/** What a connection of the driver is asked here. */
interface Connection {
  query(text: string | { name: string; text: string; values: unknown[] }, values?: unknown[]): Promise<Result>;
  /** `I` outside of transactions: within one, what fails can't be sent again. */
  getTransactionStatus(): string | null;
}

/** What is named: reads outside of transactions, or whatever is asked within them. */
type Kind = 'reads' | 'writes';

const nameable: Record<Kind, RegExp> = {
  reads: /^\s*(?:select|with)\b/i,
  writes: /^\s*(?:select|with|insert|update|delete)\b/i,
};

// biome-ignore lint/suspicious/noExplicitAny: the driver’s class, whose methods take arguments of many kinds.
type Client = new (...options: any[]) => { query(...asked: any[]): any; getTransactionStatus(): string | null };

/** The names of all statements of a pool. */
export class Statements {
  readonly #names = new Map<string, string>();
  readonly #counts = new LRUCache<string, number>({ max: mostCounted });
  readonly #unnamed = new Set<string>();
  readonly #kind: Kind;
  #isOff = false;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** Sends a statement, by its name where it has one. */
  async ask(connection: Connection, text: string, values: unknown[]): Promise<Result> {
    const isAlone = this.#kind === 'reads';
    const name = isAlone && connection.getTransactionStatus() !== 'I' ? undefined : this.#nameOf(text);
    if (name === undefined) return connection.query(text, values);
    try {
      return await connection.query({ name, text, values });
    } catch (error) {
      if (!isOfNames(error)) throw error;
      if ((error as { code?: string }).code === otherColumns) this.#unnamed.add(text);
      else this.#isOff = true;
      if (!isAlone) throw error;
      return connection.query(text, values);
    }
  }

  #nameOf(text: string): string | undefined {
    if (this.#isOff || this.#unnamed.has(text)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= mostNames || text.length > longest || !nameable[this.#kind].test(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    if (count < often) return undefined;
    this.#counts.delete(text);
    const name = `s${hash('sha256', text).slice(0, 40)}`;
    this.#names.set(text, name);
    return name;
  }
}

/** The driver's connection, which names what `statements` says. */
export const namingClient = <C extends Client>(Base: C, statements: Statements): C =>
  class extends Base {
    override query(...asked: unknown[]): unknown {
      const send = (...parts: unknown[]) => super.query(...parts) as Promise<Result>;
      const [text, values] = asked;
      if (typeof text !== 'string' || !Array.isArray(values) || asked.length > 2) return send(...asked);
      return statements.ask({ query: send, getTransactionStatus: () => this.getTransactionStatus() }, text, values);
    }
  };
