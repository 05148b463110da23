import type { Refusal } from './guest.ts'

/** What a guest has asked for and not yet waited for, by the ids that it gave. An id serves once, and an answer is given once. */
export class PendingCalls<answer> {
  private readonly used = new Set<number>()
  private readonly waiting = new Map<number, Promise<answer>>()

  /** Remembers a call and gives its answer; undefined where its id was used before. */
  add(id: number, make: () => Promise<answer>): Promise<answer> | undefined {
    if (this.used.has(id)) return undefined
    this.used.add(id)
    const answer = make()
    // Whoever waits hears of a failure; nobody may be waiting yet.
    answer.catch(() => {})
    this.waiting.set(id, answer)
    return answer
  }

  /** The answers to all of them, or why there are none. */
  async take(
    ids: readonly number[],
    failure: (id: number, error: Error) => string,
  ): Promise<ReadonlyMap<number, answer> | Refusal> {
    const answers = new Map<number, answer>()
    for (const id of ids) {
      const waiting = this.waiting.get(id)
      if (waiting === undefined) return { error: `failed to get call from store : ${id}` }
      try {
        answers.set(id, await waiting)
      } catch (error) {
        return { error: failure(id, error as Error) }
      }
      this.waiting.delete(id)
    }
    return answers
  }
}
