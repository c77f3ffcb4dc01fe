/** What ends a command, and the exit code it ends with. */

/** 0 done, 1 it failed or found something, 2 the command line is wrong, 4 sign in first. */
export const exitCodes = { done: 0, failed: 1, usage: 2, signIn: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The registry or the network does not answer; `message` is one plain sentence with a way on. */
export class Unreachable extends Error {}

/** The person asked for something that can't be done; `message` is one plain sentence with a way on. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
