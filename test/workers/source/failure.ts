import { expect } from 'chai'
import { type Request, TransportError } from '../../../services/fetch/Transport.ts'

export const get = (url: string): Request => ({ method: 'GET', url })

/** The error that a request must end in. */
export async function failure(work: Promise<unknown>): Promise<TransportError> {
  try {
    await work
  } catch (error) {
    expect(error).to.be.instanceOf(TransportError)
    return error as TransportError
  }
  throw new Error('It was expected to fail.')
}
