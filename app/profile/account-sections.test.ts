import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaAtTwoFactorChallenge, signedInAda } from '#testing/signed-in-accounts.ts'

const sections = {
  '/user/profile': ['emailChange', 'information'],
  '/user/profile/data': ['dataExport'],
  '/user/profile/devices': ['sessions'],
  '/user/profile/security': ['cannotDisableTwoFactor', 'passkeys', 'password', 'twoFactor'],
}

const sectionProps = new Set(Object.values(sections).flat())

for (const [path, names] of Object.entries(sections)) {
  test(`${path} is the page Profile/Show with its own props only (PRF-01)`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)

    const { status, page } = await laptop.visitPath(path)

    assert.deepEqual([status, page.component], [200, 'Profile/Show'])
    const own = Object.keys(page.props).filter((name) => sectionProps.has(name))
    assert.deepEqual(own.toSorted(), names)
    assert.equal((await foyer.browser().visitPath(path)).location, '/login')
  })
}

test('an unknown section is not found', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.equal((await laptop.open('/user/profile/secrets')).status, 404)
})

test('without script each section links to the others, and marks itself', async (t) => {
  const { laptop } = await signedInAda(t)

  for (const path of Object.keys(sections)) {
    const { text } = await laptop.open(path)
    for (const other of Object.keys(sections)) assert.ok(text.includes(`href="${other}"`))
    assert.match(
      text,
      new RegExp(`(aria-current="page" href="${path}"|href="${path}" aria-current="page")`),
    )
  }
})

test('nothing that cannot be undone is one click away, also without script (MFA-30)', async (t) => {
  const { laptop, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  const pages = ['/user/profile/security', '/user/profile/devices', '/user/profile/data']

  const documents = await Promise.all(pages.map((path) => laptop.open(path)))

  const html = documents.map(({ text }) => text.replaceAll('&amp;', '&')).join('')
  const withoutAsking = html.replaceAll(/<details.*?<\/details>/gs, '')
  for (const action of irreversibleActions) {
    assert.match(html, action)
    assert.doesNotMatch(withoutAsking, action)
  }
})

const irreversibleActions = [
  /action="\/user\/two-factor-authentication\?_method=delete/,
  /action="\/user\/two-factor-recovery-codes/,
  /action="\/user\/other-browser-sessions\?_method=delete/,
  /action="\/user\/other-browser-sessions\/[^"]+_method=delete/,
  /action="\/user\?_method=delete/,
]
