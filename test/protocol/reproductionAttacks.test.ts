import { expect } from 'chai'
import { playRound, type Saying, sampleRoundOf } from '../../local/samples/round.ts'
import { Bytes, type Citation, Hash, Reproduction, Score, Vote } from '../../protocol/index.ts'

/**
 * Those who lie about pages, alone and together. A world of pages decides what an honest checker says; the others say what
 * serves them. Draws are many and their seeds fixed, so the shares are numbers and not luck.
 */
const truth = (item: Citation.Citation): 'p' | 'f' => (item.quote.startsWith('real') ? 'p' : 'f')
const page = (kind: 'real' | 'made up', n: number): Citation.Citation => ({
  url: `https://p${n}.example/`,
  quote: `${kind}: words on page ${n}`,
})

type Checker = (asked: readonly Citation.Citation[], lies: (item: Citation.Citation) => boolean) => string
const honest: Checker = (asked) => asked.map(truth).join('')
/** Vouches for its friends, and denies everybody else. */
const colluding: Checker = (asked, isFriends) => asked.map((item) => (isFriends(item) ? 'p' : 'f')).join('')
const always =
  (what: 'p' | 'f' | 'u'): Checker =>
  (asked) =>
    asked.map(() => what).join('')

/** A round in which the first `liars` of n make their pages up; all cite two. */
function played(n: number, liars: number, checkers: (i: number) => Checker, seed: number) {
  const answers = Array.from({ length: n }, (_, i) => ({
    citations: [0, 1].map((k) => page(i < liars ? 'made up' : 'real', 2 * i + k)),
    signature: Bytes.toHex(new Uint8Array(65).fill(i)),
    responseHash: Hash.ofText(''),
  }))
  answers[n - 1]!.signature = Bytes.toHex(Bytes.concat(Bytes.uint(seed, 32), new Uint8Array(33)))
  const lot = Reproduction.draw(answers)
  const isFriends = (item: Citation.Citation) => item.quote.startsWith('made up')
  const said = answers.map((_, i) => checkers(i)(Reproduction.listFor(lot, i), isFriends))
  return { lot, testimonies: Reproduction.judge(answers, lot, said) }
}

const draws = 120

/** Of so many draws, the share of a group's citations that end with a verdict. */
function share(
  n: number,
  liars: number,
  liar: Checker,
  of: 'liars' | 'honest',
  verdict: Citation.Verdict,
): number {
  let [ended, all] = [0, 0]
  for (let seed = 0; seed < draws; seed++) {
    const { testimonies } = played(n, liars, (i) => (i < liars ? liar : honest), seed)
    for (const { citations } of of === 'liars' ? testimonies.slice(0, liars) : testimonies.slice(liars)) {
      all += citations.length
      ended += citations.filter((one) => one === verdict).length
    }
  }
  return ended / all
}

/** How likely at least two of three checkers, drawn from n − 1 others, are of `friends`. */
function expected(n: number, friends: number): number {
  const choose = (a: number, b: number): number => (b === 0 ? 1 : (choose(a - 1, b - 1) * a) / b)
  return (choose(friends, 2) * (n - 1 - friends) + choose(friends, 3)) / choose(n - 1, 3)
}

describe('attacks on reproductions', function () {
  this.timeout(120_000)

  it('a lone liar, and two of any five, never get a made-up page past the others', () => {
    for (const [n, liars] of [
      [3, 1],
      [5, 1],
      [10, 1],
      [10, 2],
      [32, 2],
    ] as const) {
      expect(share(n, liars, colluding, 'liars', 'p'), `${liars} of ${n}`).to.equal(0)
      expect(share(n, liars, colluding, 'liars', 'f'), `${liars} of ${n}`).to.be.greaterThan(0.99)
    }
  })

  it('k colluders of n pass only as often as chance gives them two of three checkers: the lot is fair', () => {
    const lines: string[] = []
    for (const [n, k] of [
      [10, 3],
      [10, 4],
      [10, 5],
      [32, 8],
      [32, 15],
    ] as const) {
      const passed = share(n, k, colluding, 'liars', 'p')
      const failed = share(n, k, colluding, 'honest', 'f')
      lines.push(
        `${k} of ${n}: ${passed.toFixed(3)} of their pages pass, ${failed.toFixed(3)} of honest ones fail`,
      )
      expect(passed, `${k} of ${n}`).to.be.closeTo(expected(n, k - 1), 0.05)
      expect(failed, `${k} of ${n}`).to.be.closeTo(expected(n, k), 0.05)
    }
    console.log(lines.map((line) => `      ${line}`).join('\n'))
  })

  it('two of ten who deny everybody make next to no honest citation fail', () => {
    expect(share(10, 2, always('f'), 'honest', 'f')).to.be.lessThan(0.1)
    expect(share(10, 2, always('f'), 'honest', 'p')).to.be.greaterThan(0.9)
  })

  it('who always says p is found out where pages are made up, and who always says u agrees with nothing', () => {
    const collaboration = (checker: Checker) => {
      let [agreed, decided] = [0, 0]
      for (let seed = 0; seed < draws; seed++) {
        // Worker 9 is lazy, workers 0 to 2 make their pages up and say what is so of others.
        const testimony = played(10, 3, (i) => (i === 9 ? checker : honest), seed).testimonies[9]!
        agreed += testimony.agreed
        decided += testimony.decided
      }
      return agreed / decided
    }
    expect(collaboration(honest)).to.equal(1)
    expect(collaboration(always('p'))).to.be.within(0.55, 0.75)
    expect(collaboration(always('u'))).to.equal(0)
  })

  it('when all who were drawn could not tell, a citation stays open: walls fail nobody', () => {
    const { testimonies } = played(5, 0, () => always('u'), 0)
    for (const { citations, decided } of testimonies) {
      expect(citations).to.deep.equal(['o', 'o'])
      expect(decided).to.equal(0)
    }
  })

  it('cloaking: a page that shows its quote to some passes only if it fools most of those whom the lot draws', () => {
    // It knows the addresses of four of the nine others, and shows them the quote.
    let passed = 0
    for (let seed = 0; seed < draws; seed++) {
      const fooled: Checker = (asked) =>
        asked.map((item) => (truth(item) === 'f' ? 'p' : truth(item))).join('')
      const { testimonies } = played(10, 1, (i) => (i >= 1 && i <= 4 ? fooled : honest), seed)
      passed += testimonies[0]!.citations.filter((one) => one === 'p').length
    }
    expect(passed / (2 * draws)).to.be.closeTo(expected(10, 4), 0.08)
  })

  it('flooding: 31 sybils with 62 pages leave an honest item its checkers and nobody more than eight', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { lot } = played(32, 31, () => honest, seed)
      const own = lot.filter(({ authors }) => authors[0] === 31)
      for (const { checkers } of own) expect(checkers).to.have.length(3)
      for (let i = 0; i < 32; i++) expect(Reproduction.listFor(lot, i).length).to.be.at.most(8)
    }
  })

  it('flooding: honest checkers stay among those of honest items, however the sybils’ pages sort', () => {
    let [without, all] = [0, 0]
    for (let seed = 0; seed < 100; seed++) {
      const { lot } = played(32, 16, () => honest, seed)
      for (const { authors, checkers } of lot) {
        if (authors[0]! < 16) continue
        all++
        if (checkers.filter((i) => i >= 16).length === 0) without++
      }
    }
    // Three of 31 drawn, 16 of them sybils: 0.125 by chance alone.
    expect(without / all).to.be.lessThan(0.17)
  })

  it('the same page cited by all has nobody left to look, and stays open: it backs nobody more than that', () => {
    const answers = [0, 1, 2].map((i) => ({
      citations: [page('made up', 7)],
      signature: null,
      responseHash: Hash.ofText(String(i)),
    }))
    const testimonies = Reproduction.judge(answers, Reproduction.draw(answers), ['p', 'p', 'p'])
    expect(testimonies.map(({ citations }) => citations)).to.deep.equal([['o'], ['o'], ['o']])
  })

  it('a search of an authority that shows what was asked for backs nothing: nobody looks, and it fails', () => {
    const quote = 'No results for It rained in Oslo'
    const echo = { url: 'https://www.gov.uk/search/all?keywords=It+rained+in+Oslo', quote }
    const answers = [0, 1, 2, 3].map((i) => ({
      citations: i === 0 ? [echo, page('real', 1)] : [],
      signature: null,
      responseHash: Hash.ofText(String(i)),
    }))
    const lot = Reproduction.draw(answers)
    expect(lot.map(({ url }) => url)).to.deep.equal([page('real', 1).url])
    const [author] = Reproduction.judge(answers, lot, [null, 'p', 'p', 'p'])
    expect(author!.citations).to.deep.equal(['f', 'p'])
    expect(Reproduction.open([echo, page('real', 1)]).citations, 'whoever looked').to.deep.equal(['f', 'o'])
  })

  it('the same page cited by many is looked for by all the others, once', () => {
    const answers = Array.from({ length: 10 }, (_, i) => ({
      citations: i < 8 ? [page('made up', 7), page('made up', 7)] : [],
      signature: null,
      responseHash: Hash.ofText(String(i)),
    }))
    const [item, ...more] = Reproduction.draw(answers)
    expect(more).to.deep.equal([])
    expect(item).to.deep.include({ authors: [0, 1, 2, 3, 4, 5, 6, 7], checkers: [8, 9] })
  })
})

describe('attacks on backing', () => {
  const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
  const cite = (value: string | null, ...citations: Citation.Citation[]): Exclude<Saying, string> => ({
    value,
    reply: citations.length === 0 ? {} : { citations, sources: citations.map(({ url }) => url) },
    reproductions: (asked) => asked.map(truth).join(''),
  })
  const play = (sayings: readonly Saying[]) => playRound(sampleRoundOf(sayings.length, { question }), sayings)

  it('B1: a lone fabricator with a made-up page loses to two doubters, and to one', async () => {
    const liar = cite('YES', page('made up', 1), page('made up', 2))
    const { rebuilt } = await play([liar, cite(null), cite(null)])
    expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(['f', 'f'])
    expect(rebuilt.report.records[0]!.srcQuality).to.equal(0)
    expect(rebuilt.tally.outcome).to.equal('INVALID')
    expect(rebuilt.weights[0]! < rebuilt.weights[1]!).to.equal(true)
  })

  it('an unbacked Yes weighs half, however it reads; a backed one weighs whole', async () => {
    const { rebuilt } = await play([
      cite('YES'),
      cite('YES', page('made up', 1)),
      cite('YES', page('real', 2)),
      cite('NO', page('real', 3)),
    ])
    const src = rebuilt.report.records.map(({ srcQuality }) => srcQuality)
    expect(src.slice(0, 2)).to.deep.equal([0, 0])
    for (const one of src.slice(2)) expect(one).to.be.at.least(1)
    const [none, failed, ...backed] = rebuilt.weights
    for (const weight of backed) {
      expect(none! < 20_000n && failed! < 20_000n).to.equal(true)
      expect(weight >= 30_000n).to.equal(true)
    }
    for (const i of [0, 1]) expect(rebuilt.entries[i]!.dimensions!.evidence_strength).to.be.at.most(20)
  })

  const echo = {
    url: 'https://www.gov.uk/search/all?keywords=the+bill+was+signed',
    quote: 'No results for the bill was signed',
  }
  for (const [name, citations] of [
    ['alone', [echo]],
    ['twice', [echo, { ...echo, quote: 'You searched: the bill was signed' }]],
    ['beside a made-up page', [echo, page('made up', 1)]],
  ] as const)
    it(`an echo ${name} backs nothing: it weighs as unbacked, and one doubt outweighs it`, async () => {
      const { rebuilt } = await play([cite('YES', ...citations), cite(null), cite(null)])
      expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(citations.map(() => 'f'))
      expect(rebuilt.report.records[0]!.srcQuality).to.equal(0)
      expect(rebuilt.entries[0]!.dimensions!.evidence_strength).to.equal(0)
      expect(rebuilt.weights[0]! < 20_000n && rebuilt.weights[0]! < rebuilt.weights[1]!).to.equal(true)
      expect(rebuilt.tally.outcome).to.equal('INVALID')
    })

  it('an echo beside a page that others found costs what a made-up one does, and unbacks nothing', async () => {
    const src = async (...citations: Citation.Citation[]) => {
      const { rebuilt } = await play([cite('YES', ...citations), cite(null), cite(null)])
      expect(rebuilt.weights[0]! >= 30_000n).to.equal(true)
      return rebuilt.report.records[0]!.srcQuality
    }
    expect(await src(page('real', 1), echo)).to.equal(await src(page('real', 1), page('made up', 2)))
  })

  it('an echo in an answer that nobody could check fails too, and leaves it open', async () => {
    const { rebuilt } = await play([cite('YES', echo)])
    expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(['f'])
    expect(rebuilt.report.records[0]!.srcQuality).to.equal(1)
  })

  it('SPEC §4: a tier that a worker claims on a manual rule raises nothing: no one could strike it', async () => {
    const plain = cite('YES', page('real', 1))
    const check = { observed_at: 0, value: '1', result: 'YES' as const }
    for (const tier of [0, 1, 2, 3] as const) {
      const por = { root: Hash.ofText('any') as Hash.Root, uri: 'https://worker.example/por' }
      const reply = { ...plain.reply, por, rule_check: { ...check, tier } }
      const { rebuilt } = await play([plain, { ...plain, reply }, cite(null), cite(null)])
      const [honest, boasting] = rebuilt.entries
      expect(boasting!.dimensions).to.deep.equal(honest!.dimensions)
      expect(boasting!.dimensions!.evidence_strength).to.equal(Score.unverifiedCap)
      expect(rebuilt.weights[1]).to.equal(rebuilt.weights[0])
    }
  })

  it('own pages: they pass, for this is testimony, and count as any other page', async () => {
    const { rebuilt } = await play([cite('YES', page('real', 1)), cite(null), cite(null)])
    expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(['p'])
    expect(rebuilt.entries[0]!.dimensions!.source_quality).to.be.within(1, Score.reachCaps.other)
  })

  it('checkers that are silent leave a citation open: neither unbacked nor more than a floor', async () => {
    const mute = { ...cite(null), responses: null }
    const { rebuilt } = await play([cite('YES', page('real', 1)), mute, mute])
    expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(['o'])
    expect(rebuilt.report.records[0]!.srcQuality).to.equal(1)
  })

  it('B1: a gateway that withholds all defences makes no made-up page pass, and its author still loses to two doubters', async () => {
    const mute = { ...cite(null), responses: null }
    const liar = { ...cite('YES', page('made up', 1), page('made up', 2)), responses: null }
    const { rebuilt } = await play([liar, mute, mute])
    expect(rebuilt.entries[0]!.testimony.citations).to.deep.equal(['o', 'o'])
    expect(rebuilt.tally.outcome).to.equal('INVALID')
  })

  it('SPEC §4: a round of one worker is never unbacked', async () => {
    const { rebuilt } = await play([cite('YES')])
    expect(rebuilt.report.records[0]).to.deep.include({ vote: Vote.cast('YES'), srcQuality: 1 })
  })

  it('a checker that disagrees with the verdicts loses its share of Collaboration', async () => {
    const lying: Saying = { ...cite(null), reproductions: (asked) => asked.map(() => 'f').join('') }
    const authors = [cite('YES', page('real', 1)), cite('YES', page('real', 2))]
    const { rebuilt } = await play([...authors, cite(null), cite(null), lying])
    const [, , one, other, liar] = rebuilt.entries
    for (const { testimony } of [one!, other!]) expect(testimony.agreed).to.equal(testimony.decided)
    expect(liar!.testimony.decided).to.be.greaterThan(0)
    expect(liar!.testimony.agreed).to.equal(0)
    expect(liar!.dimensions!.collaboration).to.equal(0)
  })
})
