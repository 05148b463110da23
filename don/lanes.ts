/**
 * Places for executions that run side by side, each with what it needs to itself. The lowest free one is taken, and made when it
 * is first needed; who finds none waits in line.
 */
export class Lanes<lane> {
  private readonly make: () => lane
  private readonly most: number
  private readonly made: lane[] = []
  private readonly free = new Set<number>()
  private readonly line: ((index: number) => void)[] = []

  constructor(most: number, make: () => lane) {
    this.most = most
    this.make = make
  }

  /** Those that were ever needed. */
  get all(): readonly lane[] {
    return this.made
  }

  /** How many wait. */
  get waiting(): number {
    return this.line.length
  }

  async use<result>(work: (lane: lane) => Promise<result>): Promise<result> {
    const index = await this.take()
    try {
      return await work(this.made[index]!)
    } finally {
      const next = this.line.shift()
      if (next === undefined) this.free.add(index)
      else next(index)
    }
  }

  private async take(): Promise<number> {
    if (this.free.size > 0) {
      const index = Math.min(...this.free)
      this.free.delete(index)
      return index
    }
    if (this.made.length < this.most) return this.made.push(this.make()) - 1
    return await new Promise((resolve) => this.line.push(resolve))
  }
}
