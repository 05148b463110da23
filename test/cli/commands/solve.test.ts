import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../helpers/callCommand.ts'

const run = (args: readonly string[], input = '') => runHere(['solve', ...args], { input })

const sum = { id: 1, challenge_text: 'wHaT iS fI]vE pLuS sI-x?' }
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver solve', function () {
  this.timeout(30_000)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-solve-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('C57: answers each line in order with its id, null where it has none, an error where it is no challenge', async () => {
    const { status, lines } = await run(
      [],
      jsonLines(sum, { id: 'b', challenge_text: 'lobster' }, { id: 3 }, sum),
    )
    expect(status).to.equal(0)
    const [first, second, third, fourth] = lines()
    const { confidence, ...told } = first
    expect(told).to.deep.equal({ id: 1, answer: '11.00', best: '11.00', why: '5 + 6 = 11.00' })
    expect(confidence).to.be.within(0.9, 1)
    const none = { answer: null, best: null, confidence: 0, why: 'there is no number in it' }
    expect(second).to.deep.equal({ id: 'b', ...none })
    expect(third).to.include({ id: 3, error: 'Cli.NotAChallenge' })
    expect(fourth).to.deep.equal(first)
  })

  it('reads a file, and tells the steps when asked', async () => {
    const file = join(folder, 'one.json')
    writeFileSync(file, JSON.stringify(sum))
    const { status, lines } = await run([file, '--steps'])
    expect(status).to.equal(0)
    expect(lines()[0].steps).to.deep.include({ step: 'compute', formula: '5 + 6' })
  })

  it('answers one challenge given as a word of the call', async () => {
    expect((await run([sum.challenge_text])).stdout).to.equal('11.00  (5 + 6 = 11.00)\n')
    expect((await run([sum.challenge_text, '--json'])).lines()[0].answer).to.equal('11.00')
  })

  it('C141: gives with --json the strict answer, the best one and how sure that is', async () => {
    const unsure = 'a claw is twelve or sixteen newtons strong, how strong is it?'
    const [reply] = (await run([unsure, '--json'])).lines()
    expect(reply).to.include({ answer: null })
    expect(reply.best).to.match(/^\d+\.\d\d$/)
    expect(reply.confidence).to.be.within(0, 0.9)
    expect((await run([unsure])).stdout).to.match(/^no answer {2}\(unsure: .*\)\n$/)
  })

  it('fails where one challenge has no answer, one input is bad, or the words of the call are off', async () => {
    expect((await run(['a lobster swims'])).status).to.equal(1)
    expect((await run([], '{"id":1}')).status).to.equal(1)
    expect((await run([], '')).status).to.equal(1)
    expect((await run([], jsonLines(sum, {}))).status).to.equal(0)
    expect((await run(['--strict'], jsonLines(sum, {}))).status).to.equal(1)
    expect((await run([join(folder, 'absent')])).status).to.equal(2)
    expect((await run(['--solver', 'oracle'])).status).to.equal(2)
    expect((await run(['--solver', 'llm'])).status).to.equal(2)
    expect((await run(['--model', 'x'], jsonLines(sum))).status).to.equal(2)
  })

  it('C57: asks a model only with --solver llm, by its config', async () => {
    const config = join(folder, 'model.yaml')
    writeFileSync(config, `kind: recorded\nrecordings: ${folder}\n`)
    const words = ['--solver', 'llm', '--model', config]
    const doubtful = {
      id: 2,
      challenge_text: 'a claw is twelve or sixteen newtons strong, how strong is it?',
    }
    const [first, second] = (await run(words, jsonLines(sum, doubtful))).lines()
    expect(first.answer).to.equal('11.00')
    expect(second).to.deep.include({ id: 2, answer: null })
    expect(second.why).to.contain('no recording')
    writeFileSync(config, 'kind: nobody\n')
    expect((await run(words, jsonLines(sum))).status).to.equal(2)
  })

  it('says with --help what it reads and prints', async () => {
    const { status, stdout } = await run(['--help'])
    expect(status).to.equal(0)
    expect(stdout).to.contain('{id, challenge_text}').and.to.contain('--solver')
  })
})
