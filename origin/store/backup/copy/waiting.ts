/** Writes that wait until so many frames of the log are in the copy. */
export class Waiting {
  #all: { total: number; resolve: () => void; reject: (error: unknown) => void }[] = [];

  until(total: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#all.push({ total, resolve, reject });
    });
  }

  answer(sent: number): void {
    for (const { resolve } of this.#all.filter(({ total }) => total <= sent)) resolve();
    this.#all = this.#all.filter(({ total }) => total > sent);
  }

  refuse(error: unknown): void {
    for (const { reject } of this.#all) reject(error);
    this.#all = [];
  }
}
