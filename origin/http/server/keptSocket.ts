/**
 * A listening socket that outlives the process that answers on it. The supervisor has a duplicate, and the process that is
 * started next answers on that: who connects in between waits for it, and is not refused.
 */
import type { ChildProcess, SendHandle } from 'node:child_process';
import type { Server } from 'node:net';

/** Milliseconds to wait for a process that is to come back, and for a socket that is to be sent. Then a refusal is better. */
const patience = 5000;

/** In the environment of a process that will be sent a socket. */
const mark = 'SOCKET_IS_SENT';

/** What the process sends along with its socket, and is sent with it. */
export const socketWord = 'socket';

/** Node’s own object below a server. Node’s types have it neither on a server nor as what can be sent. */
type Socket = SendHandle & { close(): void };

/** The supervisor’s half. */
export class KeptSocket {
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** For the environment of the process that is started next. */
  get environment(): Record<string, string> {
    return this.#socket ? { [mark]: '1' } : {};
  }

  sendTo(child: ChildProcess): void {
    // One that ended meanwhile needs none; one that gets none begins by itself.
    if (this.#socket) child.send(socketWord, this.#socket, () => undefined);
  }

  /** Of a process that listens now. */
  take(socket: SendHandle): void {
    this.#letGo();
    this.#socket = socket as Socket;
    // It may come from a process that was just ready when all were told to end.
    if (this.#isOver) this.#letGo();
  }

  /** The process ended. */
  await(): void {
    this.#timer ??= setTimeout(() => this.#letGo(), patience);
  }

  /** Takes no other one either. */
  close(): void {
    this.#isOver = true;
    this.#letGo();
  }

  #letGo(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.close();
    this.#socket = undefined;
  }
}

/** What the process before this one listened on; undefined where this one has to begin. */
export async function socketBefore(): Promise<SendHandle | undefined> {
  if (!(process.connected && process.env[mark])) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    process.once('message', (_, socket: SendHandle) => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Gives the supervisor, where there is one, a duplicate of what `server` listens on. */
export function leaveSocket(server: Server): void {
  // Windows has sockets that only their own process can listen on.
  if (process.connected && process.platform !== 'win32')
    process.send?.(socketWord, (server as Server & { _handle?: SendHandle })._handle);
}
