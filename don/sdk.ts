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

type Messages = typeof import('@chainlink/cre-sdk/pb')
const messages: Messages = await import('@chainlink/cre-sdk/pb')

export const Sdk: Messages['SDK_PB'] = messages.SDK_PB
export const Values: Messages['VALUES_PB'] = messages.VALUES_PB
export const Evm: Messages['EVM_PB'] = messages.EVM_PB
export const Http: Messages['HTTP_CLIENT_PB'] = messages.HTTP_CLIENT_PB
export const ConfidentialHttp: Messages['CONFIDENTIAL_HTTP_CLIENT_PB'] = messages.CONFIDENTIAL_HTTP_CLIENT_PB
export const HttpTrigger: Messages['HTTP_TRIGGER_PB'] = messages.HTTP_TRIGGER_PB
export const CronTrigger: Messages['CRON_TRIGGER_PB'] = messages.CRON_TRIGGER_PB
