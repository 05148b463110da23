/** A clock that goes as ours does and is moved on where nothing happens: work takes its real time, and waiting none. */
export class SkippingClock {
  private skipped = 0

  readonly now = (): number => Date.now() + this.skipped

  skipTo(instant: number): void {
    this.skipped += Math.max(0, instant - this.now())
  }

  /** How much of what has passed was never waited for. */
  get skippedMs(): number {
    return this.skipped
  }
}
