import { BaseError } from '../../protocol/index.ts'
import { ConflictError, FullError, QueryError, ReadOnlyError, UnavailableError } from './Store.ts'

const conflicts = new Set(['40001', '40P01'])
// Class 08 is a broken connection, 57P0x a server that goes away, 53300 one that is full, 25P03 a session that was ended.
const away = /^(08...|57P0.|53300|25P03)$/
// 53100 is a full disk, 53200 no memory, 53400 a limit of the server's own config, 58030 a disk that fails.
const full = /^(53100|53200|53400|58030|ENOSPC|EDQUOT|EIO)$/
const readOnly = /^(25006|EROFS)$/
const network =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
// The driver has no codes for these.
const driverWords =
  /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i

/** What a driver threw, sorted by remedy. */
export function storeError(error: unknown): unknown {
  if (error instanceof BaseError || !(error instanceof Error)) return error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (typeof code === 'string') {
    if (conflicts.has(code)) return new ConflictError(code)
    if (full.test(code)) return new FullError(code)
    if (readOnly.test(code)) return new ReadOnlyError(code)
    if (away.test(code) || network.test(code)) return new UnavailableError({ cause: error })
    if (/^[0-9A-Z]{5}$/.test(code)) {
      return new QueryError(error.message, {
        code,
        constraint: typeof constraint === 'string' ? constraint : null,
      })
    }
  }
  return driverWords.test(error.message) ? new UnavailableError({ cause: error }) : error
}
