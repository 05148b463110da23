import type { Context } from 'mocha'

/** Leaves a test out where what it needs is not there, and says what that is. */
export function skipFor(context: Context, reason: string): never {
  console.log(`      left out: ${reason}`)
  return context.skip()
}

/** The folder of recorded third-party data, which lies beside the project and not in it; a test without it is left out. */
export const recordedData = (context: Context): string =>
  process.env.CRESOLVER_DATA ?? skipFor(context, 'CRESOLVER_DATA is not set, and this reads recorded data')
