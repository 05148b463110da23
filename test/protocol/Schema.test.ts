import { expect } from 'chai'
import * as z from 'zod'
import { sampleParts } from '../../local/samples/proof.ts'
import { Bytes, Evidence, Proof, Schema, Spec, Trace, Verdict } from '../../protocol/index.ts'

describe('the models of a proof', () => {
  const proof = Proof.buildPorBundle(sampleParts())
  const models = [
    ['MarketSpec', Spec.marketSpec, proof.prompt_spec.market],
    ['PromptSpec', Spec.promptSpec, proof.prompt_spec],
    ['EvidenceItem', Evidence.item, proof.evidence.items[0]],
    ['EvidenceBundle', Evidence.bundle, proof.evidence],
    ['ReasoningTrace', Trace.schema, proof.trace],
    ['DeterministicVerdict', Verdict.schema, proof.bundle.verdict],
    ['PoRBundle', Proof.porBundle, proof.bundle],
  ] as const

  for (const [name, schema, value] of models) {
    it(`S2-7 S2-89 S2-90: ${name} survives its canonical spelling, whatever the order of its keys`, () => {
      const spelled = Schema.toCanonicalJson(schema, value as never)
      expect(Schema.toCanonicalJson(schema, JSON.parse(spelled))).to.equal(spelled)
      const reversed = JSON.parse(spelled, (_, one) =>
        one !== null && typeof one === 'object' && !Array.isArray(one)
          ? Object.fromEntries(Object.entries(one).reverse())
          : one,
      )
      expect(Schema.toCanonicalJson(schema, reversed)).to.equal(spelled)
    })

    it(`S2-46: ${name} refuses an unknown key`, () => {
      expect(() => Schema.read(schema, { ...(value as object), extra: 1 })).to.throw(Schema.MismatchError)
    })
  }

  it('S2-42 S2-66 C30: a confidence outside 0…10,000 basis points, or with decimals, is refused', () => {
    for (const confidence_bps of [-1, 10_001, 0.5]) {
      expect(() => Schema.read(Verdict.schema, { ...proof.bundle.verdict, confidence_bps })).to.throw(
        Schema.MismatchError,
      )
    }
  })

  it('S2-41: an outcome is YES, NO or INVALID', () => {
    expect(() => Schema.read(Verdict.schema, { ...proof.bundle.verdict, outcome: 'MAYBE' })).to.throw(
      Schema.MismatchError,
    )
  })
})

describe('Schema', () => {
  const accepts = (schema: z.ZodType, values: readonly unknown[]) =>
    values.filter((value) => schema.safeParse(value).success)

  it('error: names the first fault and its place', () => {
    const list = z.strictObject({ items: z.array(z.strictObject({ tier: Schema.tier })) })
    expect(() => Schema.read(list, { items: [{ tier: 1 }, { tier: 4 }] }))
      .to.throw(Schema.MismatchError, '(at /items/1/tier)')
      .with.property('path', '/items/1/tier')
    expect(() => Schema.read(Schema.hash, 'x')).to.throw('expected 32 bytes as lower-case hex (at /)')
  })

  it('hashes, addresses and signatures have one spelling: lower case, and their length', () => {
    for (const [schema, bytes] of [
      [Schema.hash, 32],
      [Schema.root, 32],
      [Schema.requestHash, 32],
      [Schema.address, 20],
      [Schema.signature, 65],
    ] as const) {
      const good = `0x${'ab'.repeat(bytes)}`
      const bad = [
        good.toUpperCase(),
        good.replace('0xa', '0xA'),
        `${good}ab`,
        good.slice(0, -1),
        good.slice(2),
        `${good}\n`,
      ]
      expect(accepts(schema, [good, ...bad])).to.deep.equal([good])
    }
  })

  it('C32: a decimal is digits, with digits on both sides of its point', () => {
    const good = ['0', '-12.5', '00.10', '9'.repeat(78)]
    const bad = ['', '.5', '5.', '+1', '1e3', '1,000', ' 1', '--1', '9'.repeat(79), 1]
    expect(accepts(Schema.decimal, [...good, ...bad])).to.deep.equal(good)
  })

  it('an identifier cannot be taken for markup or a path', () => {
    const good = ['a', '7', 'trace-7', 'agent_7', 'a:b.c', 'A'.repeat(128)]
    const bad = ['', '-a', '.a', 'a b', 'a/b', '<b>', 'ä', 'A'.repeat(129), 'a\n']
    expect(accepts(Schema.identifier, [...good, ...bad])).to.deep.equal(good)
  })

  it('C30: shares, tiers, instants and outcomes keep to their ranges', () => {
    expect(accepts(Schema.basisPoints, [0, 10_000, -1, 10_001, 0.5, '1', Number.NaN])).to.deep.equal([
      0, 10_000,
    ])
    expect(accepts(Schema.tier, [0, 3, 4, -1, 1.5])).to.deep.equal([0, 3])
    expect(
      accepts(Schema.instant, ['2026-02-20T23:59:00Z', '2026-02-20', '2026-02-30T00:00:00Z']),
    ).to.have.length(1)
    expect(accepts(Schema.outcome, ['YES', 'NO', 'INVALID', 'yes', null])).to.have.length(3)
    expect(accepts(Schema.yesOrNo, ['YES', 'NO', 'INVALID'])).to.deep.equal(['YES', 'NO'])
    expect(accepts(Schema.line, ['', 'x', 'x'.repeat(4_096), 'x'.repeat(4_097)])).to.have.length(2)
  })

  it('has no spelling for what does not match', () => {
    expect(() => Schema.toCanonicalJson(Schema.tier, 7)).to.throw(Schema.MismatchError)
    expect(Schema.toCanonicalJson(Schema.tier, 3)).to.equal('3')
  })

  it('gives the bytes of the one spelling', () => {
    expect(Bytes.toText(Schema.toBytes({ b: ['§'], a: null }))).to.equal('{"a":null,"b":["§"]}')
  })
})
