// Codes from Settings, pasted into a plain page of another origin.
import { createServer } from 'node:http'
import { expect, openAs, test } from './fixtures.ts'

test('the codes of the settings show the record and a signal on another site, without script or cookies', async ({
  page,
  openBrowser,
  product,
}) => {
  await openAs(page, 'maya', '/settings/connections')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const codeOf = async (name: string) => await part(name).locator('code').first().innerText()
  expect(await codeOf('Feeds')).toBe(`${product.origin}/feeds/@maya.xml`)
  const record = await codeOf('Embed')
  await expect(part('Embed').frameLocator('iframe').getByText('scored trades').first()).toBeVisible()
  await part('Embed').getByText('One signal').click()
  await part('Embed').getByLabel('Link to a signal').fill('nonsense')
  await expect(part('Embed').getByText('Paste the link to a signal’s page')).toBeVisible()
  const html = await (await page.request.get(`${product.origin}/feeds/@maya.json`)).json()
  const { url } = (html as { items: { url: string }[] }).items[0] ?? { url: '' }
  await part('Embed').getByLabel('Link to a signal').fill(url)
  const signal = await codeOf('Embed')
  expect(signal).toContain('/embed/signal/')
  const badge = /\((http[^)]*\.svg)\)/.exec(await codeOf('Badge'))?.[1] ?? ''

  const site = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>A blog</title>${record}${signal}<img alt="badge" src="${badge}">`),
  )
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = site.address() as { port: number }
    const reader = await openBrowser()
    const scripts: string[] = []
    reader.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await reader.goto(`http://127.0.0.1:${port}/`)
    const frame = (title: RegExp) => reader.frameLocator(`iframe[title^="${title.source}"]`)
    await expect(
      frame(/Record/)
        .getByText('scored trades')
        .first(),
    ).toBeVisible()
    await expect(frame(/Signal/).getByText('The whole record')).toBeVisible()
    const image = reader.getByRole('img', { name: 'badge' })
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320)
    for (const title of ['Record', 'Signal'])
      expect(
        await reader
          .frameLocator(`iframe[title^="${title}"]`)
          .locator('main')
          .evaluate((main) => main.scrollHeight <= window.innerHeight + 1),
      ).toBe(true)
    expect(scripts).toEqual([])
    expect(await reader.context().cookies()).toEqual([])
    const [opened] = await Promise.all([
      reader.context().waitForEvent('page'),
      frame(/Record/)
        .getByRole('link', { name: 'Check it on Signalpost' })
        .click(),
    ])
    await expect(opened).toHaveURL(`${product.origin}/@maya`)
  } finally {
    site.close()
  }
})
