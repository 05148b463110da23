import { BaseError } from '../protocol/core.ts'

/** The plugin's package is not installed. */
export class PluginMissingError extends BaseError {
  override readonly name = 'Guest.PluginMissingError'
  constructor() {
    super('The guest is not installed.', { metaMessages: ['Run `npm ci`.'] })
  }
}

export class CompileError extends BaseError {
  override readonly name = 'Guest.CompileError'
  constructor(text: string) {
    super(`The guest cannot compile the source: ${text}`)
  }
}

export class HostRefusedError extends BaseError {
  override readonly name = 'Guest.HostRefusedError'
  constructor(name: string) {
    super(`The guest called ${name}, and its host offers none.`)
  }
}

export class UncaughtError extends BaseError {
  override readonly name = 'Guest.UncaughtError'
  constructor(text: string) {
    super(`The guest's program threw: ${text}`)
  }
}

export class OutOfMemoryError extends BaseError {
  override readonly name = 'Guest.OutOfMemoryError'
  constructor() {
    super('The guest ran out of memory.')
  }
}

export class StackOverflowError extends BaseError {
  override readonly name = 'Guest.StackOverflowError'
  constructor() {
    super('The guest recursed too deeply.', {
      metaMessages: ['No program inside can catch this: bound the nesting of what it reads.'],
    })
  }
}

export class ExitError extends BaseError {
  override readonly name = 'Guest.ExitError'
  constructor(code: number, said: string) {
    super(`The guest ended itself with code ${code}.`, { metaMessages: said === '' ? [] : [said] })
  }
}

export class TrapError extends BaseError {
  override readonly name = 'Guest.TrapError'
  constructor(fault: string) {
    super(`The guest trapped: ${fault}`)
  }
}
