import { parse } from 'tldts'

/**
 * Whether two hosts belong to one who registered them: `www.example.com` and `example.com` do, `a.github.io` and `b.github.io` do
 * not. Addresses and names without a registrable part are the same only if they are equal.
 *
 * @example
 * isSameSite('www.sec.gov', 'sec.gov') // true
 */
export function isSameSite(one: string, other: string): boolean {
  const [site, its] = [siteOf(one), siteOf(other)]
  return site !== '' && site === its
}

// Names under suffixes that companies run, such as github.io, are other people's too.
const options = { allowPrivateDomains: true, extractHostname: false, mixedInputs: false }

function siteOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  const { domain, isIp } = parse(name, options)
  return isIp || domain === null ? name : domain
}
