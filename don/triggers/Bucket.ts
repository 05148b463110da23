/** How often something may happen: so many at once, then one each time so long has passed. */
export type Rate = { readonly everyMs: number; readonly burst: number }

export class Bucket {
  private readonly rate: Rate
  private readonly now: () => number
  private tokens: number
  private at: number

  constructor(rate: Rate, now: () => number = Date.now) {
    this.rate = rate
    this.now = now
    this.tokens = rate.burst
    this.at = now()
  }

  /** Takes one, if there is one. */
  take(): boolean {
    this.refill()
    if (this.tokens < 1) return false
    this.tokens--
    return true
  }

  /** How long until there is one again. */
  waitMs(): number {
    this.refill()
    return this.tokens >= 1 ? 0 : Math.ceil((1 - this.tokens) * this.rate.everyMs)
  }

  private refill(): void {
    const now = this.now()
    const gained = this.rate.everyMs === 0 ? this.rate.burst : Math.max(0, now - this.at) / this.rate.everyMs
    this.tokens = Math.min(this.rate.burst, this.tokens + gained)
    this.at = now
  }
}
