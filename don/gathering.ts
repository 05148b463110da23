import { CapabilityError } from './capability.ts'

/** What one node gave, and when. */
export type Given = { readonly node: number; readonly bytes: Uint8Array; readonly at: number }

export type GatheringOptions<result> = {
  /** How many nodes take part at all. */
  readonly expected: number
  /** Whether what is there suffices; asked after each gift. */
  readonly isEnough: (given: readonly Given[]) => boolean
  /** How long to wait for the rest once it suffices. */
  readonly graceMs: number
  readonly timeoutMs: number
  readonly clock?: () => number
  /** Decides once, for all nodes; nodes that come later get the same. */
  readonly decide: (given: readonly Given[]) => Promise<result>
}

/** Collects one thing from each node and decides once. */
export class Gathering<result> {
  private readonly options: GatheringOptions<result>
  private readonly given = new Map<number, Given>()
  private readonly result = Promise.withResolvers<result>()
  private readonly deadline: NodeJS.Timeout
  private grace: NodeJS.Timeout | undefined
  private isDecided = false

  constructor(options: GatheringOptions<result>) {
    this.options = options
    this.deadline = setTimeout(() => this.finish(), options.timeoutMs)
    // Whoever waits hears of a failure; nobody may be waiting yet.
    this.result.promise.catch(() => {})
  }

  async give(node: number, bytes: Uint8Array): Promise<result> {
    if (!this.isDecided && !this.given.has(node)) {
      const { clock = Date.now } = this.options
      this.given.set(node, { node, bytes, at: clock() })
      const isEnough = this.options.isEnough([...this.given.values()])
      if (this.given.size >= this.options.expected) this.finish()
      else if (isEnough && this.grace === undefined)
        this.grace = setTimeout(() => this.finish(), this.options.graceMs)
    }
    return await this.result.promise
  }

  /** Ends the waiting, whoever is still missing. */
  finish(): void {
    if (this.isDecided) return
    this.isDecided = true
    clearTimeout(this.deadline)
    clearTimeout(this.grace)
    const given = [...this.given.values()].sort((a, b) => a.node - b.node)
    if (this.options.isEnough(given)) this.options.decide(given).then(this.result.resolve, this.result.reject)
    else this.result.reject(new NotEnoughError(given.length, this.options.expected))
  }
}

/** The largest number of nodes that gave the same bytes. */
export const mostAlike = (given: readonly Given[]): readonly Given[] => {
  const groups = new Map<string, Given[]>()
  for (const one of given) {
    const key = Buffer.from(one.bytes).toString('base64')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].reduce<readonly Given[]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  )
}

export class NotEnoughError extends CapabilityError {
  constructor(given: number, expected: number) {
    super(`consensus calculation failed, only ${given} of ${expected} nodes came or agreed`, {
      origin: 'System',
      code: 'ConsensusFailed',
    })
  }
}
