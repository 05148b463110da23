/** Milliseconds without a second of computing, after which tests are taken to wait for what never comes. */
const idle = 10 * 60_000
const step = 1_000

/**
 * When to give up on tests that a mutant may keep from ending: by what they have computed and not by the time that took, for on a busy
 * machine they wait.
 */
export class Patience {
  private readonly most: number
  private seen = { spent: 0, at: 0 }

  /** @param most Milliseconds of CPU. */
  constructor(most: number, now: number) {
    this.most = most
    this.seen.at = now
  }

  /** Whether it is over for tests that have used so many milliseconds of CPU by now. */
  isOver(spent: number, now: number): boolean {
    if (spent - this.seen.spent >= step) this.seen = { spent, at: now }
    return spent > this.most || now - this.seen.at > idle
  }
}
