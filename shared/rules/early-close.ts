// The exchange days on which New York closes at 1:00 PM instead of 4:00 PM.

const FRIDAY = 5

/**
 * Whether an exchange day (`YYYY-MM-DD`) closes early: the day before Independence Day, the day after Thanksgiving (the
 * fourth Thursday of November), and Christmas Eve. Source: https://www.nyse.com/markets/hours-calendars
 */
export function closesEarly(day: string): boolean {
  const [monthAndDate, date] = [day.slice(5), Number(day.slice(8))]
  if (monthAndDate === '12-24' || monthAndDate === '07-03') return true
  const isFriday = new Date(`${day}T00:00:00Z`).getUTCDay() === FRIDAY
  return isFriday && day.slice(5, 7) === '11' && date >= 23 && date <= 29
}
