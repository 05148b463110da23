import type { Wire } from '../../../../protocol/index.ts'
import type { CheckOptions } from '../../../../workers/conformance/index.ts'
import { type Breaking, html, isPhase, json, nested, type Responder, status, taking } from './Breaking.ts'

/** Milliseconds; for workers that never answer. */
const short = (phase: Wire.Phase): CheckOptions => ({
  timeouts: { resolve: 20_000, challenge: 20_000, other: 20_000, [phase]: 400 },
})

export const transport = (phase: Wire.Phase): Breaking[] => {
  const when = isPhase[phase]
  const broken = (name: string, respond: Responder, seen?: RegExp): Breaking => ({
    rule: `${phase}-reply`,
    name,
    twist: taking(when, respond),
    ...(seen && { seen }),
  })
  const bytes = (rule: string, name: string, change: (text: string) => string | Uint8Array): Breaking => ({
    rule: `${phase}-${rule}`,
    name,
    twist: () => ({ bytes: (text, call) => (when(call) ? change(text) : text) }),
  })
  const coded = (name: string, respond: Responder, seen: RegExp): Breaking => ({
    rule: `${phase}-status`,
    name,
    twist: taking(when, respond),
    seen,
  })
  return [
    broken('closes the connection', (response) => response.socket?.destroy(), /no HTTP reply/),
    broken('does not speak HTTP', (response) => response.socket?.end('hello\r\n\r\n'), /no HTTP reply/),
    broken(
      'stops in the middle',
      (response) => {
        response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"determination":')
        setTimeout(() => response.socket?.destroy(), 20)
      },
      /no HTTP reply/,
    ),
    broken(
      'never stops sending',
      (response) => {
        response.writeHead(200, json)
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(10_000)));
        }
        response.on('drain', more)
        more()
      },
      /more than 65536 bytes/,
    ),
    {
      rule: `${phase}-in-time`,
      name: 'never answers',
      twist: taking(when, () => {}),
      options: short(phase),
      seen: /no whole reply within/,
    },
    {
      rule: `${phase}-in-time`,
      name: 'drips one byte after the other',
      twist: taking(when, (response) => {
        response.writeHead(200, json)
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      }),
      options: short(phase),
    },
    coded('redirects', status(302, '{}', { location: 'http://127.0.0.1:1/' }), /status 302/),
    coded('knows no such path', status(404), /status 404/),
    coded('fails', status(500), /status 500/),
    coded('shows an error page', html(503), /503, text\/html/),
    coded('has nothing to say', status(204, ''), /status 204/),
    {
      rule: `${phase}-content-type`,
      name: 'calls its reply HTML',
      twist: () => ({ headers: (call) => (when(call) ? { 'content-type': 'text/html' } : json) }),
      status: 'warn',
      seen: /text\/html/,
    },
    bytes('utf8', 'sends bytes that are not UTF-8', (text) => {
      const sent = Buffer.from(text)
      sent[text.indexOf('e')] = 0xff
      return sent
    }),
    bytes('nesting', 'nests 17 deep', (text) => text.replace('{', `{"deep":${nested(16)},`)),
    bytes('nesting', 'nests 30,000 deep', (text) => text.replace('{', `{"deep":${nested(30_000)},`)),
    bytes('json', 'sends no JSON', () => 'YES'),
    bytes('json', 'sends nothing', () => ''),
    bytes('json', 'sends a list', (text) => `[${text}]`),
    bytes('json', 'sends half of it', (text) => text.slice(0, -1)),
    bytes('json', 'sends a page with status 200', () => '<html></html>'),
    bytes('json', 'writes NaN', (text) => text.replace('{', '{"score":NaN,')),
  ]
}
