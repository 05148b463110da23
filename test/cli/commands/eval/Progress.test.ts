import { expect } from 'chai'
import { makeProgress } from '../../../../cli/commands/eval/Progress.ts'

function stream(isTTY: boolean) {
  const written: string[] = []
  return { written, to: { isTTY, write: (text: string) => written.push(text) > 0 } as never }
}

describe('makeProgress', () => {
  it('issue 16: draws a bar on a terminal, with counts, cost and the time left', () => {
    let now = 0
    const { written, to } = stream(true)
    const progress = makeProgress(4, to, () => now)
    expect(written.at(-1)).to.contain(`[${'-'.repeat(24)}] 0 of 4`)
    now = 10_000
    progress.step('right', 2_500)
    expect(written.at(-1)).to.contain(
      `[${'#'.repeat(6)}${'-'.repeat(18)}] 1 of 4  1 right  0 undecided  0 wrong  $0.0025  30 s left`,
    )
    progress.step('wrong', null)
    progress.step(null)
    expect(written.at(-1)).to.contain('3 of 4  1 right  0 undecided  1 wrong')
    progress.clear()
    expect(written.at(-1)).to.equal('\r\u001b[2K')
  })

  it('says minutes where many are left, and writes nothing into a file', () => {
    let now = 0
    const { written, to } = stream(true)
    const progress = makeProgress(101, to, () => now)
    now = 6_000
    progress.step('right')
    expect(written.at(-1)).to.contain('10 min left')
    const file = stream(false)
    const silent = makeProgress(4, file.to)
    silent.step('right')
    silent.clear()
    expect(file.written).to.deep.equal([])
  })
})
