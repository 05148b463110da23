import { existsSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * The messages between CRE's host and guest, from Chainlink's own SDK. Its files import each other without extensions, which
 * bundlers forgive and Node does not: the hook finds what they mean, for that package alone.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.includes('/@chainlink/cre-sdk/')) {
      const found = ['', '.js', '/index.js']
        .map((end) => new URL(`${specifier}${end}`, context.parentURL).href)
        .find((url) => isFile(fileURLToPath(url)))
      if (found !== undefined) return next(found, context)
    }
    return next(specifier, context)
  },
})

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

export const {
  SDK_PB: Sdk,
  VALUES_PB: Values,
  EVM_PB: Evm,
  HTTP_CLIENT_PB: Http,
  CONFIDENTIAL_HTTP_CLIENT_PB: ConfidentialHttp,
  HTTP_TRIGGER_PB: HttpTrigger,
  CRON_TRIGGER_PB: CronTrigger,
} = await import('@chainlink/cre-sdk/pb')
