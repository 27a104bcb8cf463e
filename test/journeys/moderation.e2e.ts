// A report becomes a case, a decision with four keystrokes, an appeal, and an answer by another moderator.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, toastIn, WIDTHS } from './fixtures.ts'

const AUTHOR = { 1280: 'theo', 360: 'tinycaps' } as Record<number, string>

/** Reports the newest signal of a profile from its menu. Returns the signal's id. */
async function report(page: Page, author: string): Promise<string> {
  await openAs(page, 'rosa', `/profile/${author}`)
  const card = page
    .getByRole('article')
    .filter({ hasNot: page.getByText('Subscribe to read') })
    .first()
  const id = (await card.getAttribute('data-signal')) ?? ''
  await card.getByRole('button', { name: 'More about this signal' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this signal' })
  await dialog.getByRole('radio', { name: /Promises a sure return/ }).check()
  await dialog.getByRole('textbox', { name: 'What’s wrong?' }).fill('It says guaranteed.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(toastIn(page)).toContainText('Report sent')
  await expect(card).toContainText('You reported this signal')
  return id
}

for (const width of WIDTHS)
  test(`rosa reports, ada decides by keyboard, the author appeals, edda answers, rosa is notified, at ${width} px`, async ({
    page,
    openBrowser,
    product,
  }) => {
    test.slow()
    const author = AUTHOR[width] ?? 'theo'
    const size = { width, height: 800 }
    await page.setViewportSize(size)
    const signalId = await report(page, author)

    const [ada, theirs, edda] = [await openBrowser(), await openBrowser(), await openBrowser()]
    for (const other of [ada, theirs, edda]) await other.setViewportSize(size)
    const at = (path: string) => product.origin + path
    const as = async (other: Page, name: string, path: string) => {
      await other.goto(at('/robots.txt'))
      await openAs(other, name, at(path))
    }

    await as(ada, 'ada', '/admin/cases')
    await expect(ada.getByRole('link', { name: 'Promises a sure return' })).toBeVisible()
    await ada.locator('#content').focus()
    await ada.keyboard.press('j')
    await expect(ada.getByRole('heading', { name: 'Decide' })).toBeVisible()
    await expect(ada.getByText('It says guaranteed.')).toBeVisible()
    await ada.locator('#content').focus()
    await ada.keyboard.press('c')
    await expect(ada.getByRole('button', { name: 'Release' })).toBeVisible()
    const history = ada.getByRole('region', { name: 'History' })
    for (const event of ['Claimed by @ada', 'First report, by @rosa'])
      await expect(history).toContainText(event)
    await expectAccessible(ada)
    await ada.setViewportSize(size)
    await ada.locator('#content').focus()
    await ada.keyboard.press('h')
    await expect(ada.getByLabel('What you found')).toHaveValue('The text promises a sure return.')
    await ada.keyboard.press('Control+Enter')
    await expect(toastIn(ada)).toContainText('Decided')

    await as(theirs, author, `/signal/${signalId}`)
    const card = theirs.locator(`[data-signal="${signalId}"]`)
    await expect(card).toContainText(/Hidden by Signalpost on \w+ \d+, \d{4}/)
    await card.getByRole('link', { name: 'See why or appeal' }).click()
    await expect(theirs.getByText('The text promises a sure return.')).toBeVisible()
    await expect(theirs.getByText('Our rules: Rule 3: No promised returns')).toBeVisible()
    await theirs.getByRole('button', { name: 'Send appeal' }).click()
    await expect(theirs.getByText('Say why we should change it')).toBeVisible()
    await expectAccessible(theirs)
    await theirs.setViewportSize(size)
    await theirs.getByLabel('Your reasons').fill('I quoted somebody else, to warn of them.')
    await theirs.getByRole('button', { name: 'Send appeal' }).click()
    await expect(toastIn(theirs)).toContainText('Appeal sent')
    await expect(theirs.getByText('Another moderator answers in words')).toBeVisible()

    await as(edda, 'edda', '/admin/cases')
    await edda.getByRole('link', { name: 'Appeal: Promises a sure return' }).click()
    await expect(edda.getByText('I quoted somebody else, to warn of them.')).toBeVisible()
    await edda.getByRole('radio', { name: /Reverse it/ }).check()
    await edda.getByLabel('Answer in words').fill('You are right, it was a quote.')
    await edda.getByRole('button', { name: 'Send the answer' }).click()
    await expect(toastIn(edda)).toContainText('Answer sent')

    await theirs.goto(at('/settings/privacy'))
    const about = theirs.getByRole('region', { name: 'Decisions about you' })
    await expect(about).toContainText('appealed and reversed')
    await about.getByRole('link', { name: 'Text hidden, everywhere, permanently' }).first().click()
    await expect(theirs.getByText('Your appeal succeeded: we reversed the decision')).toBeVisible()
    await expect(async () => {
      const mailbox = await (await page.request.get('/sandbox/mail')).text()
      for (const subject of ['We hid what you reported', 'We changed our decision about your report'])
        expect(mailbox).toContain(subject)
    }).toPass()
    await page.goto(`/signal/${signalId}`)
    await expect(page.locator(`[data-signal="${signalId}"]`)).not.toContainText('Hidden by Signalpost')
  })
