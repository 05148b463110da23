/** How many requests of each caller are under way: one that has as many as it may must wait for its own. */
export type InFlight = {
  /** What ends the request, or null where the caller has too many. */
  begin(caller: string): (() => void) | null
}

export function makeInFlight(most: number): InFlight {
  const under = new Map<string, number>()
  return {
    begin(caller) {
      const count = under.get(caller) ?? 0
      if (count >= most) return null
      under.set(caller, count + 1)
      return () => {
        const left = under.get(caller)! - 1
        if (left === 0) under.delete(caller)
        else under.set(caller, left)
      }
    },
  }
}
