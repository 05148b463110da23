import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Command } from 'commander'
import { Credentials } from '../../../adapters/moltbook/index.ts'
import {
  asking,
  homeOf,
  reading,
  seconds,
  tellWarnings,
  withAdapter,
  writing,
} from '../../../cli/moltbook/options.ts'
import { failed } from '../../adapters/moltbook/failed.ts'
import { onBook } from './book.ts'

const parsed = (decorate: (command: Command) => Command, words: readonly string[]) =>
  decorate(new Command('x').exitOverride().configureOutput({ writeErr: () => {} }))
    .parse(words, { from: 'user' })
    .opts()

describe('the options of market', () => {
  it('writing has a solver, patience and --dry-run; reading has none of them', () => {
    expect(parsed(writing, [])).to.include({ solver: 'rules', patience: 90 })
    expect(parsed(writing, ['--patience', '5', '--solver', 'llm', '--dry-run'])).to.include({
      ...{ patience: 5, solver: 'llm', dryRun: true },
    })
    expect(() => parsed(reading, ['--dry-run'])).to.throw()
    expect(() => parsed(writing, ['--solver', 'oracle'])).to.throw()
    expect(parsed(asking, ['--sources', 'a.yaml'])).to.include({ sources: 'a.yaml' })
  })

  it('seconds are whole', () => {
    expect(seconds('0')).to.equal(0)
    for (const text of ['', '-1', '1.5', '1000000', 'x']) expect(() => seconds(text), text).to.throw()
  })

  it('the home is the one that is named, else that of the person', () => {
    expect(homeOf({ home: '/a' })).to.equal('/a')
    expect(homeOf({})).to.equal(Credentials.defaultHome())
  })

  it('warnings go to stderr, each with its code', () => {
    const write = process.stderr.write
    let said = ''
    process.stderr.write = ((text: string) => {
      said += text
      return true
    }) as typeof write
    try {
      tellWarnings([{ code: 'CRYPTO', message: 'Careful.' }] as never)
    } finally {
      process.stderr.write = write
    }
    expect(said).to.equal('warning: Careful. (CRYPTO)\n')
  })

  describe('withAdapter', () => {
    const here = onBook(17)
    before(() => here().account('user'))
    const options = () => ({ account: 'user', home: here().home, baseUrl: here().moltbook.url })
    const fileOf = (name: string, text: string): string => {
      const file = join(here().home, name)
      writeFileSync(file, text)
      return file
    }

    it('gives what the work gives, and closes the account whatever happens', async () => {
      expect(await withAdapter(options(), async ({ submolt }) => submolt)).to.equal('predictmarket')
      const fault = new Error('mine')
      const work = () => Promise.reject(fault)
      expect(await failed(withAdapter(options(), work))).to.equal(fault)
      // A second one could not be opened while the first holds its lock.
      expect(await withAdapter(options(), async () => 7)).to.equal(7)
    })

    it('a model is needed only where one is to be asked', async () => {
      const { name, message } = await failed(withAdapter({ ...options(), solver: 'llm' }, async () => 1))
      expect([name, message]).to.deep.equal(['Cli.UsageError', '--solver llm needs --model <file>.'])
      const model = fileOf('model.yaml', `kind: recorded\nrecordings: ${here().home}\n`)
      expect(await withAdapter({ ...options(), solver: 'llm', model }, async () => 1)).to.equal(1)
    })

    it('recordings are found beside the file that names them', async () => {
      mkdirSync(join(here().home, 'recorded'), { recursive: true })
      const sources = fileOf('sources.yaml', 'sources: { transport: replay, fixtures: recorded }\n')
      expect(await withAdapter({ ...options(), sources }, async () => 1)).to.equal(1)
    })

    it('error: a config that is not there, is no YAML, or has unknown keys', async () => {
      const failure = async (sources: string) =>
        (await failed(withAdapter({ ...options(), sources }, async () => 1))).name
      expect(await failure('/nowhere.yaml')).to.equal('Cli.UsageError')
      expect(await failure(fileOf('bad.yaml', 'a: ['))).to.equal('Cli.UsageError')
      expect(await failure(fileOf('odd.yaml', 'nonsense: 1\n'))).to.equal('Schema.MismatchError')
    })
  })
})
