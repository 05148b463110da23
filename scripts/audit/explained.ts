/** What slither reports and why it is no fault: by detector, and where it matters by the function it is about. */
export type Explained = { readonly check: string; readonly about?: RegExp; readonly why: string }

export const explained: readonly Explained[] = [
  {
    check: 'timestamp',
    why: 'Deadlines and windows are times. By default they are minutes at least, and a proposer moves a timestamp by seconds; who deploys with shorter ones takes that.',
  },
  {
    check: 'msg-value-in-nonpayable',
    about: /^AppealLib\.open/,
    why: 'A linked library runs for the market’s `escalate`, which is payable.',
  },
  {
    check: 'uninitialized-state',
    about: /^MarketState\./,
    why: 'MarketViews runs on the storage of the market, which writes it.',
  },
  {
    check: 'uninitialized-local',
    why: 'A number starts at zero, which is meant; a pointer into calldata is set by assembly before it is read.',
  },
  {
    check: 'unused-return',
    why: 'A function that gives several values is asked for those that are needed.',
  },
  {
    check: 'shadowing-local',
    about: /^I[A-Z]/,
    why: 'The name of a parameter in an interface.',
  },
  {
    check: 'reentrancy-events',
    about: /^FeedbackLib\.publish/,
    why: 'Whether the registry took it is known only afterwards; the mark against a second entry is set before.',
  },
  {
    check: 'divide-before-multiply',
    about: /^BinaryMarket\._roomIn/,
    why: 'What one seat loses is rounded down as the market does it; times their number it is what all of them lose.',
  },
  {
    check: 'calls-loop',
    about: /^Upkeep\./,
    why: 'A page of markets is looked at, and a list of steps made, by calls to the one market that was given; a step that it refuses stops no other.',
  },
  {
    check: 'incorrect-equality',
    about: /^BinaryMarket\.claim/,
    why: 'Zero is what a token that lost all of its balance leaves to pay, and anything above it is paid.',
  },
  {
    check: 'missing-zero-check',
    about: /^BinaryMarket\.claim/,
    why: 'Who claims names where their own money goes.',
  },
  {
    check: 'missing-zero-check',
    about: /^KillSwitch\.nominateGuardian/,
    why: 'Zero takes a nomination back: nobody can accept it.',
  },
  {
    check: 'missing-zero-check',
    about: /^SourceKeys\.constructor/,
    why: 'Without an admin there are no keys, and no strikes with them: a choice of who deploys.',
  },
  {
    check: 'missing-zero-check',
    about: /^ChallengeJudge\.constructor/,
    why: 'A judge without a registry of keys is named by `missing` of every market that has it.',
  },
  {
    check: 'reentrancy-benign',
    about: /^Erc792Arbiter\.request/,
    why: 'A dispute has its number only once it is created. `hold` came first and refuses a second request, and no ruling is taken before the number is kept.',
  },
  {
    check: 'reentrancy-events',
    about: /^Erc792Arbiter\.request/,
    why: 'The event carries the number of the dispute, which is known only afterwards.',
  },
]
