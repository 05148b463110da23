/** A question to UMA in Polymarket's own words for it; what it asks is made up. */
export const made = {
  question: 'Will the Lake Example gauge read more than 406.5 m by March 1, 2027?',
  description:
    'This market will resolve to "Yes" if the gauge of Lake Example reads more than 406.5 m by March 1, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".\n\nThe resolution source will be the hydrological service (https://hydro.example.com/lake).',
} as const

export const initializer = `0x${'1a'.repeat(20)}`
export const board = `0x${'2b'.repeat(20)}`
export const page = `https://polygonscan.com/tx/0x${'3c'.repeat(32)}`
export const updates = `Updates made by the question creator via the bulletin board at ${board} as described by ${page} should be considered.`

type Parts = {
  readonly question?: string
  readonly description?: string
  readonly yes?: string
  readonly no?: string
  readonly between?: string
  readonly after?: string
  readonly stamps?: string
}

/** Ancillary data as Polymarket writes it. */
export const ancillary = ({
  question = made.question,
  description = made.description,
  yes = 'Yes',
  no = 'No',
  between = ' ',
  after = updates,
  stamps = `,initializer:${initializer.slice(2)}`,
}: Parts = {}): string =>
  `q: title: ${question}, description: ${description}${between}res_data: p1: 0, p2: 1, p3: 0.5. Where p1 corresponds to ${no}, p2 to ${yes}, p3 to unknown/50-50. ${after}${stamps}`

export const toHex = (text: string): string => `0x${Buffer.from(text, 'utf8').toString('hex')}`
