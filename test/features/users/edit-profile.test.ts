// What the edit dialog sends: a cleared field as null, and a field that was empty before not at all.
import { expect, test } from 'vitest'
import { ProfileUpdate } from '#shared/contracts/users.ts'
import { profileChanges } from '#web/features/users/edit-profile-dialog.tsx'

const BEFORE = { displayName: 'Ada', bio: 'Engines' }
const NOTHING_BEFORE = { displayName: null, bio: null }

test.each([
  ['a new bio', { displayName: 'Ada', bio: 'Looms' }, BEFORE, { displayName: 'Ada', bio: 'Looms' }],
  ['an emptied bio', { displayName: 'Ada', bio: '' }, BEFORE, { displayName: 'Ada', bio: null }],
  ['an emptied name', { displayName: '', bio: 'Engines' }, BEFORE, { displayName: null, bio: 'Engines' }],
  ['both emptied', { displayName: '', bio: '' }, BEFORE, { displayName: null, bio: null }],
  ['both still empty', { displayName: '', bio: '' }, NOTHING_BEFORE, {}],
  ['a first bio', { displayName: '', bio: 'Looms' }, NOTHING_BEFORE, { bio: 'Looms' }],
])('%s: typing %j over the saved %j sends %j', (_what, typed, before, sent) => {
  for (const isPublic of [true, false]) {
    // Through JSON, as on the way to the server: undefined fields disappear.
    const body: unknown = JSON.parse(JSON.stringify(profileChanges({ ...typed, isPublic }, before)))
    expect(body).toEqual({ ...sent, isPublic })
    expect(ProfileUpdate.parse(body)).toEqual(body)
  }
})
