import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../../helpers/callCommand.ts'
import { skipFor } from '../../../helpers/skip.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runHere(['aap', ...args], { input })

const manual = '§question Will it rain?\n§rule\nsource:manual'
const auto = '§question Will it rain?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver aap parse', () => {
  it('S0-28: prints the whole question for eyes, and as one line with --json', async () => {
    const text = `${auto}\n§§source creator:Ada origin:moltbook:1f created:2026-02-10\n`
    const pretty = await aap(['parse'], text)
    expect(pretty.status).to.equal(0)
    expect(pretty.stdout.split('\n').length).to.be.greaterThan(10)
    const { stdout, lines } = await aap(['parse', '--json'], text)
    expect(stdout.trim().split('\n')).to.have.length(1)
    expect(lines()[0]).to.deep.equal(JSON.parse(pretty.stdout))
    expect(lines()[0]).to.deep.include({
      question: 'Will it rain?',
      event: null,
      category: null,
      picture: null,
      issues: [],
    })
    expect(lines()[0].rule).to.include({
      source: 'coingecko:bitcoin',
      provider: 'coingecko',
      asset: 'bitcoin',
      metric: null,
    })
    expect(lines()[0].source).to.include({ creator: 'Ada', origin: 'moltbook:1f', created: '2026-02-10' })
  })

  it('S0-25 S0-26 S0-27: reads the three examples of the format’s document without an issue', async function () {
    const folder = process.env.CRESOLVER_SEEDS
    const path = join(folder ?? '', '000-aap-v2.md')
    if (folder === undefined || !existsSync(path))
      skipFor(this, 'CRESOLVER_SEEDS names no folder that holds the document')
    const blocks = readFileSync(path, 'utf8').split('```\n')
    const texts = blocks.filter((block) => /^§question W/.test(block))
    expect(texts).to.have.length(3)
    const answers = (
      await aap(['parse', '--lines'], jsonLines(...texts.map((text, id) => ({ id, text }))))
    ).lines()
    expect(answers.map(({ issues }) => issues)).to.deep.equal([[], [], []])
    expect(answers.map(({ rule }) => rule.source)).to.deep.equal([
      'coingecko:bitcoin',
      'manual',
      'coingecko:ethereum',
    ])
    expect(answers.map(({ source }) => source.origin)).to.deep.equal([
      'moltbook:95759b5b',
      'moltbook:5d5f032f',
      null,
    ])
  })

  it('answers {id, text} lines in order, and a bad line with an error', async () => {
    const { status, lines } = await aap(
      ['parse', '--lines'],
      `${jsonLines({ id: 'a', text: manual }, { id: 2 })}\n{\n`,
    )
    expect(status).to.equal(0)
    const [first, second, third] = lines()
    expect(first).to.include({ id: 'a', question: 'Will it rain?' })
    expect(second).to.include({ id: 2, error: 'Cli.NoText' })
    expect(third).to.include({ error: 'Json.NotJson' })
  })

  it('C48: sees bytes that are no UTF-8, and a byte order mark', async () => {
    const codes = async (bytes: Uint8Array) =>
      (await aap(['parse', '--json'], bytes)).lines()[0].issues.map((issue: { code: string }) => issue.code)
    expect(await codes(Buffer.from(manual, 'latin1'))).to.include('REPLACEMENT_CHARACTER')
    expect(await codes(Buffer.from(`\ufeff${manual}`))).to.deep.equal(['INVISIBLE_CHARACTER'])
  })

  it('answers a megabyte of junk', async () => {
    const { status, lines } = await aap(['parse', '--json'], '§a\u200b\n'.repeat(200_000))
    expect(status).to.equal(0)
    expect(lines()[0].issues).to.have.length(101)
  })

  it('reads a file, and says with exit code 2 when there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cresolver-aap-'))
    try {
      writeFileSync(join(folder, 'q.txt'), manual)
      expect((await aap(['parse', join(folder, 'q.txt')])).status).to.equal(0)
      const missing = await aap(['parse', join(folder, 'none.txt')])
      expect(missing.status).to.equal(2)
      expect(missing.stderr).to.include('Cannot read')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
