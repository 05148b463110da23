/**
 * What every error of the protocol carries: one short sentence, then what to try.
 *
 * @example
 * const error = new BaseError('The file is not JSON.', { metaMessages: ['Write it with JSON.stringify.'] })
 * error.message // 'The file is not JSON.\nWrite it with JSON.stringify.'
 * error.shortMessage // 'The file is not JSON.'
 */
export class BaseError extends Error {
  override name = 'BaseError'
  readonly shortMessage: string
  readonly metaMessages: readonly string[]
  readonly docsPath: string | undefined

  constructor(shortMessage: string, options: BaseError.Options = {}) {
    const { metaMessages = [], docsPath, cause } = options
    const lines = [shortMessage, ...metaMessages]
    if (docsPath !== undefined) lines.push(`See ${docsPath}`)
    super(lines.join('\n'), cause === undefined ? undefined : { cause })
    this.shortMessage = shortMessage
    this.metaMessages = metaMessages
    this.docsPath = docsPath
  }

  /** The first error in the chain of causes for which `test` holds, or the last one when no test is given. */
  walk(test?: (error: unknown) => boolean): unknown {
    let error: unknown = this
    // A chain of causes is written by us and short; the bound only guards against a cycle.
    for (let depth = 0; depth < 32; depth++) {
      if (test?.(error)) return error
      const cause = error instanceof Error ? error.cause : undefined
      if (cause === undefined || cause === null) return test === undefined ? error : undefined
      error = cause
    }
    return undefined
  }
}

export declare namespace BaseError {
  /** What an error can carry besides its sentence. */
  type Options = {
    /** What to try, one sentence a line. */
    metaMessages?: readonly string[]
    docsPath?: string
    cause?: unknown
  }
}
