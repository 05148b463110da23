import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkWorker, formatReport, rules, rulesOf } from '../../../workers/conformance/index.ts'
import { skipFor } from '../../helpers/skip.ts'
import { signer, startWorker } from './conformingWorker.ts'
import { startPlainWorker } from './plainWorker.ts'

const timeouts = { resolve: 20_000, challenge: 20_000, other: 20_000 }

describe('the profiles of the check', () => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  const plain = async (more?: object) => {
    const worker = await startPlainWorker(more)
    open.push(worker)
    return worker.url
  }

  it('AUDIT D7 C143: a worker written to the letter of the seed conforms to the seed, also strictly', async () => {
    const report = await checkWorker(await plain(), { timeouts, profile: 'seed', strict: true })
    expect(report.rules.filter(({ status }) => status !== 'pass')).to.deep.equal([])
    expect(report).to.include({ ok: true, profile: 'seed' })
    expect(report.rules.map(({ id }) => id)).to.deep.equal(rulesOf('seed').map(({ id }) => id))
    const shown = formatReport(report, { colour: false })
    expect(shown)
      .to.include('conforms to seed 001 (strict)')
      .and.include('[seed 001: `/a2a/resolve`: 30 seconds]')
  })

  it('AUDIT D7 C143: what it would earn or lose stands in the last line', async () => {
    const told = async (url: string, options: object = {}) => {
      const report = await checkWorker(url, { timeouts, profile: 'seed', ...options })
      return formatReport(report, { colour: false }).split('\n').at(-1)
    }
    // As long as it is, a round takes it for too long.
    expect(await told(await plain())).to.equal(
      'In a round that ends Yes or No, of its stake: words through a gateway, words asked directly, ' +
        'a number through a gateway, a number asked directly: not counted (malformed), −50 %.',
    )
    expect(await told(await plain({ evidence: 'Brief.', confidence: 0.8 }))).to.equal(
      'In a round that ends Yes or No, of its stake: words through a gateway, a number through a gateway: ' +
        'not counted (plain), −10 %; words asked directly: counts, −50 % if wrong, a share of the reward if right; ' +
        'a number asked directly: not counted (no-check), −50 %.',
    )
    const signing = await startWorker()
    open.push(signing)
    expect(await told(signing.url, { profile: 'cresolver', signer })).to.equal(
      'In a round that ends Yes or No, of its stake: words through a gateway, words asked directly, ' +
        'a number through a gateway, a number asked directly: counts, −50 % if wrong, a share of the reward if right.',
    )
  })

  it('AUDIT D7 C143: held to CREsolver, an unsigned worker does not conform, whether or not a signer is named', async () => {
    const unsigned = await startWorker({ signed: ({ attestation, ...reply }) => reply })
    open.push(unsigned)
    for (const options of [{}, { signer }]) {
      const report = await checkWorker(unsigned.url, { timeouts, ...options })
      const broken = report.rules.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
      expect(broken).to.deep.equal(['signed'])
      expect(report).to.include({ ok: false, profile: 'cresolver' })
      expect(formatReport(report, { colour: true })).to.include('\x1b[31mdoes not conform\x1b[0m')
    }
  })

  it('AUDIT D7: nothing of the seed’s profile bounds a body, asks for a card, or for a signature', () => {
    const ids = rulesOf('seed').map(({ id }) => id)
    expect(ids).to.not.include.members(['resolve-long'])
    for (const id of [
      'resolve-long',
      'evidence-size',
      'answer-size',
      'confidence-decimals',
      'card',
      'signed',
    ])
      expect(ids, id).to.not.include(id)
    expect(ids).to.have.length.greaterThan(20)
    expect(rulesOf('cresolver')).to.equal(rules)
  })

  it('AUDIT D7: the seed’s rules are broken by who breaks the seed', async () => {
    const cases: [object, string][] = [
      [{ determination: 'YES' }, 'determination'],
      [{ confidence: 82 }, 'confidence-range'],
      [{ evidence: undefined }, 'evidence'],
      [{ sources: 'https://example.org' }, 'sources'],
    ]
    for (const [more, id] of cases) {
      const report = await checkWorker(await plain(more), { timeouts, profile: 'seed' })
      expect(report.ok, id).to.equal(false)
      expect(report.rules.find((rule) => rule.id === id)?.status, id).to.equal('fail')
    }
    const none = await checkWorker(await plain({ sources: [] }), { timeouts, profile: 'seed' })
    expect(none.counts).to.include({ warn: 1, fail: 0 })
  })

  it('C143: each rule of the seed’s profile has the seed’s own words', function () {
    const folder = process.env.CRESOLVER_SEEDS
    if (folder === undefined) return skipFor(this, 'CRESOLVER_SEEDS is not set')
    const text = readFileSync(join(folder, '001-cre-agent-protocol.md'), 'utf8')
    for (const { id, seed } of rulesOf('seed')) expect(text, id).to.include(seed)
  })
})
