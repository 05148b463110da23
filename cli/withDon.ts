import { BaseError } from '../protocol/index.ts'

/** Loads what needs the local DON: a package of its own, that not everybody installs, and that not every Node runs. */
export async function withDon<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (error) {
    if (isMissing(error)) throw new DonMissingError({ cause: error })
    if (isTooOld(error)) throw new NodeTooOldError({ cause: error })
    throw error
  }
}

const isMissing = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'@cresolver/don'")

/** The DON hooks into module resolution, which Node lets a program do from 22.15 on. */
const isTooOld = (error: unknown): error is Error =>
  error instanceof SyntaxError && error.message.includes('registerHooks')

export class DonMissingError extends BaseError {
  override readonly name = 'Cli.DonMissingError'
  constructor(options: { cause: Error }) {
    super('The local DON is not installed.', {
      ...options,
      metaMessages: ['Run `npm install @cresolver/don`; it needs Node 22.15 or newer.'],
    })
  }
}

export class NodeTooOldError extends BaseError {
  override readonly name = 'Cli.NodeTooOldError'
  constructor(options: { cause: Error }) {
    super(`The local DON needs Node 22.15 or newer, and this is ${process.version}.`, {
      ...options,
      metaMessages: ['Install Node 24, the version it is tested on.'],
    })
  }
}
