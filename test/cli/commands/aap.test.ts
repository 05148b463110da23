import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runAlone } from '../../helpers/program.ts'
import { skipFor } from '../../helpers/skip.ts'

const aap = (args: string[], input: string | Uint8Array = '') => runAlone(['aap', ...args], input)

const manual = '§question Will it rain?\n§rule\nsource:manual'
const auto = '§question Will it rain?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
const jsonLines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

describe('cresolver aap', () => {
  describe('parse', () => {
    it('S0-28: prints the whole question for eyes, and as one line with --json', () => {
      const text = `${auto}\n§§source creator:Ada origin:moltbook:1f created:2026-02-10\n`
      const pretty = aap(['parse'], text)
      expect(pretty.status).to.equal(0)
      expect(pretty.stdout.split('\n').length).to.be.greaterThan(10)
      const { stdout, lines } = aap(['parse', '--json'], text)
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

    it('S0-25 S0-26 S0-27: reads the three examples of the format’s document without an issue', function () {
      const folder = process.env.CRESOLVER_SEEDS
      const path = join(folder ?? '', '000-aap-v2.md')
      if (folder === undefined || !existsSync(path))
        skipFor(this, 'CRESOLVER_SEEDS names no folder that holds the document')
      const blocks = readFileSync(path, 'utf8').split('```\n')
      const texts = blocks.filter((block) => /^§question W/.test(block))
      expect(texts).to.have.length(3)
      const answers = aap(['parse', '--lines'], jsonLines(...texts.map((text, id) => ({ id, text })))).lines()
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

    it('answers {id, text} lines in order, and a bad line with an error', () => {
      const { status, lines } = aap(
        ['parse', '--lines'],
        `${jsonLines({ id: 'a', text: manual }, { id: 2 })}\n{\n`,
      )
      expect(status).to.equal(0)
      const [first, second, third] = lines()
      expect(first).to.include({ id: 'a', question: 'Will it rain?' })
      expect(second).to.include({ id: 2, error: 'Cli.NoText' })
      expect(third).to.include({ error: 'Json.NotJson' })
    })

    it('C48: sees bytes that are no UTF-8, and a byte order mark', () => {
      const codes = (bytes: Uint8Array) =>
        aap(['parse', '--json'], bytes)
          .lines()[0]
          .issues.map((issue: { code: string }) => issue.code)
      expect(codes(Buffer.from(manual, 'latin1'))).to.include('REPLACEMENT_CHARACTER')
      expect(codes(Buffer.from(`\ufeff${manual}`))).to.deep.equal(['INVISIBLE_CHARACTER'])
    })

    it('answers a megabyte of junk', () => {
      const { status, lines } = aap(['parse', '--json'], '§a\u200b\n'.repeat(200_000))
      expect(status).to.equal(0)
      expect(lines()[0].issues).to.have.length(101)
    })

    it('reads a file, and says with exit code 2 when there is none', () => {
      const folder = mkdtempSync(join(tmpdir(), 'cresolver-aap-'))
      try {
        writeFileSync(join(folder, 'q.txt'), manual)
        expect(aap(['parse', join(folder, 'q.txt')]).status).to.equal(0)
        const missing = aap(['parse', join(folder, 'none.txt')])
        expect(missing.status).to.equal(2)
        expect(missing.stderr).to.include('Cannot read')
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  })

  describe('validate', () => {
    it('S0-5: says whether a question is valid, by its exit code too', () => {
      const fine = aap(['validate', '--json'], manual)
      expect(fine.status).to.equal(0)
      expect(fine.lines()[0]).to.deep.include({ valid: true, issues: [] })
      const { status, lines } = aap(['validate', '--json'], '§question Q')
      expect(status).to.equal(1)
      expect(lines()[0]).to.deep.include({ valid: false })
      expect(lines()[0].issues[0]).to.include({ code: 'MISSING_RULE', severity: 'error', line: 1, column: 1 })
    })

    it('S4-9, C130: shows how much a question leaves open; an auto rule leaves nothing open', () => {
      const auto = '§question Is it high?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
      const [first] = aap(['validate', '--json'], auto).lines()
      expect(first).to.deep.include({ valid: true, ambiguity: 0, factors: [] })
      const act = manual.replace('it rain', 'they announce a deal')
      const [second] = aap(['validate', '--json', '--deadline', '1771631940'], act).lines()
      expect(second.ambiguity).to.be.within(0.1, 1)
      expect(second.factors.map(({ name }: { name: string }) => name)).to.include('conduct')
      expect(aap(['validate', '--json'], '§question Q').lines()[0].ambiguity).to.equal(null)
    })

    it('fails for one of several lines only with --strict', () => {
      const input = jsonLines({ id: 1, text: manual }, { id: 2, text: 'x' })
      const { status, lines } = aap(['validate', '--lines'], input)
      expect(status).to.equal(0)
      expect(lines().map(({ id, valid }) => [id, valid])).to.deep.equal([
        [1, true],
        [2, false],
      ])
      expect(aap(['validate', '--lines', '--strict'], input).status).to.equal(1)
    })

    it('C56: compares a deadline with the market’s', () => {
      const text = `${manual}\ndeadline:1771631940`
      expect(aap(['validate', '--deadline', '1771631940'], text).status).to.equal(0)
      expect(aap(['validate', '--deadline', '1771631941'], text).status).to.equal(1)
      expect(aap(['validate', '--deadline', 'soon'], text).status).to.equal(2)
    })
  })

  describe('format', () => {
    it('S0-29: is the inverse of parse', () => {
      const parsed = aap(['parse'], `${auto}\n§category crypto`)
      expect(aap(['format'], parsed.stdout)).to.include({ status: 0, stdout: `${auto}\n§category crypto\n` })
    })

    it('answers with {id, text} when there are several, or with --json', () => {
      const one = { id: 7, question: 'Will it rain?', rule: { source: 'manual' } }
      expect(aap(['format', '--json'], jsonLines(one)).lines()).to.deep.equal([{ id: 7, text: manual }])
      const [first, second] = aap(
        ['format'],
        jsonLines(one, { id: 8, question: 'a\nb', rule: { source: 'manual' } }),
      ).lines()
      expect(first).to.deep.equal({ id: 7, text: manual })
      expect(second).to.include({ id: 8, error: 'Question.Unwritable' })
    })

    it('fails for one bad question', () => {
      expect(aap(['format'], '{"question": "Q"}')).to.include({ status: 1, stdout: '' })
      expect(aap(['format'], 'junk').status).to.equal(1)
    })
  })

  describe('evaluate', () => {
    it('S0-20: compares exactly, and carries the id', () => {
      const { status, lines } = aap(
        ['evaluate'],
        jsonLines({ id: 'x', question: auto, value: '74999.999999999999999999' }),
      )
      expect(status).to.equal(0)
      expect(lines()).to.deep.equal([
        {
          id: 'x',
          met: false,
          outcome: 'NO',
          metric_used: 'price_usd',
          value: '74999.999999999999999999',
          target: '75000',
          op: 'gte',
        },
      ])
    })

    it('C32: takes a JSON number only when no digit can be lost', () => {
      const line = (value: string) => `{"question":${JSON.stringify(auto)},"value":${value}}`
      const values = ['75000.5', '-1', 'null', '74999.99999999999999', '1e5', '100000000000000000', 'true']
      const answers = aap(['evaluate'], values.map(line).join('\n')).lines()
      expect(answers.map(({ outcome, error }) => outcome ?? error)).to.deep.equal([
        ...['YES', 'NO', 'INVALID'],
        ...['Cli.Value', 'Cli.Value', 'Cli.Value', 'Cli.Value'],
      ])
    })

    it('gives a line with an error for what cannot be evaluated, and goes on', () => {
      const inputs = [
        { id: 1, question: 'x', value: '1' },
        { id: 2, question: manual, value: '1' },
        { id: 3, value: '1' },
        { id: 4, question: auto },
      ]
      const answers = aap(
        ['evaluate'],
        jsonLines(...inputs, { id: 5, question: auto, value: '75000' }),
      ).lines()
      expect(answers.map(({ id, error, outcome }) => [id, error ?? outcome])).to.deep.equal([
        [1, 'Question.Invalid'],
        [2, 'Rule.ManualRule'],
        [3, 'Cli.NoQuestion'],
        [4, 'Cli.Value'],
        [5, 'YES'],
      ])
    })
  })

  it('has help with examples for every verb, and exit code 2 for words it does not know', () => {
    for (const verb of ['parse', 'format', 'validate', 'evaluate']) {
      const { status, stdout } = aap([verb, '--help'])
      expect(status).to.equal(0)
      expect(stdout).to.include('Example').and.include('--json')
    }
    expect(aap(['frob']).status).to.equal(2)
    expect(aap(['parse', '--frob']).status).to.equal(2)
  })
})
