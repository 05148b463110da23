import { expect } from 'chai'
import fc from 'fast-check'
import { answerInputs, EmptyInputError, type Line, splitInput } from '../../../cli/terminal/batch.ts'
import { Json } from '../../../protocol/index.ts'
import { commandsOf } from '../../helpers/callCommand.ts'

const values = (lines: readonly Line[]) => lines.map((line) => ('value' in line ? line.value : 'fault'))

/** A command that answers inputs with their double. */
const answering = (options: { strict?: boolean } = {}) => {
  const answer = (input: Json.Json) => {
    const { n } = input as { n: number }
    if (n < 0) throw new RangeError('below zero')
    return { twice: 2 * n }
  }
  const { call } = commandsOf('double', (group) =>
    group.argument('[text]').action((text: string) => answerInputs(splitInput(text), answer, options)),
  )
  return (text: string) => call([text])
}

describe('inputs of a batch', () => {
  it('one value, an array of values, or lines', () => {
    expect(values(splitInput(' {"a":1}\n'))).to.deep.equal([{ a: 1 }])
    expect(values(splitInput('[1, {"a":2}]'))).to.deep.equal([1, { a: 2 }])
    expect(values(splitInput('{"a":1}\r\n\n{"a":2}'))).to.deep.equal([{ a: 1 }, { a: 2 }])
    expect(splitInput('[]')).to.deep.equal([])
    expect(values(splitInput('{\n"a": 1\n}'))).to.deep.equal([{ a: 1 }])
  })

  it('a line that is not JSON has its number, counted with the empty ones; a single one has none', () => {
    const [first, second] = splitInput('1\n\n{') as { fault?: unknown; line?: number }[]
    expect(first).to.deep.equal({ value: 1 })
    expect(second).to.have.property('line', 3)
    const [only, ...more] = splitInput('\n{\n') as { fault?: unknown; line?: number }[]
    expect(more).to.deep.equal([])
    expect(only).to.have.property('fault').and.not.have.property('line')
    expect(only!.line).to.equal(undefined)
  })

  it('error: nothing at all, and blanks alone', () => {
    for (const text of ['', ' \n\t']) expect(() => splitInput(text)).to.throw(EmptyInputError)
  })

  it('objects written a line each are read back, whatever they hold', () => {
    const json = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 4 })
    fc.assert(
      fc.property(fc.array(json, { minLength: 2, maxLength: 8 }), (objects) => {
        const text = objects.map((one) => JSON.stringify(one)).join('\n')
        const read = values(splitInput(text, (line) => JSON.parse(line)))
        expect(read).to.deep.equal(objects.map((one) => JSON.parse(JSON.stringify(one))))
      }),
      { numRuns: 100 },
    )
  })

  it('a verb may read numbers its own way', () => {
    const lines = splitInput('{"a":1.50}', (text) => Json.parse(text.replace('1.50', '"1.50"')))
    expect(values(lines)).to.deep.equal([{ a: '1.50' }])
  })
})

describe('answers of a batch', () => {
  it('come in order, each with the id of its input, whatever type that has', async () => {
    const { status, lines } = await answering()('[{"id":"a","n":1},{"n":2},{"id":0,"n":3}]')
    expect(status).to.equal(0)
    expect(lines()).to.deep.equal([{ id: 'a', twice: 2 }, { twice: 4 }, { id: 0, twice: 6 }])
  })

  it('a bad input gets an error under its id, and the rest goes on', async () => {
    const { status, lines } = await answering()('{"id":1,"n":-1}\n{"id":2,"n":1}\n{')
    expect(status).to.equal(0)
    const [bad, good, broken] = lines()
    expect(bad).to.deep.equal({ id: 1, error: 'Internal', message: 'below zero' })
    expect(good).to.deep.equal({ id: 2, twice: 2 })
    expect(broken).to.include({ line: 3, error: 'Json.NotJson' })
  })

  it('one bad input among several fails only where it is strict; a single one always', async () => {
    expect((await answering({ strict: true })('[{"n":1},{"n":-1}]')).status).to.equal(1)
    expect((await answering({ strict: true })('[{"n":1}]')).status).to.equal(0)
    expect((await answering()('{"n":-1}')).status).to.equal(1)
    expect((await answering()('[]')).status).to.equal(0)
  })
})
