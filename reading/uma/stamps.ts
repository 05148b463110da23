/** What oracles and adapters write at the end of ancillary data, by its key. */
export type Stamps = { readonly [key: string]: string }

/** Everything that contracts are known to append; what has another key belongs to the text. */
const keys = new Set([
  'initializer',
  'ooRequester',
  'childRequester',
  'childChainId',
  'childOracle',
  'childBlockNumber',
  'ancillaryDataHash',
])
const mostStamps = 16
const longestStamp = 128

type Taken = {
  readonly body: string
  readonly initializer: string | null
  readonly stamps: Stamps
  /** How many characters follow the initializer, or the body where there is none. */
  readonly stamped: number
}

/** Cuts off what was stamped on: `,initializer:<address>,ooRequester:<address>,childChainId:137`. */
export function takeStamps(text: string): Taken {
  const stamps: [string, string][] = []
  let end = text.length
  let initializer: string | null = null
  let asked = end
  while (stamps.length < mostStamps && initializer === null) {
    const at = text.lastIndexOf(',', end - 1)
    const stamp = at === -1 || end - at > longestStamp ? null : stampPattern.exec(text.slice(at, end))
    if (stamp === null || !keys.has(stamp[1]!)) break
    const [, key, value] = stamp as unknown as [string, string, string]
    if (key === 'initializer') {
      if (!addressPattern.test(value)) break
      initializer = toAddress(value)
      asked = end
    } else {
      stamps.unshift([key, addressPattern.test(value) ? toAddress(value) : value])
      asked = at
    }
    end = at
  }
  return {
    body: text.slice(0, end),
    initializer,
    stamps: Object.fromEntries(stamps),
    stamped: text.length - asked,
  }
}

const stampPattern = /^,([A-Za-z]{1,32}):([0-9A-Za-z]{1,80})$/
const addressPattern = /^(?:0x)?[0-9a-fA-F]{40}$/
const toAddress = (value: string): string => `0x${value.replace(/^0x/, '').toLowerCase()}`
