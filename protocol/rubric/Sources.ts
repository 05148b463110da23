import * as Text from './Text.ts'

/**
 * The host of a web address, without `www.`; null when the text is not a web address.
 */
export function hostOf(source: string): string | null {
  const folded = Text.fold(source.trim())
  const isSecure = folded.startsWith('https://')
  if (!isSecure && !folded.startsWith('http://')) return null
  const rest = folded.slice(isSecure ? 8 : 7)
  const authority = rest.slice(0, indexOfAny(rest, '/?#'))
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '')
  if (!isHost(host)) return null
  return host.startsWith('www.') ? host.slice(4) : host
}

function indexOfAny(text: string, marks: string): number {
  for (let i = 0; i < text.length; i++) if (marks.includes(text[i]!)) return i
  return text.length
}

function isHost(host: string): boolean {
  if (host.length < 4 || host.length > 253 || !host.includes('.')) return false
  if (host.startsWith('.') || host.endsWith('.') || host.includes('..')) return false
  for (let i = 0; i < host.length; i++) {
    const code = host.charCodeAt(i)
    const isPlain =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e
    if (!isPlain) return false
  }
  return true
}
