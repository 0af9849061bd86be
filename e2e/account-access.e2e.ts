import { test } from 'node:test'

import { open, openFoyer } from './foyer.ts'
import { confirmInDialog, join, passwordField, post, signIn, someone } from './people.ts'

const foyer = openFoyer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test('a session somewhere else is ended from the list, once its owner has shown who they are, and is out at once', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await join(foyer, home.context)
  await signIn(laptop.page, person)

  const { page } = home
  await open(page, '/user/profile')
  const there = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })
  await there.getByText('By password').waitFor()
  await there.getByRole('button', { name: 'End this session' }).click()
  await confirmInDialog(page, person)

  await there.waitFor({ state: 'detached' })
  await page.getByText('Only this device is signed in.').waitFor()
  await laptop.page.getByRole('heading', { name: 'You are signed out' }).waitFor()
})

test('all others end at once, after the password', async (t) => {
  const [home, laptop] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await join(foyer, home.context)
  await signIn(laptop.page, person)

  const { page } = home
  await open(page, '/user/profile')
  await page.getByRole('button', { name: 'End the other session' }).click()
  const dialog = page.getByRole('dialog')
  await passwordField(page).and(dialog.locator('input')).fill(person.password)
  await dialog.locator('button[type=submit]').click()

  await page.getByText('Only this device is signed in.').waitFor()
  await laptop.page.getByRole('heading', { name: 'You are signed out' }).waitFor()
})

test('the address is changed by proving the new one, and the old one takes it back', async (t) => {
  const [home, elsewhere] = [await foyer.visitor(t), await foyer.visitor(t)]
  const person = await join(foyer, home.context)
  const next = someone().email
  const { page } = home
  await post(home.context, '/user/confirm-password', { password: person.password })

  await open(page, '/user/profile')
  await page.getByLabel('New e-mail address').fill(next)
  await page.getByRole('button', { name: 'Send a link to the new address' }).click()
  await page.getByText(`${next} waits to be confirmed.`).waitFor()
  await open(page, await foyer.linkTo(next, /\/email-change\/\S+/))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.waitForURL('**/user/profile')
  await page.getByText(`${next} is the address of your account now.`).waitFor()

  const undo = /\/email-change\/\S+\/undo/
  await open(elsewhere.page, await foyer.linkTo(person.email, undo))
  await elsewhere.page.getByRole('button', { name: 'It was not me, take the address back' }).click()
  await elsewhere.page.getByText(`The address of your account is ${person.email} again.`).waitFor()

  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
})

test('without script: another address, withdrawn, and a session ended', async (t) => {
  const [home, laptop] = [
    await foyer.visitor(t, { javaScriptEnabled: false }),
    await foyer.visitor(t, firefox),
  ]
  const person = await join(foyer, home.context)
  await signIn(laptop.page, person)
  await post(home.context, '/user/confirm-password', { password: person.password })
  const { page } = home

  await open(page, '/user/profile')
  await page.getByLabel('New e-mail address').fill(someone().email)
  await page.getByRole('button', { name: 'Send a link to the new address' }).click()
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await page.getByText('waits to be confirmed').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'End this session' }).click()

  await page.getByText('Only this device is signed in.').waitFor()
})
