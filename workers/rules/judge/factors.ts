import { lexicon } from '../text/Phrases.ts'

/** Placeholder until calibrated. */
export const openAlternatives = lexicon([
  'or comparable',
  'or similar',
  'or equivalent',
  'or substantially similar',
  'or any other',
  'or otherwise',
  'include but are not limited',
  'including but not limited to',
  'but is not limited to',
  'and / or',
])
