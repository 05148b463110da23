import type { Page as Seen } from '../../services/fetch/visit.ts'

/** What stands between a reader without a browser and a page that answered 200. docs/write-a-worker.md lists the rules. */
export type Wall = 'bots' | 'consent' | 'login' | 'script' | 'refresh' | 'blank'

/** A page with more text than this is a page, whatever it says. */
const longestWall = 2_000
/** A page with scripts and less text than this is made by them. */
const longestShell = 200

/** A page that sends its reader on says so in its head. */
const refresh = /<meta[^>]{0,200}http-equiv\s{0,9}=\s{0,9}["']?refresh/i
const longestHead = 10_000

/** Headers by which hosts say that this is not the page. */
const headers: readonly (readonly [name: string, value: RegExp])[] = [
  ['cf-mitigated', /challenge/i],
  ['x-amzn-waf-action', /challenge|captcha/i],
]

/** Words that walls show, in lower case. */
const words: readonly (readonly [Wall, readonly string[]])[] = [
  [
    'bots',
    [
      'access denied',
      'access to this page has been denied',
      'are you a human',
      'are you a robot',
      'attention required',
      'automated access',
      'automated queries',
      'captcha',
      'checking if the site connection is secure',
      'checking your browser',
      'just a moment',
      'not a robot',
      'pardon our interruption',
      'press & hold',
      'request blocked',
      'unusual traffic',
      'verify that you are human',
      'verify you are human',
      'verifying you are human',
      'you are human',
      'you have been blocked',
    ],
  ],
  [
    'script',
    [
      'enable javascript',
      'javascript is disabled',
      'javascript is required',
      'requires javascript',
      'turn on javascript',
    ],
  ],
  [
    'consent',
    [
      'accept all cookies',
      'accept cookies',
      'before you continue',
      'consent to cookies',
      'enable cookies',
      'we value your privacy',
      'your privacy choices',
    ],
  ],
  [
    'login',
    ['log in to continue', 'please log in', 'please sign in', 'sign in to continue', 'subscribe to continue'],
  ],
]

/** Where a redirect leads that is a door, and not the page. */
const doors: readonly (readonly [Wall, RegExp])[] = [
  ['login', /(?:^|[/.])(?:log-?in|sign-?in|auth|accounts|sso)(?:[/.?]|$)/i],
  ['consent', /(?:^|[/.])(?:consent|cookies?-?wall|privacy-?gate)(?:[/.?]|$)/i],
  ['bots', /(?:^|[/.])(?:captcha|challenge|sorry|blocked|interstitial)(?:[/.?]|$)/i],
]

/** The wall that stands in a page's place; null where it is the page. `visible` is its visible text. */
export function wallOf(page: Seen, visible: string): Wall | null {
  if (headers.some(([name, value]) => value.test(page.headers[name] ?? ''))) return 'bots'
  const door = page.isRedirected ? doors.find(([, place]) => place.test(placeOf(page.url))) : undefined
  if (door !== undefined) return door[0]
  if (visible === '') return 'blank'
  if (visible.length <= longestShell) {
    if (refresh.test(page.text.slice(0, longestHead))) return 'refresh'
    if (page.text.toLowerCase().includes('<script')) return 'script'
  }
  if (visible.length > longestWall) return null
  // Titles are not part of visible text, but walls speak in them.
  const said = `${titleOf(page.text)} ${visible}`.toLowerCase()
  return words.find(([, some]) => some.some((word) => said.includes(word)))?.[0] ?? null
}

const placeOf = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname}`
}

function titleOf(html: string): string {
  const start = html.search(/<title[ >]/i)
  return start === -1 ? '' : html.slice(start, start + 200)
}
