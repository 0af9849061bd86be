import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { rollBackMigration } from '#app/platform/db/roll-back-migration.ts'
import { eraseClientData } from '#app/platform/event-log/erase-client-data.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import type { EventPage } from '#app/time-travel/pages.ts'
import { ada, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

import { checkpointSigner } from './checkpoint-files.ts'
import { rawPublicKey } from './signed-note.ts'
import { verifyExportedLog } from './verify-exported-log.ts'

/** Ada, whose trusted proxy says that she is in Germany. */
async function adaInGermany(t: TestContext) {
  const foyer = await createTestApp(t, {
    TRUST_PROXY: '10.0.0.0/8',
    COUNTRY_HEADER: 'CF-IPCountry',
  })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const headers = { 'cf-ipcountry': 'DE', 'x-forwarded-for': '192.0.2.7' }
  await laptop.visitPath('/user/profile-information', {
    method: 'PUT',
    body: { name: 'Ada King' },
    headers,
  })
  return { foyer, laptop }
}

async function newestEvent(laptop: TestBrowser) {
  const { page } = await laptop.visitPath('/time-travel')
  const events: EventPage = JSON.parse(JSON.stringify(page.props['events']))
  return events.data[0]
}

async function integrityOf(laptop: TestBrowser) {
  return (await laptop.json('/time-travel/seal')).raw.json()
}

async function verifyExport({ config }: TestApp, laptop: TestBrowser) {
  const { text } = await laptop.open('/time-travel/export')
  const file = join(config.storageDir, 'export.jsonl')
  await writeFile(file, text)
  const signer = checkpointSigner(config.storageDir, config.appUrl.hostname)
  return { text, verified: await verifyExportedLog(file, [rawPublicKey(signer)]) }
}

test('an event shows the country that a trusted proxy sent, and its export verifies', async (t) => {
  const { foyer, laptop } = await adaInGermany(t)

  assert.partialDeepStrictEqual(await newestEvent(laptop), {
    type: 'profile.updated',
    device: { country: 'DE', ip: '192.0.2.7' },
  })
  assert.deepEqual((await integrityOf(laptop)).broken, null)
  const { text, verified } = await verifyExport(foyer, laptop)
  assert.match(text, /"country":"DE"/)
  assert.equal(verified.broken, null)
})

test('a sign-in is recorded with its country', async (t) => {
  const { foyer } = await adaInGermany(t)
  const phone = foyer.browser()
  await phone.open('/login')
  await phone.visitPath('/login', {
    method: 'POST',
    body: { email: ada.email, password: ada.password },
    headers: { 'cf-ipcountry': 'FR', 'x-forwarded-for': '192.0.2.8' },
  })

  const rows = foyer.db.selectFrom('events').select('country').where('type', '=', 'session.started')

  assert.deepEqual(await rows.orderBy('seq').execute(), [{ country: null }, { country: 'FR' }])
})

/** A right password without a second factor, entered in France. */
async function stopSignIn({ foyer, laptop }: { foyer: TestApp; laptop: TestBrowser }) {
  await enableTwoFactor(laptop)
  const { email, password } = ada
  const headers = { 'cf-ipcountry': 'FR', 'x-forwarded-for': '192.0.2.8' }
  const response = await foyer
    .browser()
    .visitPath('/login', { method: 'POST', body: { email, password }, headers })
  assert.equal(response.location, '/two-factor-challenge')
  foyer.clock.advance(11 * minutes)
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
}

test('a sign-in without its second factor is recorded with its country (MFA-25)', async (t) => {
  const { foyer, laptop } = await adaInGermany(t)

  await stopSignIn({ foyer, laptop })

  assert.partialDeepStrictEqual(await newestEvent(laptop), {
    type: 'sign-in.stopped',
    device: { country: 'FR', ip: '192.0.2.8' },
  })
  assert.equal((await integrityOf(laptop)).broken, null)
})

test('a rollback that would break the hashes of events with a country is refused', async (t) => {
  const { foyer, laptop } = await adaInGermany(t)

  await assert.rejects(
    rollBackMigration(foyer.app.database, '021-event-countries'),
    /Restore a backup/,
  )

  assert.equal((await newestEvent(laptop))?.device?.country, 'DE')
})

test('a country that was altered, added to or removed from an event is found (LGX-17)', async (t) => {
  const { foyer, laptop } = await adaInGermany(t)
  const { seq } = (await newestEvent(laptop)) ?? {}
  const setCountry = (number: number, country: string | null) =>
    withEventTriggersDisabled(foyer.app.database, async (db) => {
      await db.updateTable('events').set({ country }).where('seq', '=', number).execute()
    })

  for (const [number, country] of [
    [seq, 'FR'],
    [seq, null],
    [1, 'FR'],
  ] as const) {
    const before = number === 1 ? null : 'DE'
    await setCountry(Number(number), country)
    assert.deepEqual((await integrityOf(laptop)).broken, { seq: number, fault: 'altered' })
    await setCountry(Number(number), before)
  }
  assert.equal((await integrityOf(laptop)).broken, null)
})

test('the country is erased with the address, and the event says that its device is (PRIV-12)', async (t) => {
  const { foyer, laptop } = await adaInGermany(t)
  await stopSignIn({ foyer, laptop })
  foyer.clock.advance(minutes)

  await eraseClientData(foyer.db, foyer.clock.now())

  assert.partialDeepStrictEqual(await newestEvent(laptop), { device: null, isDeviceErased: true })
  const countries = await foyer.db.selectFrom('events').select('country').execute()
  assert.deepEqual(
    countries.filter(({ country }) => country !== null),
    [],
  )
  assert.equal((await integrityOf(laptop)).broken, null)
})
