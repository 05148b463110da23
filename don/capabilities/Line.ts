/** One at a time, in the order they came. */
export class Line {
  private last: Promise<unknown> = Promise.resolve()

  async next<result>(work: () => Promise<result>): Promise<result> {
    const done = this.last.then(work)
    this.last = done.catch(() => {})
    return await done
  }
}
