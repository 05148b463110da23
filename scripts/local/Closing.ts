/** What was opened, to be closed again from the last to the first. */
export class Closing {
  private readonly closers: (() => unknown)[] = []

  /** Remembers how to close what is being opened. */
  async opened<thing>(opening: Promise<thing>, close: (thing: thing) => unknown): Promise<thing> {
    const thing = await opening
    this.closers.push(() => close(thing))
    return thing
  }

  /** Closes everything; one that fails does not keep the others open. The first failure is told. */
  async close(): Promise<void> {
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
