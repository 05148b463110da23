/**
 * What code may find about a fact. `refutes`: the fact is evidence for nothing, and stands in nobody's way. `doubts`: it may not
 * decide, and blocks an answer that it speaks against if both readers found it. `weakens`: it may decide if both found it and nothing
 * better decides, since a wording that code does not follow is no mistake; it blocks nothing. `vetoes`: it may not decide, and blocks even if
 * only one of them did.
 */
export const codes = {
  QUOTE_ABSENT: ['refutes', 'the quote does not stand in the visible text of the page'],
  PAGE_UNHEALTHY: ['refutes', 'the page is an error, a wall, a shell or empty, so it says nothing'],
  TEXT_HIDDEN: ['refutes', 'the quote stands where readers of the page do not see it'],
  ADDRESSED_TO_READERS: ['refutes', 'the passage speaks to those who resolve the market'],
  NOT_THE_AUTHOR: [
    'refutes',
    'the passage is a comment or post by someone other than the author of the page',
  ],
  MARKET_TITLE: ['refutes', 'the quote repeats the question of the market'],
  ASKED: ['refutes', 'the passage asks and does not state'],
  PLANNED: ['doubts', 'the passage tells of a plan or an expectation'],
  CONDITIONAL: ['doubts', 'the passage holds only under a condition'],
  RUMOURED: ['doubts', 'the passage passes on a rumour or a forecast'],
  MODALITY: ['refutes', 'the reader calls it planned, conditional, rumoured or asked'],
  SUBJECT_OTHER: ['doubts', 'the passage is about another name than the question'],
  SUBJECT_OPEN: ['vetoes', 'the passage shortens a name that several on the page share'],
  OBJECT_OTHER: ['doubts', 'the passage speaks of another object than the question'],
  OBJECT_PART: ['doubts', 'what is done is done to a part of what is asked, or to what has to do with it'],
  PLACE_OTHER: ['doubts', 'the claimed object stands only elsewhere on the page'],
  ROLES_REVERSED: ['doubts', 'who did it and who suffered it are exchanged'],
  WORDING_REJECTED: ['doubts', 'the rules say that this does not count'],
  MEASURE_OTHER: ['doubts', 'the number measures something else than what is asked'],
  VALUE_ABSENT: ['doubts', 'the value does not stand in the quote'],
  VALUE_FORMER: ['doubts', 'the quote gives the value as an earlier one'],
  UNIT_OTHER: ['doubts', 'the value stands in the page with another unit'],
  COMPARISON_FAILS: ['refutes', 'the value does not compare as the fact would need'],
  PERIOD_OTHER: ['doubts', 'the value is of another period'],
  DATE_UNSUPPORTED: ['doubts', 'the page does not date the passage so'],
  DATE_OTHER: ['doubts', 'the passage has another date than the reader gives'],
  YEAR_OPEN: ['doubts', 'the page does not fix the year'],
  BEFORE_WINDOW: ['refutes', 'it happened before the window opened'],
  AFTER_WINDOW: ['refutes', 'it happened after the window closed'],
  STRADDLES: ['vetoes', 'the day lies on both sides of the end of the window'],
  NOT_FINAL: ['doubts', 'a denial from before the end of the window does not last'],
  DIRECTION_OTHER: ['vetoes', 'code finds the opposite direction'],
  UNTIED: ['refutes', 'nothing in or above the passage names what is asked'],
  PARTS_ABSENT: ['weakens', 'no word of what the reader has it say stands in the passage'],
  DENIAL_UNSUPPORTED: ['doubts', 'the reader calls it a denial, and nothing in the passage denies'],
  NEGATION_LOST: ['doubts', 'the passage denies or withdraws what the reader has it say'],
  ANOTHER_NAME: ['weakens', 'it is of another name, and code does not see that it excludes the event'],
  TOLD_EARLIER: ['weakens', 'the passage goes back to an earlier time'],
  LIMB_ONLY: ['doubts', 'one of several ways to YES is denied, and the others stay open'],
} as const

export type Code = keyof typeof codes
export const weakens = (code: Code): boolean => codes[code][0] === 'weakens'
export const refutes = (code: Code): boolean => codes[code][0] === 'refutes'
/** Whether it clears the way where only one reader found the fact. */
export const excuses = (code: Code): boolean => codes[code][0] !== 'vetoes'
