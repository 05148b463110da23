import * as Bytes from '../Bytes.ts'

/**
 * Whether a page says words only because its address does: searches and error pages show their reader what was asked for, so anybody
 * can have any words on them, on the sites of authorities too.
 */

/** How many letters of a quote an address may say before they prove nothing; fewer where they are half of the quote. */
const longest = 12

/** Of an address that hides its words by encoding them more than once. */
const mostDecodings = 3

/**
 * Whether an address says the words of a quote itself: in what it asks for, or in parts of its path that are written as text. Words
 * that hyphens join in a path are an article's name, and none.
 */
export function isEcho(url: string, quote: string): boolean {
  const said = lettersOf(decode(askedBy(url)))
  const wanted = lettersOf(binary(quote))
  // A run of this length is long enough, or half of the quote; every longer one holds one of this length.
  const enough = Math.min(longest, Math.ceil(wanted.length / 2))
  for (let i = 0; enough > 0 && i + enough <= wanted.length; i++)
    if (said.includes(wanted.slice(i, i + enough))) return true
  return false
}

/** The query, and the segments of the path that hold encoded bytes or a plus sign. */
function askedBy(url: string): string {
  const [address = ''] = url.split('#')
  const at = address.indexOf('?')
  const path = at === -1 ? address : address.slice(0, at)
  const query = at === -1 ? '' : address.slice(at + 1)
  const spelled = path.split('/').filter((segment) => segment.includes('%') || segment.includes('+'))
  return [...spelled, query].join('/')
}

/** One character a byte, so that what is encoded and what is not are the same. */
const binary = (text: string): string =>
  Array.from(Bytes.fromText(text), (byte) => String.fromCharCode(byte)).join('')

function decode(text: string): string {
  let decoded = binary(text)
  for (let i = 0; i < mostDecodings; i++)
    decoded = decoded.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    )
  return decoded
}

/** ASCII letters and digits in lower case, and the bytes of other scripts without their spaces and invisible marks. */
const lettersOf = (bytes: string): string =>
  bytes
    .replace(/\u00c2[\u0080-\u00bf]|\u00e2\u0080[\u0080-\u00bf]/g, '')
    .replace(/[^0-9A-Za-z\u0080-\u00ff]/g, '')
    .toLowerCase()
