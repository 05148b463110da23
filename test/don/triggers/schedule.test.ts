import { expect } from 'chai'
import { checkPace, parseSchedule } from '../../../don/triggers/schedule.ts'

const after = (schedule: string, from: string) =>
  new Date(parseSchedule(schedule).next(Date.parse(from))).toISOString()

describe('parseSchedule', () => {
  const cases: [string, string, string][] = [
    ['*/30 * * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:00:30.000Z'],
    ['* * * * * *', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01.000Z'],
    ['* * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:01:00.000Z'],
    ['0 0 12 * * *', '2026-01-01T12:00:00Z', '2026-01-02T12:00:00.000Z'],
    ['5/20 * * * *', '2026-01-01T00:26:00Z', '2026-01-01T00:45:00.000Z'],
    ['10-12,50 * * * *', '2026-01-01T00:12:00Z', '2026-01-01T00:50:00.000Z'],
    ['0 30 9 * * MON-FRI', '2026-01-02T10:00:00Z', '2026-01-05T09:30:00.000Z'],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 13 * FRI', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['0 0 13 * ?', '2026-01-01T00:00:00Z', '2026-01-13T00:00:00.000Z'],
    ['0 0 1 JAN,jul *', '2026-01-01T00:00:00Z', '2026-07-01T00:00:00.000Z'],
    ['@daily', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['TZ=UTC 0 6 * * *', '2026-01-01T00:00:00Z', '2026-01-01T06:00:00.000Z'],
    ['TZ=America/New_York 0 9 * * *', '2026-01-01T00:00:00Z', '2026-01-01T14:00:00.000Z'],
    ['TZ=America/New_York 0 9 * * *', '2026-07-01T00:00:00Z', '2026-07-01T13:00:00.000Z'],
    ['CRON_TZ=Asia/Kathmandu 15 0 6 * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:15:15.000Z'],
    ['* * * * WED', '2026-03-03T04:20:35Z', '2026-03-04T00:00:00.000Z'],
    ['*/90 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000Z'],
    ['0 0 * * SUN-SUN', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00.000Z'],
    // A day that begins with a star joins the other; two named days are alternatives.
    ['0 0 */2 * MON', '2026-01-01T00:00:00Z', '2026-01-05T00:00:00.000Z'],
    // The clock is set back: the hour comes twice, and a schedule never goes back in time.
    ['TZ=America/New_York 30 1 * * *', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00.000Z'],
    ['TZ=America/New_York */10 * * * *', '2026-11-01T05:55:00Z', '2026-11-01T06:00:00.000Z'],
    ['TZ=America/New_York */10 * * * *', '2026-11-01T06:15:00Z', '2026-11-01T06:20:00.000Z'],
    // The clock is set forward: what would fall into the gap waits for the next day.
    ['TZ=America/New_York 30 2 * * *', '2026-03-08T06:10:00Z', '2026-03-09T06:30:00.000Z'],
    ['TZ=America/New_York */10 * * * *', '2026-03-08T06:55:00Z', '2026-03-08T07:00:00.000Z'],
    ['TZ=Australia/Lord_Howe */10 * * * *', '2026-04-04T14:55:00Z', '2026-04-04T15:00:00.000Z'],
  ]
  for (const [schedule, from, next] of cases) {
    it(`${schedule} after ${from} is ${next}`, () => expect(after(schedule, from)).to.equal(next))
  }

  for (const refused of [
    '',
    '* * * *',
    '* * * * * * *',
    '60 * * * * *',
    '* * * * 8',
    '*/0 * * * *',
    '9-5 * * * *',
    'TZ=Mars/Olympus 0 * * * *',
    '@every 5s',
    '@DAILY',
    '@reboot',
    '0 2-26/5 * * *',
    '0 0 0 * *',
    '0 0 L * *',
    '0 0 15W * *',
    '0 0 * * 7',
    '0 0 * * FRI#2',
    '0 0 * * SAT-SUN',
    '2026-01-01T00:00:00Z',
    '0 0 30 2 *',
    '0 0 x * *',
  ]) {
    it(`refuses "${refused}"`, () => {
      const read = () => parseSchedule(refused).next(Date.UTC(2026, 0, 1))
      expect(read)
        .to.throw(/is refused/)
        .with.property('name', 'Trigger.ScheduleError')
    })
  }

  it('refuses what runs more often than every 30 seconds', () => {
    const check = (text: string) => () => checkPace(parseSchedule(text), text, 30_000)
    expect(check('*/30 * * * * *')).not.to.throw()
    expect(check('*/29 * * * * *')).to.throw(/maximum fastest cron schedule is 30s/)
    expect(check('0,10 0 * * * *')).to.throw(/maximum fastest/)
  })
})
