import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { Proof, Question } from '../../../protocol/index.ts'
import { median, rounded } from '../../../scripts/bench/measure.ts'
import { proofParts } from '../../../scripts/bench/proofParts.ts'
import { formattedQuestion, freeQuestion, works } from '../../../scripts/bench/protocolWork.ts'
import { casesOf } from '../../helpers/budget.ts'

const bench = (...words: string[]) => {
  const path = fileURLToPath(new URL('../../../scripts/bench/bench.ts', import.meta.url))
  return spawnSync(process.execPath, [path, ...words], { encoding: 'utf8' })
}

describe('npm run bench', () => {
  it('lists the benches', () => {
    const { status, stdout } = bench('--help')
    expect(status).to.equal(0)
    expect(stdout).to.match(/^ {2}protocol {2}\S/m)
  })

  for (const words of casesOf([['nope'], ['constructor'], [], ['--nope'], ['protocol', 'protocol']], 1)) {
    it(`ends with 2 and says what it knows on \`bench ${words.join(' ')}\``, () => {
      const { status, stdout, stderr } = bench(...words)
      expect(status).to.equal(2)
      expect(stdout).to.equal('')
      expect(stderr).to.contain('protocol')
    })
  }
})

describe('measure', () => {
  it('takes the middle value', () => {
    expect(median([5, 1, 3])).to.equal(3)
    expect(median([4, 1, 3, 2])).to.equal(2.5)
    expect(median([])).to.be.NaN
  })

  it('keeps three digits', () => {
    expect([rounded(1234.5), rounded(0.00123456)]).to.deep.equal([1230, 0.00123])
  })
})

describe('the work of the protocol bench', () => {
  it('runs, whatever its size', () => {
    for (const { name, prepare } of works) expect(prepare(20)(), name).to.not.equal(undefined)
  })

  it('verifies true proofs', () => {
    const verify = works.find(({ name }) => name.startsWith('Merkle verify'))!
    expect(verify.prepare(3)()).to.deep.equal([true, true, true])
  })

  it('verifies a true proof of as many leaves as it says', () => {
    const { leaves } = Proof.buildPorBundle(proofParts(50))
    expect(leaves.evidence.length + leaves.reasoning.length).to.equal(50)
    const verify = works.find(({ name }) => name === 'proof of reasoning, verify')!
    expect(verify.prepare(50)()).to.deep.include({ ok: true, findings: [] })
  })

  it('reads formatted questions that are valid, and free ones that say the same', () => {
    const formatted = Question.parse(formattedQuestion(7))
    const free = Question.parse(freeQuestion(7))
    expect(formatted.issues).to.deep.equal([])
    expect(free.rule).to.include({ asset: formatted.rule!.asset, op: 'gte' })
    expect(free.category).to.equal(formatted.category)
  })
})
