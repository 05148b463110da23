import { type Hex, size } from 'viem'

/**
 * Two receivers of reports in a few instructions each, so that these tests need no compiler. The forwarder first asks one
 * whether it is a receiver by ERC-165: it must say yes to every interface but 0xffffffff.
 */
const hex = (...parts: readonly string[]): Hex => `0x${parts.join('').replaceAll(' ', '')}`

/** Creation code for a contract of this code. */
const creationOf = (code: Hex): Hex => {
  const length = size(code).toString(16).padStart(2, '0')
  // push length, dup, push 9, push 0, codecopy, push 0, return
  return hex(`60${length} 80 6009 5f 39 5f f3`, code.slice(2))
}

// Returns whether the first four bytes of the argument differ from 0xffffffff.
const answer = '6004 35 60e0 1c 63ffffffff 14 15 5f 52 6020 5f f3'

/** Takes every report. */
export const taking: Hex = creationOf(hex(answer))

/** Answers `supportsInterface`, and reverts on everything else. */
export const refusing: Hex = creationOf(hex('5f 35 60e0 1c 6301ffc9a7 14 6011 57 5f 5f fd 5b', answer))

/**
 * A contract of many parts: it takes every report, answers each call whose selector is named with the data beside it, and makes a
 * log of whatever else it is sent: two topics, and the rest as data.
 */
export function speaking(answers: Readonly<Record<Hex, Hex>> = {}): Hex {
  const two = (value: number) => value.toString(16).padStart(4, '0')
  const named = Object.entries(answers) as [Hex, Hex][]
  const log = '6040 36 03 80 6040 5f 37 6020 35 5f 35 82 5f a2 00'
  const head = 5 + 11 * (named.length + 1)
  const erc165 = head + size(hex(log))
  const blocks = erc165 + 1 + size(hex(answer))
  const jump = (selector: string, to: number) => `80 63${selector.slice(2)} 14 61${two(to)} 57`
  const jumps = named.map(([selector], i) => jump(selector, blocks + 14 * i))
  let at = blocks + 14 * named.length
  const replies = named.map(([, data]) => {
    const length = two(size(data))
    const reply = `5b 61${length} 61${two(at)} 5f 39 61${length} 5f f3`
    at += size(data)
    return reply
  })
  const data = named.map(([, one]) => one.slice(2))
  const code = hex(
    '5f 35 60e0 1c',
    jump('0x01ffc9a7', erc165),
    ...jumps,
    log,
    '5b',
    answer,
    ...replies,
    ...data,
  )
  return hex(`61${two(size(code))} 80 600a 5f 39 5f f3`, code.slice(2))
}
