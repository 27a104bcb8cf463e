// A reporter asks for another look at a report that was dismissed, and a second moderator makes a suspension permanent.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, toastIn, WIDTHS } from './fixtures.ts'

type Found = { id: string }

/** Calls the API as the person who is signed in on a page. */
async function send<Reply>(page: Page, path: string, data: object): Promise<Reply> {
  const { origin } = new URL(page.url())
  const answer = await page.request.post(path, { data, headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Reply
}
/** The link in the email to this address about its report. */
async function lookLinkOf(page: Page, address: string): Promise<string> {
  const email = page.locator(`h2:text-is("We reviewed your report") + p:text-is("To ${address}") + iframe`)
  await expect(async () => {
    await page.goto('/sandbox/mail')
    await email.scrollIntoViewIfNeeded({ timeout: 500 })
  }).toPass()
  const link = email.contentFrame().getByRole('link', { name: 'Ask for another look' })
  return (await link.first().getAttribute('href')) ?? ''
}
const read = async <Reply>(page: Page, path: string) => (await (await page.request.get(path)).json()) as Reply

for (const width of WIDTHS)
  test(`reporters are answered, and a second moderator confirms, at ${width} px`, async ({
    page,
    openBrowser,
    product,
  }) => {
    test.slow()
    const size = { width, height: 800 }
    const [ada, edda] = [await openBrowser(), await openBrowser()]
    for (const one of [page, ada, edda]) await one.setViewportSize(size)
    for (const one of [ada, edda]) await one.goto(`${product.origin}/robots.txt`)
    await openAs(page, 'rosa', '/')
    await openAs(ada, 'ada', `${product.origin}/admin/cases`)
    await openAs(edda, 'edda', `${product.origin}/admin/cases`)
    await expect(ada.getByRole('radiogroup', { name: 'Which cases' })).toBeVisible()

    const { id: personId } = await read<Found>(page, '/api/users/pixelpence')
    const report = {
      subjectKind: 'profile',
      subjectId: personId,
      reason: 'spam',
      text: 'The same every day.',
    }
    await send(page, '/api/reports', report)
    const address = `una-${width}@post.example`
    await send(page, '/api/notices', {
      url: '/@pixelpence',
      reason: 'spam',
      text: 'Again and again.',
      email: address,
      isAccurate: true,
    })
    const { id: caseId } = await send<Found>(ada, `/api/admin/people/${personId}/cases`, { reason: 'spam' })
    await send(ada, `/api/admin/cases/${caseId}/decisions`, {
      measure: 'dismiss',
      reason: 'It isn’t the same.',
    })

    // A reporter without an account uses the link in the email.
    await page.goto(await lookLinkOf(page, address))
    await expect(page.getByText('It isn’t the same.')).toBeVisible()
    await page.getByLabel('Your reasons').fill('It is the same.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask for another look' }).click()
    await expect(page.getByText('We’ll email you the answer').first()).toBeVisible()

    const [own] = await read<{ outcome: { decisionId: string } }[]>(page, '/api/reports')
    await page.goto(`/appeal/${own?.outcome.decisionId}`)
    await expect(page.getByText('The same every day.')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for another look' }).click()
    await expect(page.getByText('Say why we should change it')).toBeVisible()
    await page.getByLabel('Your reasons').fill('Compare the last three.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ask for another look' }).click()
    await expect(page.getByText('Another moderator answers in words')).toBeVisible()

    await edda.goto(`/admin/cases/${caseId}`)
    const looks = edda.getByRole('region', { name: 'Asked for another look' })
    await expect(looks).toContainText('Compare the last three.')
    await expect(looks).toContainText('Without an account')
    await expectAccessible(edda)
    const form = edda.getByRole('region', { name: 'Answer the reporters' })
    await form.getByRole('radio', { name: /Leave it as it is/ }).check()
    await form.getByRole('textbox').fill('They differ.')
    await form.getByRole('button', { name: 'Send the answer' }).click()
    await expect(toastIn(edda)).toContainText('Answer sent')
    await page.reload()
    await expect(page.getByText('They differ.')).toBeVisible()

    const { id: next } = await send<Found>(ada, `/api/admin/people/${personId}/cases`, { reason: 'spam' })
    const suspension = { measure: 'suspend', reason: 'Spam.', reference: 'No spam', days: null }
    await send(ada, `/api/admin/cases/${next}/decisions`, suspension)
    await edda.goto(`/admin/cases/${next}`)
    const second = edda.getByRole('region', { name: 'Permanent suspension' })
    await expect(second).toContainText('Nobody confirms their own decision.')
    await expectAccessible(edda)
    await second.getByRole('button', { name: 'Make it permanent' }).click()
    await expect(toastIn(edda)).toContainText('Suspended permanently')
    await edda.goto(`/admin/cases/${next}`)
    await expect(edda.getByText('Confirmed that it is permanent')).toBeVisible()

    // The suspended person reads in the form what they can’t change.
    await openAs(page, 'pixelpence', '/profile?dialog=edit-profile')
    const profile = page.getByRole('dialog', { name: 'Edit Profile' })
    await expect(profile).toContainText('You’re suspended')
    await expect(profile.getByRole('button', { name: 'Change picture' })).toBeDisabled()
    await profile.getByLabel('Bio').fill('Still sure')
    await profile.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastIn(page)).toContainText('you can’t change your name, username, bio or picture')
  })
