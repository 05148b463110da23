import { InvalidArgumentError } from 'commander'
import { BaseError } from '../../protocol/index.ts'
import { UsageError } from './failure.ts'

/** Until a signal says so. A second one does not wait for what is under way. */
export function ended(): Promise<void> {
  return new Promise((resolve) => {
    let signals = 0
    const end = () => {
      signals++
      if (signals > 1) process.exit(1)
      resolve()
    }
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
  })
}

/** What is wrong with a config is wrong with the call. */
export function asUsage<result>(read: () => result): result {
  try {
    return read()
  } catch (error) {
    const isConfig = error instanceof BaseError && error.name.startsWith('Config.')
    if (!isConfig) throw error
    const { shortMessage, metaMessages } = error
    throw new UsageError(shortMessage, { metaMessages, cause: error })
  }
}

export function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.')
  return port
}
