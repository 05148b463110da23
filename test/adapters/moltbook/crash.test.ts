import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { cycle, type Step } from '../../../adapters/moltbook/index.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { itInFull } from '../../helpers/budget.ts'
import {
  began,
  btc,
  commitAll,
  createMarket,
  day,
  deadline,
  marketsIn,
  type Stage,
  setStage,
  visible,
} from './stage.ts'

// Most of a short process is loading it: the first one leaves its compiled code to the others.
const compiled = temporaryFolder('crash')
const crasher = fileURLToPath(new URL('./crasher.ts', import.meta.url))

/** The step at which the process was killed; null when it came to its end first. */
function crashAt(stage: Stage, command: 'create' | 'cycle', n: number): Promise<string | null> {
  const args = [
    command,
    stage.home,
    stage.moltbook.url,
    JSON.stringify(stage.config),
    btc(),
    String(deadline),
    String(n),
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [crasher, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled.path },
    })
    let [step, errors] = ['', '']
    child.stdout.on('data', (chunk) => {
      step += chunk
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(step)
      else if (code === 0) resolve(null)
      else reject(new Error(errors))
    })
  })
}

/** Runs cycles, as cron would, until nothing waits any more. */
async function recover(stage: Stage): Promise<Step[]> {
  const all: Step[] = []
  for (let run = 0; run < 8; run++) {
    const steps = await stage.use((adapter) => cycle(adapter))
    all.push(...steps)
    if (!steps.some(({ step }) => step === 'wait' || step === 'problem')) return all
    stage.moltbook.advance(1_801)
  }
  throw new Error(`It never came to an end: ${JSON.stringify(all)}`)
}

/** Whatever happened: nothing was answered twice, nothing was deleted, nothing is there twice. */
function expectDecency(stage: Stage): void {
  const { log } = stage.moltbook
  expect(log.filter(({ method }) => method === 'DELETE')).to.deep.equal([])
  expect(log.filter(({ status }) => status === 409 || status === 410)).to.deep.equal([])
  expect(visible(stage).posts).to.have.length(1)
}

describe('a crash', function () {
  this.timeout(120_000)
  after(() => compiled.remove())
  let stage: Stage
  beforeEach(async () => {
    stage = await setStage()
  })
  afterEach(() => stage.close())

  const ofCreate = [
    'ledger:intended',
    'ledger:sending',
    'sent',
    'ledger:accepted',
    'ledger:answering',
    'answered',
    'ledger:published',
    'book:saved',
  ]
  // The steps around what others see; the full budget has all of them.
  const isShown = (step: string) => step === 'sent' || step === 'ledger:answering'
  ofCreate.forEach((step, i) => {
    const test = isShown(step) ? it : itInFull
    test(`S0-63 S0-79: after ${step} of create: the market is posted once and recorded once`, async () => {
      expect(await crashAt(stage, 'create', i + 1)).to.equal(step)
      await recover(stage)
      // A lost answer is not repeated: the same command, after the cooldown, posts anew.
      if (visible(stage).posts.length === 0) {
        stage.moltbook.advance(1_801)
        await stage.use((adapter) => createMarket(adapter))
      }
      expectDecency(stage)
      await stage.use(async (adapter) => {
        const markets = Object.values(marketsIn(adapter))
        expect(markets.map(({ moltbook_post_id }) => moltbook_post_id)).to.deep.equal([
          visible(stage).posts[0]!.id,
        ])
        // And the command, repeated, changes nothing.
        expect(await createMarket(adapter)).to.deep.equal(markets[0])
      })
    })
  })

  const ofCycle = [
    'book:saved',
    'proof:saved',
    'book:saved',
    'ledger:intended',
    'ledger:sending',
    'sent',
    'ledger:accepted',
    'ledger:answering',
    'answered',
    'ledger:published',
    'book:saved',
  ]
  ofCycle.forEach((step, i) => {
    const test = isShown(step) ? it : itInFull
    test(`S0-31 S0-79: after step ${i + 1} of cycle, ${step}: one resolution, and the market settled`, async () => {
      const { id, moltbook_post_id } = await stage.use((adapter) => createMarket(adapter))
      commitAll(stage, moltbook_post_id)
      stage.moltbook.advance(deadline + 7_200 - stage.clock.now())
      expect(await crashAt(stage, 'cycle', i + 1)).to.equal(step)
      await recover(stage)
      stage.moltbook.advance(1_801)
      await recover(stage)
      expectDecency(stage)
      const market = await stage.use(async (adapter) => marketsIn(adapter)[id]!)
      expect(visible(stage).comments.map((one) => one.id)).to.deep.equal([market.resolution_comment_id])
      expect(market).to.include({ outcome: 'YES' })
      expect(market.status).to.be.oneOf(['settled', 'finalized'])
      expect(market.commitments.map(({ agent }) => agent)).to.deep.equal(['Minara', 'CyberKyle'])
    })
  })

  it('these are all the steps that there are', async () => {
    expect(await crashAt(stage, 'create', ofCreate.length + 1)).to.equal(null)
    commitAll(stage, visible(stage).posts[0]!.id)
    stage.moltbook.advance(began + 8 * day - stage.clock.now())
    expect(await crashAt(stage, 'cycle', ofCycle.length + 1)).to.equal(null)
  })
})
