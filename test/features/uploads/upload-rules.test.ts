// Whose upload an object is, in every form that the page may name it.
import { describe, expect, test } from 'vitest'
import { incomingKey, keyOfPicture, keyOfOwnUpload, pictureKey } from '#server/features/uploads/rules.ts'
import { keyFromUrl } from '#server/adapters/storage/disk-upload-url.ts'

const ada = '0190a1b2-0000-4000-8000-00000000ada0'
const bob = '0190a1b2-0000-4000-8000-000000000b0b'
const upload = '0190a1b2-0000-4000-8000-0000000000ff'
const path = `/objects/uploads/incoming/${ada}/${upload}`

describe('A person’s own upload is recognized', () => {
  test.for([path, `${path}?signature=x`, `https://signalpost.example${path}?expires=1`])('as %s', (given) => {
    expect(keyOfOwnUpload(ada, given, keyFromUrl)).toBe(incomingKey(ada, upload))
  })

  test('by its object path if the storage has other URLs', () => {
    expect(keyOfOwnUpload(ada, `${path}?x=1`, () => null)).toBe(incomingKey(ada, upload))
  })
})

test("Somebody else's upload is refused", () => {
  expect(() => keyOfOwnUpload(bob, path, keyFromUrl)).toThrow('This upload belongs to someone else')
})

describe('Anything but an upload is not found', () => {
  test.for([
    'a',
    'https://example.com/picture.png',
    '/objects/uploads/',
    `/objects/uploads/incoming/${ada}/../${bob}/${upload}`,
    `/objects/uploads/incoming/${ada}/${upload}/more`,
    `/objects/pictures/${upload}.webp`,
    `/objects/uploads/pictures/${upload}.webp`,
    'javascript:alert(1)',
  ])('%s', (given) => {
    const traversed = given.includes('..')
    // URLs are normalized like in a browser, so `..` leads to somebody else's upload, which is refused as such.
    expect(() => keyOfOwnUpload(ada, given, keyFromUrl)).toThrow(traversed ? 'someone else' : 'was not found')
    expect(() => keyOfOwnUpload(ada, given, () => null)).toThrow('was not found')
  })
})

test('Only names that the server generates lead to a picture', () => {
  expect(pictureKey(`${upload}.webp`)).toBe(`pictures/${upload}.webp`)
  const names = ['', 'x.webp', `${upload}.png`, `../incoming/${upload}.webp`, `${upload}.webp/..`]
  expect(names.filter((name) => pictureKey(name) !== null)).toEqual([])
  expect(keyOfPicture(`/objects/pictures/${upload}.webp`)).toBe(`pictures/${upload}.webp`)
  const others = [null, '', 'https://example.com/me.png', `/objects/uploads/incoming/${ada}/${upload}`]
  expect(others.filter((other) => keyOfPicture(other) !== null)).toEqual([])
})
