// People's names: first and last name, initials, and reserved usernames.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Username } from '#shared/contracts/users.ts'
import {
  handleOf,
  headerInitials,
  isReservedName,
  looksLikeUsername,
  firstAndLastName,
  profileInitials,
  signedName,
} from '#shared/rules/people.ts'

// @spec-3.20
test.each([
  [null, null, null],
  ['', null, null],
  ['  ', null, null],
  ['Ada', 'Ada', null],
  ['Ada King', 'Ada', 'King'],
  [' Ada   King Noel ', 'Ada', 'King Noel'],
  ['李 小龍', '李', '小龍'],
])('the display name "%s" has the first name %s and the last name %s', (displayName, firstName, lastName) => {
  expect(firstAndLastName(displayName)).toEqual({ firstName, lastName })
})

describe('Initials', () => {
  test.each([
    [{ username: 'maya' }, 'MA'], // @spec-2.53
    [{ username: 'x_y', firstName: 'Ada', lastName: 'King' }, 'X_'],
    [{ username: null, firstName: 'ada', lastName: 'king' }, 'AK'], // @spec-2.54
    [{ firstName: 'Ada', lastName: null }, 'A'],
    [{ username: '', firstName: '🚀 Rocket', lastName: 'Élan' }, '🚀É'],
    [{}, 'U'], // @spec-2.54
  ])('in the header of %j are %s', (person, initials) => {
    expect(headerInitials(person)).toBe(initials)
  })

  test.each([
    [{ displayName: 'Ada King', username: 'maya' }, 'AD'], // @spec-2.107
    [{ displayName: null, username: 'maya' }, 'MA'],
    [{ displayName: '', username: 'maya' }, 'MA'],
    [{ displayName: '🚀x' }, '🚀X'],
    [{}, 'U'], // @spec-2.107
  ])('in the profile of %j are %s', (person, initials) => {
    expect(profileInitials(person)).toBe(initials)
  })
})

test.each([
  [{ username: 'maya', firstName: 'Maya', lastName: 'L.' }, 'maya'],
  [{ username: null, firstName: 'Maya', lastName: null }, 'Maya'],
  [{ username: 'former_0123456789ab', firstName: 'Former', lastName: 'member' }, 'Former member'],
  [{ username: 'former_trader' }, 'former_trader'],
])('signals of %j have the name "%s"', (person, name) => {
  expect(signedName(person)).toBe(name)
})

test('nobody can take the username of a former member', () => {
  expect(handleOf('former_0123456789ab')).toBe('Former member')
  expect(Username.safeParse('former_0123456789ab').success).toBe(false)
  expect(Username.safeParse('Former_0123456789AB').success).toBe(false)
  expect(Username.safeParse('former_trader').success).toBe(true)
})

describe('Usernames', () => {
  test.each([
    '__proto__',
    '__PROTO__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'api',
    'Api',
    'me',
    'admin',
    'login',
    'subscribe',
    'undefined',
  ])('%s is reserved', (name) => {
    expect(isReservedName(name)).toBe(true)
  })

  test('no key of Object.prototype can be a username', () => {
    const keys = Object.getOwnPropertyNames(Object.prototype)
    expect(keys.filter((key) => Username.safeParse(key).success)).toEqual([])
  })

  test.each(['maya', 'Ada_1815', 'apis', 'me_', '_me', 'admin1'])('%s is not reserved', (name) => {
    expect(isReservedName(name)).toBe(false)
  })

  test('every allowed username looks like one and is not reserved', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'aZ09_- '.split('')), maxLength: 32 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const isAllowed = Username.safeParse(text).success
        expect(isAllowed).toBe(looksLikeUsername(text) && !isReservedName(text))
      }),
    )
  })
})
