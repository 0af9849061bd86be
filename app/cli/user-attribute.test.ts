import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaWithAttributes } from '#testing/attribute-samples.ts'
import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'

const { email } = ada

test('the operator sets, shows and removes a managed attribute (ATT-26)', async (t) => {
  const { foyer } = await adaWithAttributes(t)
  const foyerCommand = createCli(foyer)

  const set = await foyerCommand('user:attribute', email, 'crm_id', 'C-42', '--json')
  const again = await foyerCommand('user:attribute', email, 'crm_id', 'C-42', '--json')
  const shown = await foyerCommand('user:attribute', email, 'crm_id', '--json')
  const removed = await foyerCommand('user:attribute', email, 'crm_id', '')
  const all = await foyerCommand('user:attribute', email, '--json')

  assert.deepEqual([set.status, set.json['changed'], again.json['changed']], [0, true, false])
  assert.deepEqual(shown.json['attributes'], { crm_id: 'C-42' })
  assert.match(removed.out, /crm_id of Ada Lovelace <ada@example\.com> is changed\./)
  assert.equal(Object(all.json['attributes']).crm_id, null)
  const events = await foyer.events('attributes.changed')
  assert.deepEqual(
    events.map(({ data }) => data),
    [1, 2].map(() => ({ by: 'operator', before: {}, after: {}, hidden: 1 })),
  )
})

const refused: [why: string, args: string[], message: RegExp][] = [
  ['what the person edits', ['company', 'X'], /The person edits company/],
  ['an undeclared name', ['anything', 'X'], /declares no attribute anything/],
  ['a prototype', ['__proto__', 'X'], /declares no attribute __proto__/],
  ['another option', ['plan', 'gold'], /Choose an option\./],
]

for (const [why, args, message] of refused) {
  test(`the operator cannot set ${why} (ATT-26)`, async (t) => {
    const { foyer } = await adaWithAttributes(t)

    const { status, err } = await createCli(foyer)('user:attribute', email, ...args)

    assert.equal(status, 1)
    assert.match(err, message)
    assert.equal((await foyer.events('attributes.changed')).length, 0)
  })
}

test('the operator lists the accounts with a value (ATT-11)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const foyerCommand = createCli(foyer)
  await foyerCommand('user:attribute', email, 'crm_id', 'C=42')
  await laptop.json('/user/attributes', { method: 'PUT', body: { seats: '12' } })
  const list = async (attribute: string) =>
    (await foyerCommand('user:list', '--attribute', attribute, '--json')).json['accounts']

  assert.equal(Object(await list('crm_id=C=42')).length, 1)
  assert.equal(Object(await list('seats=12')).length, 1)
  assert.deepEqual(await list('crm_id=C-43'), [])
  assert.equal((await foyerCommand('user:list', '--attribute', 'anything=1')).status, 2)
})

test('without declared attributes the command says so (ATT-01)', async (t) => {
  const { foyer } = await signedInAda(t)

  const { out } = await createCli(foyer)('user:attribute', email)

  assert.match(out, /app\/attributes\.ts declares none\./)
})
