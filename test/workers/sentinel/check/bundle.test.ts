import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'
import type { Finding } from '../../../../protocol/index.ts'
import { inspectRound } from '../../../../workers/sentinel/check/index.ts'
import { bundleForBrowsers } from '../../../helpers/bundleForBrowsers.ts'
import { factsOf, play, sayings, yes } from '../rounds.ts'

const mostBytes = 110_000

/** What every browser has, and nothing of Node. */
const web = () => ({ TextEncoder, TextDecoder, URL, atob, crypto, structuredClone })

describe('the checker in a browser', function () {
  this.timeout(60_000)
  let bundle: Awaited<ReturnType<typeof bundleForBrowsers>>

  before(async () => {
    const source = `export { inspectProof, inspectRound, meansOf } from './workers/sentinel/check/index.ts'`
    bundle = await bundleForBrowsers(source, 'checker')
  })

  it('AUDIT B15: loads nothing of Node, and no more than 110 kB', () => {
    expect(bundle.inputs.filter((path) => path.includes('node:'))).to.deep.equal([])
    expect(bundle.text).to.not.match(/\b(Buffer|__dirname)\b/)
    expect(bundle.gzipBytes).to.be.at.most(mostBytes)
  })

  it('AUDIT B15: gives there what it gives here, of a round that holds and of one that does not', async () => {
    const context = createContext(web())
    runInContext(bundle.text, context)
    async function there(file: unknown, facts: unknown): Promise<Finding.RoundResult> {
      Object.assign(context, { file, facts })
      return (await runInContext('checker.inspectRound(file, facts, checker.meansOf({ keys: [] }))', context))
        .result
    }
    const { file } = await play(sayings)
    const tampered = { ...file, report: { ...file.report, outcome: 'INVALID' as const } }
    for (const one of [file, tampered]) {
      const here = (await inspectRound(one, factsOf(file))).result
      expect(JSON.stringify(await there(one, factsOf(file)))).to.equal(JSON.stringify(here))
      expect(here.ok).to.equal(one === file)
    }
    const { file: small } = await play([yes, yes, yes])
    expect(
      (await there(small, factsOf(small))).checks.map(({ name, ok }) => `${name} ${ok}`),
    ).to.include.members(['chain true', 'transcript true', 'reasoning null'])
  })
})
