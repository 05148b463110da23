/** Edits of rules as people make them, each a function of a text and a place to choose; null where the text offers none. */
export type RuleEdit = {
  readonly name: string
  readonly change: 'cosmetic' | 'semantic'
  readonly apply: (text: string, choose: Choose) => string | null
}

/** A number below another, from wherever the test has its randomness. */
export type Choose = (below: number) => number

/** One of the places where a pattern stands, with something else there; null when it stands nowhere or says the same. */
function at(
  pattern: RegExp,
  write: (match: RegExpExecArray, choose: Choose) => string | null,
): RuleEdit['apply'] {
  return (text, choose) => {
    const found = [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))]
    if (found.length === 0) return null
    const match = found[choose(found.length)]!
    const written = write(match, choose)
    if (written === null || written === match[0]) return null
    return `${text.slice(0, match.index)}${written}${text.slice(match.index + match[0].length)}`
  }
}

const all = (pattern: RegExp, written: string) => (text: string) => {
  const edited = text.replace(pattern, written)
  return edited === text ? null : edited
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const month = `(${months.join('|')})`
const day = new RegExp(`\\b${month} ([0-9]{1,2}), (20[0-9]{2})\\b`)
const clock = /\b(1[0-2]|[1-9]):([0-5][0-9]) ?(AM|PM)\b/
const other = <item>(items: readonly item[], one: item, choose: Choose): item => {
  const rest = items.filter((each) => each !== one)
  return rest[choose(rest.length)]!
}
const two = (value: number) => String(value).padStart(2, '0')

/** A letter swapped with its neighbour inside a long word that is no name. */
const misspell = at(/(?<=[a-z] )(?!greater|percent)[a-z]{7,}\b/, ([word], choose) => {
  const place = 2 + choose(word.length - 4)
  const swapped = `${word.slice(0, place)}${word[place + 1]}${word[place]}${word.slice(place + 2)}`
  return swapped
})

const cosmetic: Readonly<Record<string, RuleEdit['apply']>> = {
  'blanks doubled': all(/ /g, '  '),
  'paragraphs apart': all(/\n+/g, '\n\n\n'),
  'sentences on lines': all(/(?<=[a-z)”"]{2}\.) (?=[A-Z])/g, '\n'),
  'hard blanks': all(/ (?=[0-9])/g, '\u00a0'),
  'curly quotes': all(/"([^"\n]*)"/g, '“$1”'),
  'straight quotes': all(/[“”]/g, '"'),
  'long dashes': all(/(?<= [0-9]{1,4})-(?=[0-9]{1,4}[ ,.])/g, '–'),
  'no comma after Otherwise': all(/Otherwise, /g, 'Otherwise '),
  'no Oxford comma': all(/, (and|or) /g, ' $1 '),
  'a final point less': all(/\.\s*$/, ''),
  'a letter swapped': misspell,
  'a word twice': at(/\b(the|will|to|of|market) (?=[a-z])/, ([word]) => `${word}${word}`),
  'an article less': at(/\b(the|a|an) (?=[a-z])/, () => ''),
  contraction: at(/\b(does|is|has|are|was) not\b/, ([, word]) => `${word}n't`),
  'British spelling': at(/\b(canceled|recognize[sd]?|organization)\b/, ([word]) =>
    word.replace('canceled', 'cancelled').replace('ize', 'ise').replace('ization', 'isation'),
  ),
  'day before month': at(day, ([, name, number, year]) => `${number} ${name} ${year}`),
  'short month': at(day, ([, name, number, year]) => `${name!.slice(0, 3)}. ${number}, ${year}`),
  'ordinal day': at(day, ([, name, number, year]) => {
    const ending = ['1', '21', '31'].includes(number!) ? 'st' : ['2', '22'].includes(number!) ? 'nd' : 'th'
    return ['3', '23'].includes(number!) ? null : `${name} ${number}${ending}, ${year}`
  }),
  'ISO day': at(
    day,
    ([, name, number, year]) => `${year}-${two(months.indexOf(name!) + 1)}-${two(Number(number))}`,
  ),
  'clock of 24 hours': at(/\b(1[0-2]|[1-9]):([0-5][0-9]) ?(AM|PM)(?= ET\b)/, ([, hour, minute, half]) => {
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
    return `${two(hours)}:${minute}`
  }),
  'small halves': at(clock, ([, hour, minute, half]) => `${hour}:${minute}${half!.toLowerCase()}`),
  'pointed halves': at(clock, ([, hour, minute, half]) => `${hour}:${minute} ${half![0]!.toLowerCase()}.m.`),
  'the same instant in UTC': at(
    /\b(?:November|December|January|February) ([0-9]{1,2}), (20[0-9]{2}),? 11:59 PM ET/,
    ([whole, , year]) => {
      const local = new Date(`${whole.split(/,? 11/)[0]} 23:59 UTC`)
      // The clocks of New York change early in November.
      if (whole.startsWith('Nov') && local.getUTCDate() < 8) return null
      const utc = new Date(local.getTime() + 5 * 3_600_000)
      return Number.isNaN(local.getTime()) || year === undefined
        ? null
        : `${utc.toISOString().slice(0, 10)}, 04:59 UTC`
    },
  ),
  'on or before for by': at(new RegExp(`\\bby (?=${month} [0-9]{1,2}, )`), () => 'on or before '),
  'Eastern Time': at(/(?<=(?:AM|PM) )ET\b/, () => 'Eastern Time'),
  'thousands apart': at(/(?<![0-9,])([1-9][0-9]{0,2}),([0-9]{3})\b(?!,)/, ([, high, low]) => `${high}${low}`),
  'million in full': at(/\$([0-9]{1,3})(?: million|M|m)\b/, ([, number]) => `$${number},000,000`),
  'percent in words': at(/([0-9])%/, ([, digit]) => `${digit} percent`),
  'at least in a sign': at(
    /\b(?:greater than or equal to|equal to or greater than) (?=\$?[0-9])/,
    () => '≥ ',
  ),
  'it for this market': at(/(?<=Otherwise,? )this market (?=will resolve)/, () => 'it '),
  'resolves for will resolve': at(/\b(this market|it) will resolve to\b/, ([, who]) => `${who} resolves to`),
  'paragraphs swapped': (text, choose) => {
    const parts = text.split(/\n+/).filter((part) => part.trim() !== '')
    const apart = parts.every((part) => /[.!?"”]$/.test(part.trim()))
    const place = choose(Math.max(1, parts.length - 1))
    const [one, two] = [parts[place], parts[place + 1]]
    if (!apart || one === undefined || two === undefined || one === two) return null
    if ([one, two, parts[place + 2] ?? 'The end'].some((part) => !/^(?:The|A|An|Any|All) /.test(part)))
      return null
    return [...parts.slice(0, place), two, one, ...parts.slice(place + 2)].join('\n\n')
  },
  'https without www': at(/https?:\/\/www\./, () => 'https://'),
  'a slash more': at(/(https:\/\/[^\s/)]*[a-z])(?=[)\s]|\.\s|\.?$)/, ([address]) => `${address}/`),
}

const semantic: Readonly<Record<string, RuleEdit['apply']>> = {
  'another digit': at(/(?<!https?:\/\/\S*)[0-9]/, ([digit], choose) =>
    String((Number(digit) + 1 + choose(9)) % 10),
  ),
  'another day': at(
    day,
    ([, name, number, year]) => `${name} ${Number(number) === 1 ? 2 : Number(number) - 1}, ${year}`,
  ),
  'another month': at(
    day,
    ([, name, number, year], choose) => `${other(months, name, choose)} ${number}, ${year}`,
  ),
  'another year': at(day, ([, name, number, year]) => `${name} ${number}, ${Number(year) + 1}`),
  'another half of the day': at(/(?<=[0-9] ?)(AM|PM)\b/, ([half]) => (half === 'AM' ? 'PM' : 'AM')),
  'another zone': at(/\bET\b/, (_, choose) => ['PT', 'UTC', 'CET', 'GMT', 'JST'][choose(5)]!),
  'no zone': at(/ ET\b(?=[,.)])/, () => ''),
  'no deadline': at(
    new RegExp(`\\bby ${month} [0-9]{1,2}, 20[0-9]{2}(?:, 11:59 PM ET)?`),
    () => 'at some time',
  ),
  'before for by': at(new RegExp(`\\bby (?=${month})`), () => 'before '),
  'by for before': at(new RegExp(`\\bbefore (?=${month})`), () => 'by '),
  'after for by': at(new RegExp(`\\bby (?=${month})`), () => 'after '),
  'or for and': at(/(?<=[a-z]{3} )and (?=[a-z]{4})/, () => 'or '),
  'and for or': at(/(?<=[a-z]{3} )or (?=[a-z]{4})/, () => 'and '),
  'more for at least': at(
    /\b(?:at least|greater than or equal to|equal to or greater than) (?=\$?[0-9])/,
    () => 'more than ',
  ),
  'less for more': at(/\b(?:more|greater|higher) than\b/, () => 'less than'),
  'no more than for at least': at(/\bat least\b/, () => 'at most'),
  'low for high': at(/"High"/, () => '"Low"'),
  'billion for million': at(/\bmillion\b/, () => 'billion'),
  'ten times as much': at(/\$([0-9][0-9,.]*)(?=[ ,.])/, ([, number]) => `$1${number}`),
  'points for percent': at(/([0-9])%/, ([, digit]) => `${digit} points`),
  'euros for dollars': at(/\$(?=[0-9])/, () => '€'),
  'a negation more': at(
    /\b(will|does|is|has|are|was|must|may) (?!not\b)(?=[a-z]{3})/,
    ([, word]) => `${word} not `,
  ),
  'a negation less': at(/\b(will|does|is|has|are|was|must|may|do|did) not\b/, ([, word]) => word!),
  'No for Yes': at(/"Yes"|“Yes”/, () => '"No"'),
  'Yes for No': at(/"No"|“No”/, () => '"Yes"'),
  'No for half': at(/resolve (?:to )?50-50/, () => 'resolve to "No"'),
  'may for will': at(/\bwill (?=resolve)/, () => 'may '),
  'only more': at(/\bwill (?=(?:count|qualify|be considered))/, () => 'will only '),
  'any for all': at(/\ball\b/, () => 'any'),
  'either for both': at(/\bboth\b/, () => 'either'),
  'excluding for including': at(/\bincluding\b/, () => 'excluding'),
  'another source': at(/(?<=source[^.\n]{5,80})https?:\/\/[^\s)/]+/, () => 'https://other.example.net'),
  'another page': at(
    /(?<=source[^.\n]{5,80})(https?:\/\/[^\s)/]+\/)[^\s).,?#]{3,}/,
    ([, host]) => `${host}another-page`,
  ),
  'sources replaced': at(/consensus of credible reporting/, () => 'decision of the market’s makers'),
  'a source more': at(/(?<=(?:source|sources)[^.\n]{5,80})\.(?=\s|$)/, () => ' or comparable announcements.'),
  'a sentence less': at(/(?<=[a-z)"”]\. )[A-Z][^.\n]{25,}\.(?=\s|$)/, ([sentence]) =>
    isIdle(sentence) ? null : '',
  ),
  'a clause more': (text) => `${text}\nIf the event is cancelled, this market will resolve to "No".`,
  'a definition more': (text) =>
    `${text}\nFor the purposes of this market, unofficial results will be considered.`,
  'background that decides': (text) => `${text}\nFor context, a tie will count as a loss.`,
  'another name': at(/(?<=[a-z,] )[A-Z][a-z]{3,} [A-Z][a-z]{4,}(?=[ ,.])/, () => 'Ada Lovelace'),
  'another actor': at(/\b(Senate|House|President|Court|government|Congress)\b/, ([word]) =>
    word === 'Congress' ? 'Council' : 'Congress',
  ),
  'announced for done': at(/\b(signs|signed|launches|launched|resigns|leaves|wins)\b/, () => 'announces'),
  'first for last': at(/\b(first|last)\b/, ([word]) => (word === 'first' ? 'last' : 'first')),
  'another numeral': at(/\b(two|three|four|five|six)\b/, ([word], choose) =>
    other(['two', 'three', 'four', 'five', 'six'], word, choose),
  ),
  'days for hours': at(/(?<=[0-9] )(hours?|minutes?)\b/, () => 'days'),
  'another letter in a name': at(
    /(?<=[a-z,] )[A-Z][a-z]{5,}\b/,
    ([name]) => `${name.slice(0, 3)}z${name.slice(4)}`,
  ),
  'another candle': at(/\b1 (minute|hour)\b/, ([, unit]) => (unit === 'hour' ? '1 minute' : '1 hour')),
  'another pair': at(/\b(BTC|ETH|SOL|XRP)(?=[/_]USDT)/, ([asset]) => (asset === 'ETH' ? 'BTC' : 'ETH')),
  'open for close': at(/\bclose price\b/, () => 'open price'),
}

/** A sentence that says nothing that decides: to leave it out is no change of what the rule means. */
const isIdle = (sentence: string): boolean => /read more|more information|http/i.test(sentence)

const listOf = (change: RuleEdit['change'], edits: Readonly<Record<string, RuleEdit['apply']>>): RuleEdit[] =>
  Object.entries(edits).map(([name, apply]) => ({ name, change, apply }))

export const ruleEdits: readonly RuleEdit[] = [
  ...listOf('cosmetic', cosmetic),
  ...listOf('semantic', semantic),
]
