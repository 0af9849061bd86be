import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { createAccount } from './account-steps.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

/** A PNG whose left half is red and right half blue. */
async function createPhoto(width: number, height: number) {
  const half = { width: Math.round(width / 2), height, channels: 3, background: '#d22' } as const
  const left = await sharp({ create: half }).png().toBuffer()
  const buffer = await sharp({ create: { ...half, width, background: '#22d' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return { name: 'me.png', mimeType: 'image/png', buffer }
}

test('saving the name updates the page and confirms it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/dashboard')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Account' })
    .click()

  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  // It is shown for two seconds.
  const saved = page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save profile' }).click()

  await saved
  await page.getByRole('button', { name: 'Account menu of Ada King' }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' })
})

test('a new language applies immediately, after a reload, and after the session', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')

  await page.getByLabel('Language', { exact: true }).first().selectOption('de')
  await page.getByRole('button', { name: 'Save profile' }).click()

  await page.waitForFunction(() => document.documentElement.lang === 'de')
  await page.reload()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await clearCookies(page, 'foyer')
  await page.goto('/login')
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
})

test('the time zone in effect is shown, another is searched and saved, and an unknown one is rejected', async (t) => {
  const { page, context } = await foyer.visitor(t, { timezoneId: 'Pacific/Auckland' })
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')

  const field = page.getByLabel('Time zone', { exact: true })
  assert.equal(await field.getAttribute('placeholder'), 'Same as your device (Pacific/Auckland)')
  await field.click()
  await page.getByRole('combobox', { name: 'Time zone', exact: true }).pressSequentially('new york')
  await page.getByRole('option', { name: /^America\/New York/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), 'America/New_York')
  const saved = page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await saved

  assert.equal(await field.inputValue(), 'America/New_York')
  await field.fill('Atlantis')
  await page.getByText('No time zone matches.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText("We don't know that time zone.").waitFor()
})

test('a photo is cropped by keyboard, uploaded, shown everywhere, and removed', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a photo' }).click(),
  ])
  // Larger than an upload, so the browser downscales both photo and crop.
  await chooser.setFiles(await createPhoto(6000, 3000))

  const stage = page.getByRole('button', { name: 'Your photo' })
  await stage.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('+')
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('button', { name: 'Use this photo' }).click()

  await page.locator('.photo .avatar img').waitFor()
  await page.locator('.member-bar .avatar img').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const source = await page.locator('.photo .avatar img').getAttribute('src')
  const storedPhoto = await context.request.get(source ?? '')
  const { dominant } = await sharp(await storedPhoto.body()).stats()
  assert.ok(dominant.b > 180 && dominant.r < 80, JSON.stringify(dominant))

  await page.getByRole('button', { name: 'Remove your photo' }).click()
  await page.getByRole('button', { name: 'Add a photo' }).waitFor()
  await page.locator('.avatar img').first().waitFor({ state: 'detached' })
})

test('a photo is dragged into place', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  await page.locator('.photo-input').setInputFiles(await createPhoto(800, 400))
  const stage = page.getByRole('button', { name: 'Your photo' })
  await stage.waitFor()

  const box = await stage.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 260, box.y + 110, { steps: 5 })
  await page.mouse.up()

  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLElement>('.crop-stage > img')
    return Math.abs(Number.parseFloat(image?.style.left ?? '')) === 0
  })
})

test('a photo is moved into place by a click, without dragging', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  await page.locator('.photo-input').setInputFiles(await createPhoto(800, 400))
  const stage = page.getByRole('button', { name: 'Your photo' })
  await stage.waitFor()
  const box = await stage.boundingBox()
  assert.ok(box)

  await page.mouse.click(box.x + 40, box.y + 100)

  // The clicked point, 40 pixels from the left edge, is in the middle now.
  const expectedLeft = (-40 / box.width) * 100
  await page.waitForFunction((expected) => {
    const image = document.querySelector<HTMLElement>('.crop-stage > img')
    return Math.abs(Number.parseFloat(image?.style.left ?? '') - expected) < 1
  }, expectedLeft)
})

test('a file that is no photo is rejected in the dialog, and Escape closes it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  const buffer = Buffer.from('<svg onload="alert(1)">')

  const file = { name: 'photo.png', mimeType: 'image/png', buffer }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a photo' }).click(),
  ])
  await chooser.setFiles(file)

  await page.getByText("This browser can't open that file.").waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add a photo' }).and(page.locator(':focus')).waitFor()
})

test('a link to a section leads to its address, focuses and opens it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)

  // From before the sections had addresses.
  await openPage(page, '/user/profile#password')

  await page.waitForURL('**/user/profile/security#password')
  await page.waitForFunction(() => document.activeElement?.id === 'password')
  await page.getByLabel('Current password').waitFor()
  const navigation = page.getByRole('navigation', { name: 'Account' })
  await navigation.getByRole('link', { name: 'Data' }).click()
  await page.waitForURL('**/user/profile/data')
  await page
    .getByRole('heading', { name: 'Account', level: 1 })
    .and(page.locator(':focus'))
    .waitFor()
  assert.equal(await navigation.locator('[aria-current=page]').innerText(), 'Data')
  assert.equal(await page.title(), 'Data - Foyer')
})

test('each section of a new account fits in 1,200 pixels', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await page.setViewportSize({ width: 1280, height: 720 })

  for (const path of ['', '/security', '/devices', '/data']) {
    await openPage(page, `/user/profile${path}`)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    assert.ok(height < 1200, `${path}: ${height}`)
  }
})

test('one’s own address is rejected under the field, and a wrong one at deletion, before any password', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile#address')
  await page.getByLabel('New email address').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('This is already your email address.').waitFor()

  await openPage(page, '/user/profile/data#delete-account')
  await page.getByLabel('Your email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Delete my account' }).click()

  await page.locator('.field-error').getByText('exactly as shown above').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('without script the profile is saved, and a photo uploaded and removed', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  await createAccount(foyer, context)
  await page.goto('/user/profile')

  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  const text = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a photo') }
  await page.locator('.photo-input').setInputFiles(text)
  await page.getByRole('button', { name: 'Use this photo' }).click()
  await page.getByText('Choose a JPEG, PNG or WebP photo.').waitFor()

  await page.locator('.photo-input').setInputFiles(await createPhoto(300, 200))
  await page.getByRole('button', { name: 'Use this photo' }).click()
  await page.locator('.photo .avatar img').waitFor()
  await page.getByRole('button', { name: 'Remove your photo' }).click()
  await page.locator('.photo .avatar img').waitFor({ state: 'detached' })
})
