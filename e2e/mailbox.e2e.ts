import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createAccount } from './account-steps.ts'
import { openPage, startTestServer, useLocalAddress } from './test-server.ts'

const foyer = startTestServer()

test('the frame is as tall as its mail, on desktop and phone', async (t) => {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 1280, height: 800 } })
  await useLocalAddress(context)
  await openPage(page, '/mailbox/sample-newDeviceNotice')
  const frame = page.locator('iframe')
  const waitForFullHeight = () =>
    page.waitForFunction(() => {
      const shown = document.querySelector('iframe')
      const content = shown?.contentDocument?.documentElement
      return content && shown.clientHeight === content.offsetHeight && content.offsetHeight
    })

  const atDesk = await (await waitForFullHeight()).jsonValue()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.waitForFunction(
    (before) => (document.querySelector('iframe')?.clientHeight ?? 0) > Number(before),
    atDesk,
  )

  await waitForFullHeight()
  assert.doesNotMatch((await frame.getAttribute('sandbox')) ?? '', /allow-scripts/)
})

test('on a phone "All email templates" lists the templates, and each links back', async (t) => {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 390, height: 800 } })
  await useLocalAddress(context)
  await createAccount(foyer, context)
  await openPage(page, '/mailbox')
  const everyKind = page.getByRole('link', { name: 'All email templates' })

  await everyKind.click()
  await page.getByRole('heading', { name: 'All email templates', level: 1 }).waitFor()
  const first = page
    .getByRole('navigation', { name: 'All email templates' })
    .getByRole('link')
    .first()
  const box = await first.boundingBox()
  assert.ok(box && box.y < 800)

  await first.click()
  await page.locator('iframe').waitFor()
  await everyKind.click()
  await first.waitFor()
})

test('a mail shows its plain text in place of its HTML', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await useLocalAddress(context)
  await openPage(page, '/mailbox/sample-newDeviceNotice')
  const text = page.locator('pre').getByText('A new device signed in to your account')
  await page.locator('iframe').waitFor()
  assert.ok(await text.isHidden())

  await page.getByRole('radio', { name: 'Plain text' }).check()

  await text.waitFor()
  assert.ok(await page.locator('iframe').isHidden())
})
