import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { filesOf, type Step } from '../../../adapters/moltbook/index.ts'
import { register, tell } from '../../../cli/moltbook/cycle.ts'
import { commandsOf } from '../../helpers/callCommand.ts'
import { onBook } from './book.ts'

const market = commandsOf(null, register)

describe('market cycle', () => {
  const here = onBook(15)
  before(() => here().account('keeper'))
  const call = (words: string) => market.call(`cycle --account keeper ${words}`, { env: here().env })

  it('has nothing to do where nothing is due', async () => {
    expect((await call('')).stdout).to.equal('There is nothing to do.\n')
    expect((await call('--dry-run --json')).lines()).to.deep.equal([{ dry_run: true, steps: [] }])
  })

  it('tells each step in a line, and a plan as one', () => {
    const steps: Step[] = [
      { step: 'resume', key: 'market:m1', state: 'published' },
      { step: 'record', id: 'm1' },
      { step: 'sync', id: 'm1', commitments: 1, late: 0 },
      { step: 'sync', id: 'm2', commitments: 3, late: 2 },
      { step: 'resolve', id: 'm1', outcome: 'YES', value: '7', response_hash: null, por_root: '0xab' },
      { step: 'resolve', id: 'm2', outcome: 'INVALID', value: null, response_hash: null, por_root: null },
      { step: 'post', id: 'm1', comment_id: null, content: 'x' },
      { step: 'post', id: 'm1', comment_id: 'c1', content: 'x' },
      { step: 'status', id: 'm1', status: 'settled' },
      { step: 'wait', id: 'm1', why: 'too early' },
      { step: 'given-up', id: 'm1', why: 'removed' },
      { step: 'problem', id: 'm1', error: 'X', message: 'one\ntwo' },
    ]
    expect(tell(steps, true).split('\n')).to.deep.equal([
      'A plan; nothing was done:',
      'resume   market:m1: published',
      'record   m1: posted before, now in markets.json',
      'sync     m1: 1 commitment',
      'sync     m2: 3 commitments, 2 too late',
      'resolve  m1: YES at 7, proof 0xab',
      'resolve  m2: INVALID, proof none',
      'post     m1: the resolution',
      'post     m1: comment c1',
      'status   m1: settled',
      'wait     m1: too early',
      'given up m1: removed',
      'problem  m1: one',
      '         two',
    ])
    expect(tell([], true)).to.equal('There is nothing to do.')
    expect(tell(steps.slice(0, 1), false)).to.equal('resume   market:m1: published')
  })

  it('a decision of a market that is not there is a problem, and ends with 1', async () => {
    const { status, lines } = await call('--decide m1=NO --because x --json')
    expect(status).to.equal(1)
    const [step, ...more] = lines()[0].steps
    expect(more).to.deep.equal([])
    expect(step).to.include({ step: 'problem', id: 'm1', error: 'Moltbook.UnheededDecision' })
  })

  it('E10: ends with 1, once, where something in the outbox can never be sent', async () => {
    here().account('late')
    const { ledger } = filesOf(here().home, 'late')
    const write = { kind: 'post', postId: null, body: { submolt: 'agents', title: 'T', content: 'C' } }
    const row = { type: 'intended', key: 'market:m1', at: 1, write, purpose: null, notAfter: 1_000 }
    mkdirSync(dirname(ledger), { recursive: true })
    writeFileSync(ledger, `${JSON.stringify(row)}\n`)
    const cycle = () => market.call('cycle --account late --json', { env: here().env })
    const { status, lines } = await cycle()
    expect(status).to.equal(1)
    expect(lines()[0].steps[0]).to.include({ step: 'problem', id: 'market:m1', error: 'Moltbook.Expired' })
    const again = await cycle()
    expect([again.status, again.lines()[0].steps]).to.deep.equal([0, []])
  })

  it('error: a decision without reasons, one that is none, chain words without --onchain', async () => {
    const cases: [string, RegExp][] = [
      ['--decide m1=YES', /--because/],
      ['--decide m1=MAYBE --because x', /YES, NO or INVALID/],
      ['--decide =YES --because x', /YES, NO or INVALID/],
      ['--network localhost', /--network/],
      ['--window soon', /whole seconds/],
    ]
    for (const [words, why] of cases) {
      const { status, stderr } = await call(words)
      expect(status, words).to.equal(2)
      expect(stderr, words).to.match(why)
    }
  })
})
