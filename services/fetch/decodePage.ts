/** The text of a page, whatever its charset: what its first bytes, its header or its own words say, else UTF-8. */
export function decodePage(body: Uint8Array, contentType: string): string {
  return new TextDecoder(charsetOf(body, contentType)).decode(body)
}

const named = /charset\s*=\s*["']?([a-z0-9_:.-]{1,40})/i

/** How far a page's own words are looked at, as browsers do. */
const head = 1_024

function charsetOf(body: Uint8Array, contentType: string): string {
  const [a, b, c] = body
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  const said = named.exec(contentType)?.[1] ?? inPage(body)
  return said !== undefined && isKnown(said) ? said : 'utf-8'
}

function inPage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, head)).toString('latin1')
  return start.includes('<') ? named.exec(start)?.[1] : undefined
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label) !== null
  } catch {
    return false
  }
}
