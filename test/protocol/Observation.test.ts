import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Citation, Hash, Observation, Round, Score, Vote } from '../../protocol/index.ts'
import { check, hash, outcome, score, vote } from './arbitraries.ts'

const signature = fc.uint8Array({ minLength: 65, maxLength: 65 }).map((bytes) => Bytes.toHex(bytes))

describe('Observation', () => {
  const answer = fc.record({
    outcome,
    confidenceBps: fc.nat(10_000),
    check: fc.option(check.map(({ porRoot: _, ...rest }) => rest)),
    porRoot: hash,
    responseHash: hash,
    signature: fc.option(signature),
  })
  const defence = fc.record({
    asked: fc.nat(3),
    answered: fc.nat(3),
    requestHash: hash,
    responseHash: hash,
    signature: fc.option(signature),
  })
  const dimensions = fc.record(Object.fromEntries(Score.dimensions.map((name) => [name, score])))
  const entry = fc.record({
    vote,
    answer: fc.option(answer),
    defence: fc.option(defence),
    dimensions: fc.option(dimensions),
    evaluator: fc.constantFrom(...Observation.evaluators),
    testimony: fc
      .record({
        citations: fc.array(fc.constantFrom(...Citation.verdicts), { maxLength: 2 }),
        agreed: fc.nat(8),
        decided: fc.nat(8),
      })
      .filter(({ agreed, decided }) => agreed <= decided),
  }) as unknown as fc.Arbitrary<Observation.Entry>

  it('property: bytes and entries are each other’s inverse, within the planned size', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 32 }), (entries) => {
        const bytes = Observation.encode(entries)
        expect(Observation.decode(bytes)).to.deep.equal(entries)
        expect(bytes.length).to.be.at.most(Observation.maxSize(entries.length))
      }),
    )
  })

  it('error: leftovers and other versions are refused', () => {
    const bytes = Observation.encode([])
    expect(() => Observation.decode(Bytes.concat(bytes, bytes))).to.throw(Bytes.TrailingBytesError)
    expect(() => Observation.decode(Uint8Array.of(9, 0, 0))).to.throw(Observation.UnknownVersionError)
  })

  const full: Observation.Entry = {
    vote: Vote.cast('YES'),
    answer: {
      outcome: 'YES',
      confidenceBps: 9_300,
      check: { observedAt: 1, value: 2n, tier: 3, result: 'YES' },
      porRoot: Bytes.zero32,
      responseHash: Hash.ofText('answer'),
      signature: `0x${'01'.repeat(65)}`,
    },
    defence: {
      asked: 3,
      answered: 2,
      requestHash: Hash.asRequestHash(Hash.ofText('challenge')),
      responseHash: Hash.ofText('defence'),
      signature: `0x${'02'.repeat(65)}`,
    },
    dimensions: Score.all(50),
    evaluator: 'rubric',
    testimony: { citations: ['p', 'o'], agreed: 2, decided: 3 },
  }

  it('the planned size is that of workers who answered, checked, defended and signed', () => {
    for (const count of [0, 1, 32]) {
      const bytes = Observation.encode(Array.from({ length: count }, () => full))
      expect(bytes.length).to.equal(Observation.maxSize(count))
    }
  })

  it('error: codes that stand for nothing are refused', () => {
    const changed = (at: number, value: number) => {
      const bytes = Observation.encode([full])
      bytes[at] = value
      return () => Observation.decode(bytes)
    }
    // Version and count take three bytes, then come vote, flags, evaluator and the answer's outcome.
    expect(changed(3, 0)).to.throw(Vote.UnknownCodeError)
    expect(changed(5, Observation.evaluators.length)).to.throw(Observation.UnknownVersionError)
    expect(changed(6, 0)).to.throw(Vote.UnknownCodeError, '0 is no code of a answer.')
    expect(changed(6, 4)).to.throw(Vote.UnknownCodeError)
  })

  it('error: a flag that is not known, or whose part is missing, is refused', () => {
    const silent = Observation.encode([Round.unanswered(Vote.none('silent'))])
    const flagged = (set: number) => () => {
      const bytes = Uint8Array.from(silent)
      bytes[4] = set
      return Observation.decode(bytes)
    }
    // Unknown bits, a check and a signature without an answer, a signature without a defence.
    for (const set of [64, 128, 192, 2, 4, 6, 16])
      expect(flagged(set), `${set}`).to.throw(Observation.UnknownFlagsError)
  })

  it('error: verdicts and counts that no worker can have are refused', () => {
    const ended = (...last: number[]) => {
      const bytes = Observation.encode([full])
      bytes.set(last, bytes.length - last.length)
      return () => Observation.decode(bytes)
    }
    for (const last of [
      [4, 0, 0, 0],
      [1, 255, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 9, 9],
    ])
      expect(ended(...last), `${last}`).to.throw(Observation.BadTestimonyError)
    expect(ended(3, 2, 8, 8)()[0]!.testimony).to.deep.equal({ citations: ['o', 'f'], agreed: 8, decided: 8 })
  })

  it('error: a signature has 65 bytes', () => {
    const short = { ...full, answer: { ...full.answer!, signature: '0x01' as const } }
    expect(() => Observation.encode([short])).to.throw(Bytes.WrongLengthError)
    const long = { ...full, defence: { ...full.defence!, signature: `0x${'00'.repeat(66)}` as const } }
    expect(() => Observation.encode([long])).to.throw(Bytes.WrongLengthError)
  })

  it('error: bytes that end within an entry are refused', () => {
    const bytes = Observation.encode([full])
    for (const length of [0, 2, 4, 20, bytes.length - 1])
      expect(() => Observation.decode(bytes.subarray(0, length)), `${length}`).to.throw(Bytes.TruncatedError)
  })
})
