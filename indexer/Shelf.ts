/** Things that are dear to get, kept for a while: each is asked for once, however many want it, and the whole stays small. */
export type Shelf<value> = { get(name: string, fetch: () => Promise<value>): Promise<value> }

export type ShelfOptions<value> = {
  readonly now: () => number
  /** How long a value is kept; nothing is kept of a fetch that throws. */
  readonly ms: (value: value) => number
  readonly most: number
  /** What a value weighs, and how much all of them may. */
  readonly weigh?: (value: value) => number
  readonly mostWeight?: number
}

export function makeShelf<value>(options: ShelfOptions<value>): Shelf<value> {
  const { now, ms, most, weigh = () => 0, mostWeight = Number.POSITIVE_INFINITY } = options
  const kept = new Map<string, { readonly value: value; readonly until: number; readonly weight: number }>()
  const flights = new Map<string, Promise<value>>()
  let weight = 0

  function drop(name: string): void {
    weight -= kept.get(name)?.weight ?? 0
    kept.delete(name)
  }

  function keep(name: string, value: value): void {
    drop(name)
    const own = weigh(value)
    kept.set(name, { value, until: now() + ms(value), weight: own })
    weight += own
    while (kept.size > most || weight > mostWeight) drop(kept.keys().next().value!)
  }

  return {
    async get(name, fetch) {
      const known = kept.get(name)
      if (known !== undefined && known.until > now()) return known.value
      const flight =
        flights.get(name) ??
        fetch()
          .then((value) => {
            keep(name, value)
            return value
          })
          .finally(() => flights.delete(name))
      flights.set(name, flight)
      return flight
    },
  }
}
