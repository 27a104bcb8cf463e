// Dates as brokers write them, and how a file's own rows decide their order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DateConvention, dateVotes, readDate } from '#engine/broker-files/dates.ts'
import { RowError } from '#engine/broker-files/file-errors.ts'

const US: DateConvention = { order: 'mdy' }
const EUROPE: DateConvention = { order: 'dmy' }

test.each([
  ['2024-02-05', US, '2024-02-05', ''],
  ['2024/02/05', EUROPE, '2024-02-05', ''],
  ['20240205', EUROPE, '2024-02-05', ''],
  ['20240205;202500', US, '2024-02-05', '20:25:00'],
  ['2024-02-05, 10:30:42', US, '2024-02-05', '10:30:42'],
  ['2024-02-05 00:10:00.000', US, '2024-02-05', '00:10:00'],
  ['2024-02-05T18:09:12.259Z', US, '2024-02-05', '18:09:12'],
  ['2024-02-05T18:09:12+02:00', US, '2024-02-05', '18:09:12'],
  ['2/5/2024', US, '2024-02-05', ''],
  ['02/05/2024', EUROPE, '2024-05-02', ''],
  ['05.02.2024', EUROPE, '2024-02-05', ''],
  ['05-02-2024', EUROPE, '2024-02-05', ''],
  ['25/12/24', EUROPE, '2024-12-25', ''],
  ['02/01/2024 00:10:33', EUROPE, '2024-01-02', '00:10:33'],
  ['02/01/2024 12:10:33 AM', US, '2024-02-01', '00:10:33'],
  ['02/01/2024 01:10 pm EST', US, '2024-02-01', '13:10:00'],
  ['12-Feb-2024', US, '2024-02-12', ''],
  ['Feb 12, 2024', EUROPE, '2024-02-12', ''],
  ['Aug-15-2026', US, '2026-08-15', ''],
  ['30-Dez-2024', US, '2024-12-30', ''],
  ['3. März 2024', US, '2024-03-03', ''],
  ['14 févr. 2024', US, '2024-02-14', ''],
  ['1 juin 2024', US, '2024-06-01', ''],
  ['1 juil. 2024 09:30', US, '2024-07-01', '09:30:00'],
  ['05-mrt-2024', US, '2024-03-05', ''],
  ['2 ago 2024', US, '2024-08-02', ''],
  ['7 maggio 2024', US, '2024-05-07', ''],
  ['09/16/2020 as of 09/15/2020', US, '2020-09-15', ''],
])('%s is read', (text, convention, day, time) => {
  expect(readDate(text, convention)).toEqual({ day, time })
})

test('a split uses the first of two days, other rows the effective day', () => {
  expect(readDate('07/15/2024 as of 07/12/2024', US, { posted: true }).day).toBe('2024-07-15')
})

test.each([
  ['', /The date is missing/],
  ['soon', /isn’t a date/],
  ['=TODAY()', /isn’t a date/],
  ['2024-02-30', /isn’t a calendar date/],
  ['2023-02-29', /isn’t a calendar date/],
  ['31/04/2024', /isn’t a calendar date/],
  ['13/13/2024', /isn’t a calendar date/],
  ['00/05/2024', /isn’t a calendar date/],
  ['2024-02-05; drop table', /isn’t a date/],
  ['1875-02-05', /isn’t a calendar date/],
  ['45292', /isn’t a date/],
  ['12 Monate 2024', /isn’t a date/],
])('“%s” is an error', (text, message) => {
  expect(() => readDate(text, EUROPE)).toThrow(message)
  expect(() => readDate(text, EUROPE)).toThrow(RowError)
})

test.each([
  ['a day above twelve in the first place', ['05/06/2024', '13/06/2024'], 'mdy', 'dmy'],
  ['a day above twelve in the second place', ['05/06/2024', '06/13/2024'], 'dmy', 'mdy'],
  ['no day above twelve, at home in the US', ['05/06/2024', '2024-01-31'], 'mdy', 'mdy'],
  ['no day above twelve, at home in Europe', ['05/06/2024', ''], 'dmy', 'dmy'],
])('the order is decided by %s', (_, texts, home, expected) => {
  const votes = dateVotes()
  for (const text of texts) votes.see(text)
  expect(votes.decide(home as 'mdy' | 'dmy')).toEqual({ order: expected })
})

test('days in two orders in one file contradict each other, and neither is read', () => {
  const votes = dateVotes()
  for (const text of ['05/06/2024', '13/06/2024', '06/13/2024']) votes.see(text)
  const convention = votes.decide('mdy')
  expect(convention).toEqual({ contradiction: ['13/06/2024', '06/13/2024'] })
  expect(() => readDate('05/06/2024', convention)).toThrow(/“13\/06\/2024” and “06\/13\/2024”/)
  expect(readDate('2024-06-05', convention).day).toBe('2024-06-05')
})

const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

test('any day is read back from every order', () => {
  fc.assert(
    fc.property(days, (day) => {
      const [year, month, date] = day.split('-')
      for (const text of [day, `${year}${month}${date}`, `${year}/${Number(month)}/${Number(date)}`])
        expect(readDate(text, EUROPE).day).toBe(day)
      for (const mark of ['/', '-', '.']) {
        expect(readDate([date, month, year].join(mark), EUROPE).day).toBe(day)
        expect(readDate([month, date, year].join(mark), US).day).toBe(day)
        expect(readDate([Number(month), Number(date), year?.slice(2)].join(mark), US).day).toBe(day)
      }
    }),
  )
})

test('any text is a day or an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        expect(readDate(text, US).day).toMatch(/^\d{4}-\d\d-\d\d$/)
      } catch (error) {
        expect(error).toBeInstanceOf(RowError)
      }
    }),
  )
})
