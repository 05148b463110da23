import { parse } from 'tldts'

export const longestAddress = 2_048

/**
 * Why an address that somebody else wrote is not fetched; null where nothing speaks against it. It says less than the guard, which
 * looks at the address that a name leads to, but it needs no network, so that a plan never holds what the guard would refuse.
 *
 * @example
 * whyNotPublic('https://www.example.org/notice') // null
 * whyNotPublic('http://10.0.0.1/') // 'it is not https'
 */
export function whyNotPublic(text: string): string | null {
  if (text.length > longestAddress) return 'it is too long'
  if (/[^\x21-\x7e]/.test(text)) return 'it has blanks, control characters or letters that are not ASCII'
  if (/[\\|^`{}"<>]/.test(text)) return 'it has marks that no address has'
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'it is not https'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'it carries a name'
  if (authorityOf(text).includes(':')) return 'it names a port'
  if (url.hostname !== authorityOf(text).toLowerCase())
    return 'its host is spelled in another way than it is read'
  return isPublicName(url.hostname) ? null : 'its host is not a public name'
}

/** What stands between the slashes, as it is written: a parser would already have repaired it. */
const authorityOf = (text: string): string => /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''

/** A name under a public suffix: no number, no name of a local network. */
export function isPublicName(host: string): boolean {
  const { domain, isIp, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true, mixedInputs: false })
  return domain !== null && isIp === false && (isIcann === true || isPrivate === true)
}
