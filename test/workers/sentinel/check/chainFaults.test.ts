import { expect } from 'chai'
import { Address, Bytes, type RoundFile } from '../../../../protocol/index.ts'
import { inspectRound } from '../../../../workers/sentinel/index.ts'
import { copy, factsOf, play } from '../rounds.ts'

describe('chainFaults', () => {
  const others: [string, (file: RoundFile.RoundFile) => void][] = [
    ['/chain_id', (f) => (f.chain_id = 1)],
    ['/market', (f) => (f.market = Address.of(`0x${'11'.repeat(20)}`))],
    ['/round', (f) => (f.round = 2)],
    ['/question', (f) => (f.question += ' ')],
    ['/created_at', (f) => f.created_at--],
    ['/deadline', (f) => f.deadline++],
    ['/cohort_start', (f) => f.cohort_start++],
    ['/min_margin_bps', (f) => f.min_margin_bps++],
    ['/quorum', (f) => f.quorum++],
    ['/standing/no', (f) => (f.standing.no = '1')],
    ['/workers/3', (f) => (f.workers[3]!.factor_bps = 2_501)],
    ['/workers/0', (f) => (f.workers[0]!.signer = f.workers[1]!.signer)],
    ['/report/outcome', (f) => (f.report.outcome = null)],
    ['/report/round_root', (f) => (f.report.round_root = Bytes.zero32)],
  ]
  for (const [path, change] of others) {
    it(`S2-52: the chain has another ${path}`, async () => {
      const { file } = await play()
      const facts = factsOf(file)
      const other = copy(file)
      change(other)
      const { result, bundles } = await inspectRound(other, facts)
      const found = result.findings.findIndex((one) => one.path === path)
      expect(result.findings[found]).to.deep.include({ code: 'CHAIN_MISMATCH', remedy: 'none' })
      expect(bundles[found]).to.equal(null)
    })
  }
})
