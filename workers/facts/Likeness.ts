import { clausesOf } from './Clauses.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { coreOfText, hasName, isSame, namesIn } from './Names.ts'
import type { PageView } from './PageView.ts'
import { isOfPart } from './Part.ts'
import { isFormOf, refersTo } from './Roles.ts'
import { deniesAnything } from './Statement.ts'
import { compareWording, familiesIn, type Likeness, stems } from './Verbs.ts'

/** How what a reader has a passage say stands to what the market asks: its wording to the title's and the rules', its names to theirs. */
export function likenessOf(spec: EventSpec, page: PageView, fact: Fact): Likeness {
  if (isStep(spec, fact) || isOfOtherYear(spec, fact) || isNamesake(spec, fact)) return 'other'
  const wording = wordingOf(spec, fact)
  const roles = rolesOf(spec, page, fact)
  if (roles === 'reversed') return wording === 'same' && isContest(spec) ? 'excludes' : 'other'
  if (roles === 'other doer')
    return wording === 'same' && (isUnique(spec) || isOtherRuled(spec)) ? 'excludes' : 'other'
  return roles === 'asked' ? wording : 'other'
}

/** The reader's wording against the title's, then against what the rules let count as Yes and as No. */
function wordingOf(spec: EventSpec, fact: Fact): Likeness {
  const said = withoutNames(spec, `${fact.predicate ?? ''} ${withoutAny(fact.object ?? '')}`)
  const titled = compareWording(withoutNames(spec, spec.predicate.quote), said)
  if (titled === 'same' && isPart(spec, fact)) return 'other'
  if (titled !== 'other') return isAboutSame(spec, fact) ? titled : 'other'
  const { yes, no } = clausesOf(spec.rules)
  const [best, worst] = [nearest(spec, yes, said), nearest(spec, no, said)]
  if (worst.share > best.share || isBrief(spec, no, fact)) return 'excludes'
  if (best.share === 0) return excludesClause(spec, yes, said) ? 'excludes' : 'other'
  return deniesAnything(said) === deniesAnything(best.clause) || spec.negative ? 'same' : 'denied'
}

/** By the reader's own wording, or by the passage, the asked verb acts on something else. */
export const isPart = (spec: EventSpec, { predicate, object, quote }: Fact): boolean =>
  isOfPart(spec, `${predicate ?? ''} ${object ?? ''}`) || isOfPart(spec, quote)

type Near = { readonly share: number; readonly clause: string }

/** The clause that holds most of a wording; none below two thirds of it. */
function nearest(spec: EventSpec, clauses: readonly string[], said: string): Near {
  const words = contentOf(said)
  let found: Near = { share: 0, clause: '' }
  for (const clause of clauses) {
    const known = contentOf(withoutNames(spec, clause))
    const hits = words.filter((word) => known.some((each) => isAlike(word, each)))
    const share = hits.some((word) => !isLoose(word)) ? hits.length / words.length : 0
    if (share >= 2 / 3 && share > found.share) found = { share, clause }
  }
  return found
}

/** "An extension resolves No": one or two words, of the family of what is said. */
const isBrief = (spec: EventSpec, clauses: readonly string[], { predicate, object }: Fact): boolean =>
  clauses.some((clause) => {
    const words = contentOf(withoutNames(spec, clause))
    const families = words.flatMap((word) => familiesIn([word]))
    const said = familiesIn(stems(predicate ?? ''))
    if (words.length === 0 || words.length > 2) return false
    const content = contentOf(`${predicate ?? ''} ${object ?? ''}`)
    if (words.every((word) => content.includes(word))) return true
    return families.some(({ name }) => said.some((each) => each.name === name))
  })

/** The event that the rules name keeps the one that is said from being: "upheld" where they ask for "invalidates". */
const excludesClause = (spec: EventSpec, clauses: readonly string[], said: string): boolean =>
  clauses.some(
    (clause) =>
      compareWording(withoutNames(spec, clause.split(/\s+/).slice(0, 12).join(' ')), said) === 'excludes',
  )

const light = new Set(
  stems(`the a an of to in on at by for with from as and or its his her their it that this than be was were is are been has have had do did
  will would not no any all first new final official officially public publicly`),
)
export const contentOf = (text: string): string[] => [
  ...new Set(stems(text).filter((word) => word.length > 2 && !light.has(word))),
]
const isLoose = (word: string): boolean => word.length < 4
export const isAlike = (a: string, b: string): boolean =>
  a === b ||
  (Math.min(a.length, b.length) > 4 && (a.startsWith(b.slice(0, -1)) || b.startsWith(a.slice(0, -1)))) ||
  familiesIn([a]).some(({ name }) => familiesIn([b]).some((other) => other.name === name))

type Roles = 'asked' | 'reversed' | 'other doer' | 'other'

/** "Tessa Brandl" where the market is about Oskar Brandl. */
function isNamesake(spec: EventSpec, { subject, object }: Fact): boolean {
  const full = spec.names.flatMap(({ cores }) => cores.filter((core) => core.length > 1))
  const isOther = (core: readonly string[]) =>
    core.length > 1 &&
    !full.some((one) => one.includes(core[0]!)) &&
    full.some((one) => one.at(-1) === core.at(-1) && one[0] !== core[0])
  return namesIn(`${subject ?? ''} | ${object ?? ''}`).some(({ core }) => isOther(core))
}

/** Whether the fact's names stand in the roles of the question. */
function rolesOf(spec: EventSpec, page: PageView, fact: Fact): Roles {
  const { subject, object } = spec
  const target = object !== null && isDirect(spec, object) ? object : null
  const targets =
    target === null
      ? []
      : [target, ...namesOfClauses(spec).filter((each) => each !== subject && each !== spec.agent)]
  const isTarget = (text: string | null) => targets.some((each) => isNamed(spec, text, each))
  const isDoer = [subject, spec.agent].some((named) => isNamed(spec, fact.subject, named))
  if (
    isNamed(spec, fact.subject, spec.agent) &&
    (isNamed(spec, fact.object, subject) || isTarget(fact.object))
  )
    return 'asked'
  if (subject !== null && isTarget(fact.subject) && isNamed(spec, fact.object, subject))
    return isPassive(fact.predicate) ? 'asked' : 'reversed'
  const isAimed =
    target === null ? !isElsewhere(spec, fact) : isTarget(fact.object) || isTarget(fact.predicate)
  if (isDoer || subject === null) return isAimed ? 'asked' : 'other'
  // What it is done to may stand first: "the injunction was lifted", and who it befalls as the object.
  if (isTarget(fact.subject) && isDone(fact)) return 'asked'
  if (target === null && isNamed(spec, fact.object, subject) && !hasOtherName(spec, page, fact))
    return 'asked'
  if (hasOtherName(spec, page, fact))
    return isAimed && target !== null && isQuoted(fact) ? 'other doer' : 'other'
  if (!isAimed || !isOrgan(spec, page, fact)) return 'other'
  if (!isPassiveTitle(spec) || isNamed(spec, fact.object, subject)) return 'asked'
  return hasStranger(spec, fact.object) ? 'other doer' : 'other'
}

/** Names that stand in what the rules let count as Yes. */
const namesOfClauses = (spec: EventSpec): Named[] => {
  const text = clausesOf(spec.rules).yes.join(' ')
  return spec.names.filter(({ quote, aliases }) => [quote, ...aliases].some((form) => text.includes(form)))
}

/** The question says where or in what, and the fact has another name there. */
const isElsewhere = (spec: EventSpec, { object }: Fact): boolean =>
  spec.object !== null &&
  !isNamed(spec, object, spec.object) &&
  namesIn(object ?? '').some(({ core }) => !hasName(`${spec.question} ${spec.rules}`, core))

/** "be appointed", "receive the prize": the subject of the title is whom it befalls. */
const isPassiveTitle = ({ predicate }: EventSpec): boolean => /^(?:be|get|receive)\b/i.test(predicate.quote)

/** The passage itself names who the reader says did it. */
const isQuoted = ({ subject, quote }: Fact): boolean =>
  namesIn(subject ?? '').some(({ core }) => core.some((word) => hasName(quote, [word])))

/** A name that the market does not know. */
const hasStranger = ({ question, rules }: EventSpec, text: string | null): boolean =>
  namesIn(text ?? '').some(({ core }) => core.length > 1 && !hasName(`${question} ${rules}`, core))

const isPassive = (predicate: string | null): boolean =>
  /\bby\b|^(?:was|were|is|are|been|has been|have been) /i.test(predicate ?? '')
const isDone = ({ predicate }: Fact): boolean =>
  /^(?:was|were|is|are|been|has been|have been|went|became)\b|^\S+ed\b/i.test(predicate ?? '')

/** The words of the market that follow its verb without a preposition between. */
function isDirect(spec: EventSpec, object: Named): boolean {
  const text = spec.predicate.quote
  const at = Math.min(
    ...[object.quote, ...object.aliases].map((form) =>
      text.includes(form) ? text.indexOf(form) : Number.MAX_SAFE_INTEGER,
    ),
  )
  return !/\b(?:in|at|on|for|during|of|with|against|from|to|into|over|as)\b/i.test(text.slice(0, at))
}

/** A name of the market stands in a text by itself, and not as a part of a longer name that the market does not know. */
function isNamed(spec: EventSpec, text: string | null, named: Named | null): boolean {
  if (text === null || named === null || !refersTo(text, named)) return false
  const names = namesIn(text)
  if (names.length === 0) return true
  const clauses = clausesOf(spec.rules).yes.join(' ')
  return (
    names.some(
      ({ core }) =>
        isFormOf(core, named) ||
        named.cores.some(
          (one) =>
            isSame(
              one,
              core.filter((word) => !/^[0-9]+$/.test(word)),
            ) ||
            (core.length > one.length &&
              hasName(`${spec.question} ${clauses}`, core) &&
              one.every((word) => core.includes(word))),
        ),
    ) ||
    named.cores.some(
      (one) =>
        hasName(text, one) &&
        !names.some(({ core }) => core.length > one.length && one.every((word) => core.includes(word))),
    )
  )
}

/** The doer has a name of its own, which is none of the market's nor of the page's owner. */
export function hasOtherName(spec: EventSpec, page: PageView, { subject }: Fact): boolean {
  const known = `${spec.question} ${spec.rules} ${page.source.name}`
  const isOwn = refersTo(page.source.name, spec.subject)
  const isGeneric = (text: string) =>
    (isOwn || !text.includes(' ')) && page.text.toLowerCase().includes(`the ${text.toLowerCase()}`)
  return namesIn(subject ?? '').some(({ core, text }) => !isGeneric(text) && !hasName(known, core))
}

/** "the Committee" of the bank whose page it is, or who acts by the rules' own words. */
function isOrgan(spec: EventSpec, page: PageView, fact: Fact): boolean {
  const words = coreOfText(fact.subject ?? '')
    .flatMap(stems)
    .filter((word) => word.length > 3)
  const ruled = new Set(stems(`${spec.question} ${clausesOf(spec.rules).yes.join(' ')}`))
  if (words.length > 0 && words.every((word) => ruled.has(word))) return true
  return refersTo(`${page.source.name} ${page.title ?? ''}`, spec.subject)
}

/** An agreement, an announcement or a plan is a step towards the event, not the event, unless the question asks for it. */
const isStep = (spec: EventSpec, { predicate }: Fact): boolean =>
  isAgreement(spec, predicate ?? '') ||
  isAddedBy(steps, spec, predicate ?? '') ||
  isAddedBy(stages, spec, predicate ?? '')

/** An agreement or an announcement is the event itself where it is asked for. */
function isAgreement({ predicate, rules }: EventSpec, said: string): boolean {
  const asked = `${predicate.quote} ${clausesOf(rules).yes.join(' ')}`
  const isBoth = (word: RegExp) => word.test(said) && word.test(asked)
  return (agreeing.test(said) || announcing.test(said)) && !isBoth(agreeing) && !isBoth(announcing)
}
const agreeing = /\b(?:agree[ds]?|agreement)\b/i
const announcing = /\bannounc(?:e[ds]?|ing)\b/i

/** A word of a kind that the reader has, and neither question nor rules. */
function isAddedBy(words: RegExp, spec: EventSpec, said: string): boolean {
  const asked = stems(`${spec.question} ${clausesOf(spec.rules).yes.join(' ')}`)
  return [...said.matchAll(words)].some(
    ([word]) => !stems(word).every((each) => asked.some((other) => isAlike(each, other))),
  )
}
/** What is not yet the thing itself. */
const stages =
  /\b(?:candidate|preview|beta|testnet|draft|preliminary|interim|provisional|partial|trial|pilot|informed|intention|conditional)\b/gi
const steps =
  /\b(?:plan[s]?|planned|expect[s]?|expected|intend[s]?|propose[ds]?|to be|will|aim[s]?|seek[s]?|asks?|asked|offer(?:s|ed)?|start(?:ed)? (?:series|work|talks)|talks)\b/gi

const yearsIn = (text: string): string[] => text.match(/(?<![0-9])20[0-9]{2}(?![0-9])/g) ?? []
/** "the 2025 marathon" where the 2026 one is asked about. */
export function isOfOtherYear(spec: EventSpec, { subject, object, predicate, date }: Fact): boolean {
  if (spec.names.some((named) => [subject, object].some((part) => isOtherEdition(part, named)))) return true
  const market = yearsIn(`${spec.question} ${spec.rules}`)
  const own = yearsIn(
    `${subject ?? ''} ${object ?? ''} ${predicate ?? ''} ${/^[0-9]{4}$/.test(date ?? '') ? date : ''}`,
  )
  return market.length > 0 && own.length > 0 && !own.some((year) => market.includes(year))
}

/** "Brask OS 11.6" where "Brask OS 12" is asked about: the same words with another number. */
const isOtherEdition = (part: string | null, { quote }: Named): boolean => {
  const [own, asked] = [editionOf(part ?? ''), editionOf(quote)]
  return own !== null && asked !== null && own.words === asked.words && own.number !== asked.number
}
function editionOf(text: string): { words: string; number: string } | null {
  const match = /^(.*\p{L}) v?([0-9][0-9.]*)$/u.exec(text.trim())
  return match === null
    ? null
    : { words: match[1]!.toLowerCase(), number: match[2]!.replace(/(?:\.0)+$/, '') }
}

/** Events of which one doer keeps another from being it. */
const isUnique = (spec: EventSpec): boolean =>
  ['win', 'elect', 'award', 'acquire', 'replace'].some((name) => askedFamilies(spec).has(name))
/** The rules say that another one leads to No. */
const isOtherRuled = ({ rules }: EventSpec): boolean =>
  clausesOf(rules).no.some((clause) => /\b(?:another|any other|someone else)\b/i.test(clause))
/** Events in which one of two beats the other. */
const isContest = (spec: EventSpec): boolean =>
  ['win', 'reach', 'eliminate'].some((name) => askedFamilies(spec).has(name))
const askedFamilies = (spec: EventSpec): ReadonlySet<string> =>
  new Set(familiesIn(stems(spec.predicate.quote)).map(({ name }) => name))

/** What the verb is done to, where that is no name: at least half of its words stand in the fact. */
function isAboutSame(spec: EventSpec, fact: Fact): boolean {
  const words = stems(withoutNames(spec, spec.predicate.quote)).filter((word) => word.length > 2)
  const rest = words.filter((word) => !familiesIn([word]).length && !idle.has(word))
  if (rest.length === 0) return true
  const said = new Set(
    stems(`${fact.subject ?? ''} ${fact.predicate ?? ''} ${fact.object ?? ''} ${fact.quote}`),
  )
  const initials = initialsOf(`${fact.predicate ?? ''} ${fact.object ?? ''}`)
  return 2 * rest.filter((word) => said.has(word) || initials.includes(word)).length >= rest.length
}

/** The first letters of words with capitals: "Chief Executive Officer" is a CEO. */
const initialsOf = (text: string): string[] =>
  (text.match(/(?:\p{Lu}[\p{L}]+ ?){2,6}/gu) ?? []).flatMap((run) => {
    const letters = run
      .trim()
      .split(' ')
      .map(([first]) => first!.toLowerCase())
      .join('')
    return [letters, letters.slice(-3)]
  })
const idle = new Set(
  stems(
    'the its their his her officially publicly new get receive least and with for from into year end back again more than any before',
  ),
)

/** A text without the names in it. */
const withoutAny = (text: string): string =>
  namesIn(text).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)

export function withoutNames(spec: EventSpec, text: string): string {
  const words = new Set(spec.names.flatMap(({ cores }) => cores.flat()))
  const bare = (word: string) =>
    word
      .toLowerCase()
      .replace(/[^\p{L}\p{N}-]/gu, '')
      .replace(/'s$/, '')
  return text
    .split(/\s+/)
    .filter((word) => !words.has(bare(word)))
    .join(' ')
}
