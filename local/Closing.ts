/** What was opened, to be closed again from the last to the first. */
export class Closing {
  private readonly closers: (() => unknown)[] = []
  private readonly pending = new Set<Promise<unknown>>()

  /** Remembers how to close what is being opened. */
  async opened<thing>(opening: Promise<thing>, close: (thing: thing) => unknown): Promise<thing> {
    const noted = opening.then((thing) => {
      this.closers.push(() => close(thing))
      return thing
    })
    this.pending.add(noted)
    try {
      return await noted
    } finally {
      this.pending.delete(noted)
    }
  }

  /** Closes everything, also what is just being opened; one that fails does not keep the others open. The first failure is told. */
  async close(): Promise<void> {
    await Promise.allSettled(this.pending)
    const failures: unknown[] = []
    for (let close = this.closers.pop(); close !== undefined; close = this.closers.pop()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
