import { expect } from 'chai'
import * as Errors from '../../don/guestErrors.ts'
import { BaseError } from '../../protocol/core.ts'

describe('what can go wrong with a guest', () => {
  const all: [BaseError, RegExp][] = [
    [new Errors.PluginMissingError(), /not installed\.\nRun `npm ci`\.$/],
    [new Errors.CompileError('function.mjs:1'), /cannot compile the source: function\.mjs:1$/],
    [new Errors.HostRefusedError('now'), /called now, and its host offers none/],
    [new Errors.UncaughtError('Error: no'), /program threw: Error: no$/],
    [new Errors.OutOfMemoryError(), /ran out of memory/],
    [new Errors.StackOverflowError(), /recursed too deeply\.\n.*bound the nesting/],
    [new Errors.ExitError(3, 'what it said'), /with code 3\.\nwhat it said$/],
    [new Errors.TrapError('unreachable'), /trapped: unreachable$/],
  ]

  it('is said in a sentence each, with what to try where something can be', () => {
    for (const [error, words] of all) expect(error.message).to.match(words)
  })

  it('has a name of its own each, by which callers can tell them apart', () => {
    const names = all.map(([{ name }]) => name)
    expect(new Set(names).size).to.equal(names.length)
    for (const name of names) expect(name).to.match(/^Guest\.[A-Z][A-Za-z]+Error$/)
    for (const [error] of all) expect(error).to.be.instanceOf(BaseError)
  })

  it('a guest that said nothing before it ended has no second line', () => {
    expect(new Errors.ExitError(1, '').message).to.equal('The guest ended itself with code 1.')
  })
})
