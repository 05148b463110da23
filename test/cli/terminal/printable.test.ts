import { expect } from 'chai'
import * as parse from '../../../cli/commands/aap/parse.ts'
import { reportFailure } from '../../../cli/terminal/failure.ts'
import { printable } from '../../../cli/terminal/printable.ts'
import { table } from '../../../cli/terminal/table.ts'
import { commandsOf } from '../../helpers/callCommand.ts'

/** Clears the screen and says that all is well, sets the title, and turns the reading direction. */
const hostile = '\x1b[2J\x1b[Hholds\x1b]0;title\x07\x9b31m\u202Eback\x7f\r'
const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/

describe('text of strangers', () => {
  it('keeps its letters and line breaks, and loses what a terminal obeys', () => {
    expect(printable('§ “ok”\nnext\x1b[31m')).to.equal('§ “ok”\nnext [31m')
    expect(printable(hostile)).to.not.match(obeyed)
  })

  it('is printable in tables', () => {
    expect(table(['finding'], [[hostile], ['fine']])).to.not.match(obeyed)
  })

  it('is escaped in JSON for eyes, and the same value', async () => {
    const aap = commandsOf('aap', parse.register)
    const { stdout } = await aap.call('parse', { input: `§question ${hostile}\u{E0001}?` })
    expect(stdout.replaceAll('\n', '')).to.not.match(obeyed)
    const piped = await aap.call('parse --json', { input: `§question ${hostile}\u{E0001}?` })
    expect(JSON.parse(stdout)).to.deep.equal(JSON.parse(piped.stdout))
  })

  it('is printable in what a failed command says', () => {
    const { write } = process.stderr
    const { exitCode } = process
    let said = ''
    process.stderr.write = ((text: string) => {
      said += text
      return true
    }) as typeof write
    try {
      reportFailure(new Error(`Unrecognized key: "${hostile}"`), { json: false })
    } finally {
      process.stderr.write = write
      process.exitCode = exitCode
    }
    expect(said).to.include('Unrecognized key')
    expect(said).to.not.match(obeyed)
  })
})
