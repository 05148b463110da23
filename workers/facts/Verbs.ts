import { scan } from '../../reading/text/Words.ts'
import { stem } from './stem.ts'

/** What happens, in families of words that tell of the same event, and which families exclude each other. */

/** name: words | families whose event excludes this one. Phrases are written with hyphens. */
const table = `
  acquire: acquire buy purchase acquisition takeover take-over take-control merge combine absorb | abandon
  sell: sell divest divestiture dispose offload sale | abandon
  close: close complete completion consummate finalise finalize conclude conclusion closing | abandon
  sign: sign signature ink conclude | abandon refuse
  win: win beat defeat outlast unseat oust edge triumph champion crown prevail overcome top-the take-the-title took-the-title take-gold
    first-place title victory outpoint overpower recipient | lose draw runner-up
  lose: lose fall-to trail concede eliminate runner-up finish-second second-place defeated-by beaten-by knocked-out | win draw
  draw: draw tie level stalemate | win lose
  reach: reach qualify advance progress go-through proceed enter attain achieve insert arrive | eliminate lose fail removed
  approve: approve approval pass adopt enact ratify endorse consent accept confirm grant authorise authorize clear ok okay green-light
    greenlight carry permit license licence allow confirmation ratification sanctify vote-for | reject
  reject: reject rejection refuse refusal deny dismiss veto vote-down throw-out turn-down decline block strike-down defeat sink rebuff
    not-adopt not-approve not-pass not-carry fail-to-pass | approve
  elect: elect election choose pick appoint appointment name install inaugurate swear-in select | lose
  resign: resign resignation quit step-down leave depart departure retire stand-down cease out vacate | remain
  remove: remove removal dismiss oust fire sack expel expulsion disqualify unseat strip recall impeach drop take-off | remain list
  list: list listing ballot certify certification | remove delist
  delist: delist delisting remove removal take-down discontinue drop | list
  launch: launch release ship live roll-out unveil debut open available availability start begin introduce activate activation enable
    publish deliver delivery deploy out commence kick-off premiere arrive hand-over support
    effect force | delay cancel withdraw
  stop: discontinue retire stop end shut shutdown cease sunset suspend halt close withdraw closure terminate phase-out wind-down kill
    drop remove no-longer expire conclude demise | continue
  continue: continue remain keep extend renew maintain stay guarantee survive preserve | stop end close
  renew: renew renewal extend extension prolong prolongation order | cancel drop stop
  cancel: cancel cancellation call-off scrap axe off abandon not-happen not-take-place withdraw | proceed
  postpone: postpone postponement delay defer reschedule push-back put-off | proceed
  suspend: suspend suspension abeyance freeze halt pause bar
  sanction: sanction embargo blacklist restrict
  recognise: recognise recognize recognition acknowledge
  plead: plead plea
  convict: convict conviction guilty | acquit
  acquit: acquit acquittal clear not-guilty | convict
  arrest: arrest detain apprehend custody
  charge: charge indict indictment accuse
  sue: sue lawsuit complaint sues
  settle: settle settlement
  pardon: pardon commute reprieve clemency
  file: file filing petition submit lodge
  bankrupt: bankruptcy insolvency insolvent restructure chapter
  cut: cut lower reduce slash trim decrease fall drop decline ease dip | raise hold
  raise: raise hike increase lift rise grow climb jump up gain quicken accelerate | cut hold
  hold: hold unchanged keep maintain leave-unchanged | cut raise
  demolish: demolish demolition tear-down torn-down raze knock-down pull-down bring-down
    topple level implode dismantle
  build: build construct erect complete
  move: move relocate shift transfer
  reopen: reopen open resume restart
  land: land touchdown touch-down set-down | crash
  crash: crash fail destroy lose | land
  die: die death pass-away decease dead
  marry: marry wed wedding
  say: say mention utter use speak
  meet: meet meeting summit talk
  visit: visit travel trip
  resume: resume restart
  announce: announce announcement declare unveil reveal confirm
  agree: agree agreement deal accord pact treaty ceasefire truce
  award: award prize win receive recipient go-to
  score: score
  play: play perform appear performance
  join: join sign-for sign-with move-to transfer
  break: break record surpass exceed
  hire: hire recruit appoint
  layoff: layoff lay-off cut-job redundancy job-cut dismiss
  deliver: deliver delivery hand-over
  leave: leave exit withdraw depart quit
  withdraw: withdraw withdrawal pull-out drop-out retract rescind | remain
  replace: replace succeed take-the-place
  eliminate: eliminate knock-out exit | reach win
  fine: fine penalty
  strike: strike walkout walk-out
  attack: attack strike bomb invade
  seize: seize capture take-control
  raid: raid search
  extradite: extradite hand-over
  return: return come-back
  pay: pay disburse
  raise-money: raise-fund fund round
  upgrade: upgrade fork activate hard-fork`

type Family = {
  readonly name: string
  readonly words: readonly (readonly string[])[]
  readonly against: readonly string[]
}

const families: readonly Family[] = table
  .split(/\n {2}(?=\S)/)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [name, rest] = split(line.trim(), ': ')
    const [words, against] = split(rest, ' | ')
    return {
      name,
      words: words.split(/\s+/).map((word) => word.split('-').map(stem)),
      against: against === '' ? [] : against.split(/\s+/),
    }
  })

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}

const byName = new Map(families.map((family) => [family.name, family]))
const byFirst = new Map<string, { name: string; words: readonly string[] }[]>()
for (const { name, words } of families)
  for (const phrase of words) {
    const list = byFirst.get(phrase[0]!) ?? []
    list.push({ name, words: phrase })
    byFirst.set(phrase[0]!, list)
  }

/** The stems of a text's words, in order. */
export const stems = (text: string): string[] =>
  scan(text).flatMap(({ text, kind }) => (kind === 'word' ? [stem(text.replaceAll("'s", ''))] : []))

/** The families that a text's words belong to, with where each begins among its stems. */
export function familiesIn(words: readonly string[]): { name: string; at: number; length: number }[] {
  return words.flatMap((word, at) =>
    (byFirst.get(word) ?? [])
      .filter(({ words: phrase }) => phrase.every((part, i) => words[at + i] === part))
      .map(({ name, words: phrase }) => ({ name, at, length: phrase.length })),
  )
}

export const isVerb = (word: string): boolean =>
  (byFirst.get(stem(word)) ?? []).some(({ words }) => words.length === 1)

/** Whether an event of one family keeps one of another from being so. */
export const exclude = (one: string, other: string): boolean =>
  (byName.get(one)?.against.includes(other) ?? false) || (byName.get(other)?.against.includes(one) ?? false)

const denials = new Set(
  'not no never neither nor none without fail deny cannot isnt wasnt didnt hasnt doesnt'.split(' '),
)

/** Whether a wording denies what its verbs say. */
export const isNegated = (words: readonly string[]): boolean =>
  words.some((word) => denials.has(word.replaceAll("'", '')) || word.endsWith("n't"))

export type Likeness = 'same' | 'denied' | 'excludes' | 'other'

/** How a wording stands to another: says the same, denies it, excludes it, or speaks of something else. */
export function compareWording(asked: string, said: string): Likeness {
  const wanted = stems(asked)
  const found = stems(said)
  const all = familiesIn(found)
  // A word inside a phrase says what the phrase says: "not adopted" is no adoption.
  const hits = all.filter((hit) => !all.some((other) => covers(other, hit)))
  const wantedFamilies = new Set(familiesIn(wanted).map(({ name }) => name))
  const foundFamilies = new Set(hits.map(({ name }) => name))
  const main = mainOf(wanted)
  const isShared =
    [...wantedFamilies].some((name) => foundFamilies.has(name)) || (main !== null && found.includes(main))
  // The "not" of a phrase that tells of the event itself ("not take place") denies nothing.
  const open = found.filter(
    (_, i) => !hits.some(({ at, length }) => length > 1 && i >= at && i < at + length),
  )
  const isDenied = isNegated(open) !== isNegated(wanted)
  const excluding = [...foundFamilies].filter(
    (other) => !wantedFamilies.has(other) && [...wantedFamilies].some((one) => exclude(one, other)),
  )
  if (excluding.length > 0 && !isDenied) return 'excludes'
  if (isShared) return isDenied ? 'denied' : 'same'
  const isOpposite = excluding.some((other) => [...wantedFamilies].some((one) => isBinary(one, other)))
  return isOpposite && isDenied ? 'same' : 'other'
}

type Hit = ReturnType<typeof familiesIn>[number]
const covers = (outer: Hit, inner: Hit): boolean =>
  outer.length > inner.length && outer.at <= inner.at && inner.at < outer.at + outer.length

/** Families of which one holds where the other is denied: "not adopted" is "rejected", but "not won" may be drawn. */
const binary = ['approve reject', 'convict acquit', 'stop continue', 'resign remain']
const isBinary = (one: string, other: string): boolean =>
  binary.includes(`${one} ${other}`) || binary.includes(`${other} ${one}`)

/** Words that carry no event. */
const light = new Set(
  'be have do get make take go come a an the to of in on at by for with from as and or its his her their it that this than up out new'.split(
    ' ',
  ),
)
/** The verb that a wording begins with, helpers aside. */
const mainOf = (words: readonly string[]): string | null =>
  words.find((word) => !light.has(word) && word.length > 2) ?? null
