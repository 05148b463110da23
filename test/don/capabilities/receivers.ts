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
