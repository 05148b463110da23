import { BaseError } from '../../../protocol/index.ts'

/** A market of version 1 that cannot be taken over as it is: the sentence names what is wrong with it. */
export class RefusalError extends BaseError {
  override readonly name = 'Migrate.RefusalError'
}
