/** Pasts that no rule gives. */
const irregular: Readonly<Record<string, readonly string[]>> = {
  buy: ['bought'],
  build: ['built'],
  freeze: ['froze', 'frozen'],
  give: ['gave', 'given'],
  leave: ['left'],
  meet: ['met'],
  overthrow: ['overthrew', 'overthrown'],
  sell: ['sold'],
  send: ['sent'],
  shoot: ['shot'],
  sink: ['sank', 'sunk'],
  steal: ['stole', 'stolen'],
  strike: ['struck'],
  wear: ['wore', 'worn'],
  withdraw: ['withdrew', 'withdrawn'],
}
const doubling = new Set(['airdrop', 'ban', 'cancel', 'expel', 'hug', 'quit', 'split', 'stop', 'unban'])

/**
 * The forms in which verbs stand in titles.
 *
 * @example
 * formsOf('ban deny') // ['ban', 'bans', 'banned', 'deny', 'denies', 'denied']
 */
export const formsOf = (verbs: string): string[] => verbs.trim().split(/\s+/).flatMap(formsOfOne)

/** The same as pairs of a form and what it is called when it has happened: `['bans', 'banned']`. */
export const pastsOf = (verbs: string): [form: string, past: string][] =>
  verbs
    .trim()
    .split(/\s+/)
    .flatMap((verb) => {
      const forms = formsOfOne(verb)
      return forms.map((form): [string, string] => [form, forms.at(-1)!])
    })

function formsOfOne(verb: string): string[] {
  const isSoft = /[^aeiou]y$/.test(verb)
  const stem = isSoft ? `${verb.slice(0, -1)}i` : verb
  const present = isSoft || /(?:s|x|z|sh|ch)$/.test(verb) ? `${stem}es` : `${verb}s`
  const past = verb.endsWith('e') ? `${verb}d` : `${doubling.has(verb) ? verb + verb.at(-1) : stem}ed`
  return [verb, present, ...(Object.hasOwn(irregular, verb) ? irregular[verb]! : [past])]
}
