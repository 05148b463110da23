import { expect } from 'chai'
import { UsageError } from '../../../cli/terminal/failure.ts'
import { BaseError } from '../../../protocol/index.ts'
import { commandsOf } from '../../helpers/callCommand.ts'

class LateError extends BaseError {
  override readonly name = 'Test.LateError'
}

const failing = (error: unknown) =>
  commandsOf('group', (group) =>
    group
      .command('verb')
      .argument('[word]')
      .option('--json')
      .option('--number <n>')
      .action(() => {
        if (error !== undefined) throw error
      }),
  )

describe('runProgram', () => {
  it('ends with 0 where the command does', async () => {
    const { status, stdout, stderr } = await failing(undefined).call('verb')
    expect([status, stdout, stderr]).to.deep.equal([0, '', ''])
  })

  it('a failure is a sentence on stderr and exit code 1; wrong words are 2', async () => {
    const late = await failing(new LateError('Too late.', { metaMessages: ['Try sooner.'] })).call('verb')
    expect([late.status, late.stdout]).to.deep.equal([1, ''])
    expect(late.stderr).to.equal('cresolver: Too late.\n  Try sooner.\n')
    expect((await failing(new UsageError('No such file.')).call('verb')).status).to.equal(2)
  })

  it('with --json it is a line on stdout, too, under its name', async () => {
    const { status, lines, stderr } = await failing(new LateError('Too late.')).call('verb --json')
    expect(status).to.equal(1)
    expect(lines()).to.deep.equal([{ error: 'Test.Late', message: 'Too late.' }])
    expect(stderr).to.equal('cresolver: Too late.\n')
  })

  it('what is a fault of ours is told as one, with its stack only for those who debug', async () => {
    const quiet = await failing(new TypeError('oops')).call('verb --json', { env: { DEBUG: '' } })
    expect(quiet.lines()[0]).to.deep.equal({ error: 'Internal', message: 'oops' })
    expect(quiet.stderr).not.to.include('at ')
    const loud = await failing(new TypeError('oops')).call('verb', { env: { DEBUG: '1' } })
    expect(loud.stderr).to.include('TypeError: oops\n    at ')
    expect((await failing('thrown text').call('verb')).stderr).to.equal('cresolver: thrown text\n')
  })

  it('words that commander does not know lead to the help of that very command', async () => {
    const { status, stderr } = await failing(undefined).call('verb --nonsense')
    expect(status).to.equal(2)
    expect(stderr).to.include("unknown option '--nonsense'")
    expect(stderr).to.include('Try `cresolver group verb --help`.')
    const json = await failing(undefined).call('verb --json --number')
    expect(json.status).to.equal(2)
    expect(json.lines()[0]).to.include({ error: 'Cli.Usage' })
    expect(json.lines()[0].message).to.match(/^option '--number <n>'/)
  })

  it('help is no failure, and is not JSON', async () => {
    const { status, stdout } = await failing(undefined).call('verb --help --json')
    expect(status).to.equal(0)
    expect(stdout).to.match(/^Usage: cresolver group verb/)
  })

  it('without words it shows the help of everything', async () => {
    const { status, stdout, stderr } = await commandsOf(null, (root) => root.command('verb')).call('')
    expect(stdout + stderr).to.match(/Usage: market/)
    expect(status).to.equal(0)
  })
})
