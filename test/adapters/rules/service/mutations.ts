/** Edits of rules as editors make them: those that change what a rule means, and those that do not. */
export type Random = (below: number) => number

/** The same numbers for the same seed (a linear congruential generator is random enough to pick edits). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Rule = {
  readonly subject: string
  readonly threshold: number
  readonly day: number
  readonly source: string
  readonly clauses: readonly string[]
}

const clauses = [
  'If the event is cancelled, this market will resolve 50-50.',
  'A consensus of credible reporting will also be used.',
  'If the meeting is postponed, the market stays open until it takes place.',
  'Only intraday highs count, closing prices do not.',
  'Revisions published after the first release are not considered.',
]
const sources = ['federalreserve.gov', 'binance.com', 'bls.gov', 'reuters.com', 'noaa.gov']
const subjects = ['Bitcoin', 'the CPI', 'the S&P 500', 'Ether', 'the unemployment rate']

export const firstRule = (random: Random): Rule => ({
  subject: subjects[random(subjects.length)]!,
  threshold: 100 + random(900),
  day: 1 + random(28),
  source: sources[random(sources.length)]!,
  clauses: [],
})

export const toText = ({ subject, threshold, day, source, clauses: more }: Rule): string =>
  [
    `This market will resolve to "Yes" if ${subject} is above ${threshold} on December ${day}, 2026, 11:59 PM ET.`,
    'Otherwise, this market will resolve to "No".',
    `The resolution source for this market is https://www.${source}.`,
    ...more,
  ].join(' ')

/** Another one of a list. */
const other = <item>(items: readonly item[], current: item, random: Random): item => {
  const rest = items.filter((one) => one !== current)
  return rest[random(rest.length)]!
}

/** One edit that changes what the rule means. */
export function semantic(rule: Rule, random: Random): Rule {
  switch (random(5)) {
    case 0:
      return { ...rule, threshold: rule.threshold + 1 + random(50) }
    case 1:
      return { ...rule, day: (rule.day % 28) + 1 }
    case 2:
      return { ...rule, source: other(sources, rule.source, random) }
    case 3:
      return { ...rule, subject: other(subjects, rule.subject, random) }
    default: {
      const clause = clauses[random(clauses.length)]!
      const without = rule.clauses.filter((one) => one !== clause)
      return { ...rule, clauses: without.length < rule.clauses.length ? without : [...rule.clauses, clause] }
    }
  }
}

/** One edit that a reader would not notice. */
export function cosmetic(text: string, random: Random): string {
  const edits: readonly ((text: string) => string)[] = [
    (one) => one.replaceAll('. ', '.\n\n'),
    (one) => one.replaceAll(' ', '  '),
    (one) => `  ${one}\n`,
    (one) => one.replaceAll('"Yes"', '“Yes”').replaceAll('"No"', '“No”'),
    (one) => one.replaceAll('50-50', '50–50').replaceAll(' market ', ' market\u00a0'),
  ]
  const edited = edits[random(edits.length)]!(text)
  return edited === text ? `${text} ` : edited
}
