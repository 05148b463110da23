/** Whose page an address is: the domain that somebody registered, told from the address alone. */

/** What countries register names under: `gov.br`, `co.jp`. */
const secondLevels = new Set(
  'co com org net gov edu ac go or ne gob gouv govt gv gc mil nic jus leg'.split(' '),
)

/** Hosts that give everybody a name of their own below theirs: whoever has one of these has not the others. */
const shared = new Set(
  `github.io gitlab.io pages.dev workers.dev r2.dev vercel.app netlify.app netlify.com web.app firebaseapp.com appspot.com
  herokuapp.com onrender.com fly.dev surge.sh glitch.me repl.co replit.app blogspot.com wordpress.com substack.com medium.com
  tumblr.com weebly.com wixsite.com squarespace.com webflow.io notion.site ghost.io hashnode.dev neocities.org cloudfront.net
  azurewebsites.net azurestaticapps.net amazonaws.com amplifyapp.com ipfs.io dweb.link eth.limo arweave.net ngrok.io ngrok.app
  trycloudflare.com duckdns.org livejournal.com altervista.org bravenet.com godaddysites.com carrd.co framer.app`.split(
    /\s+/,
  ),
)

/**
 * The host of an https address that can be asked by its name: plain ASCII, port 443, no user; null for any other text. Numbers
 * are no names.
 */
export function hostOf(url: string): string | null {
  if (!url.startsWith('https://') || !isPrintable(url)) return null
  let end = 8
  while (end < url.length && !'/?#'.includes(url[end]!)) end++
  const authority = url.slice(8, end).toLowerCase()
  const host = authority.endsWith(':443') ? authority.slice(0, -4) : authority
  const labels = host.split('.')
  const isName = host.length <= 253 && labels.length >= 2 && labels.every(isLabel)
  return isName && !isNumber(labels[labels.length - 1]!) ? host : null
}

/**
 * The part of a host that somebody registered.
 */
export function domainOf(host: string): string {
  const labels = host.split('.')
  const last = (count: number) => labels.slice(-count).join('.')
  const isBelowCountry =
    labels.length > 2 &&
    labels[labels.length - 1]!.length === 2 &&
    secondLevels.has(labels[labels.length - 2]!)
  if (isBelowCountry) return last(3)
  return labels.length > 2 && shared.has(last(2)) ? last(3) : last(2)
}

/**
 * Whether a text names a domain, alone or at the end of a longer host.
 */
export function isNamed(domain: string, text: string): boolean {
  const within = text.toLowerCase()
  for (let at = within.indexOf(domain); at !== -1; at = within.indexOf(domain, at + 1)) {
    const end = at + domain.length
    // "nasa.gov." ends a sentence; "nasa.gov.example" is another domain.
    const goesOn =
      isInLabel(within.charCodeAt(end)) || (within[end] === '.' && isInLabel(within.charCodeAt(end + 1)))
    if (!isInLabel(within.charCodeAt(at - 1)) && !goesOn) return true
  }
  return false
}

function isLabel(label: string): boolean {
  if (label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-')) return false
  for (let i = 0; i < label.length; i++) if (!isInLabel(label.charCodeAt(i))) return false
  return true
}

/** A small letter of ASCII, a digit or a hyphen. */
const isInLabel = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d

function isPrintable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 0x20 || code === 0x7f) return false
  }
  return true
}

const isNumber = (label: string): boolean => /^(0x[0-9a-f]*|[0-9]+)$/.test(label)
