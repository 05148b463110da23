/** Work under way, by what it is for: whoever asks for the same joins it. */
export type Flights = Map<string, Promise<unknown>>

/** Runs `work` unless the same is under way already, and then waits for that. */
export function once<result>(flights: Flights, key: string, work: () => Promise<result>): Promise<result> {
  const current = flights.get(key) as Promise<result> | undefined
  if (current !== undefined) return current
  const started = work().finally(() => flights.delete(key))
  flights.set(key, started)
  return started
}
