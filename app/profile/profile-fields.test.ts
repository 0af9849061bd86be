import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ownedTables } from '#app/owned-tables.ts'
import { emptyProfile, profileFieldNames, profileFields } from '#app/profile-fields.ts'
import { profileSamples } from '#testing/profile-samples.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'

for (const field of profileFieldNames) {
  const before = field === 'name' ? ada.name : emptyProfile[field]
  const after = profileSamples[field]

  test(`${field}: the form saves it, and page, event and comparison show it`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)

    await laptop.visit('user-profile-information.update', { name: ada.name, [field]: after })

    const { auth } = (await laptop.visit('profile.show')).page.props
    assert.equal(Object(auth).user[field], after)
    const [event] = await foyer.events('profile.updated')
    assert.partialDeepStrictEqual(event?.data, {
      before: { [field]: before },
      after: { [field]: after },
    })
    const { page } = await laptop.visitPath(`/time-travel?event=${event?.seq}`)
    assert.deepEqual(Object(page.props['event']).changes, [{ field, id: null, before, after }])
    assert.equal(Object(page.props['past'])[field], after)
  })

  test(`${field}: Time Travel restores it, unless it has changed since`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)
    const [first] = await foyer.events('account.created')
    await laptop.visit('user-profile-information.update', { name: ada.name, [field]: after })
    await confirmPassword(laptop)
    const restore = (displayed: string) =>
      laptop.json('/time-travel/restore', {
        method: 'POST',
        body: { event: first?.seq, fields: [field], [field]: displayed },
      })

    const conflict = await restore('something else')
    assert.equal((await restore(after ?? '')).status, 200)

    assert.deepEqual(Object.keys(conflict.raw.json().errors), [field])
    const user = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    assert.equal(user[field], before)
    const [restored] = await foyer.events('profile.restored')
    assert.deepEqual(restored?.data['after'], { [field]: before })
  })

  test(`${field}: the export holds it`, () => {
    const users = ownedTables['users']
    assert.ok(users && 'columns' in users && users.columns.includes(field))
  })

  const row = profileFields[field]
  if (row.input !== 'text') continue
  test(`${field}: rejects more than ${row.maxLength} characters, and line breaks`, async (t) => {
    const { laptop } = await signedInAda(t)
    const put = (text: string) =>
      laptop.json('/user/profile-information', {
        method: 'PUT',
        body: { name: ada.name, [field]: text },
      })

    assert.equal((await put('é'.repeat(row.maxLength))).status, 200)
    for (const text of ['é'.repeat(row.maxLength + 1), 'Ada\nBcc: all@example.com']) {
      const { status, raw: response } = await put(text)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(response.json().errors), [field])
    }
  })
}
