import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { operatorOf } from '#testing/operator.ts'
import { adaAtHome } from '#testing/people.ts'
import { days } from '#testing/test-clock.ts'

import { askForCheckpoint } from './history.ts'

test('a record is handed out as a file that anyone can check with the public key alone (LGX-14)', async (t) => {
  const { answer, key, verify } = await exported(t)

  assert.equal(answer.status, 200)
  assert.match(
    answer.header('content-disposition') ?? '',
    /attachment; filename="foyer-record-.+\.jsonl"/,
  )
  const { status, json } = await verify(answer.text, key)
  assert.equal(status, 0)
  assert.partialDeepStrictEqual(json, { whole: true, broken: null, checkpoint: { number: 1 } })
  assert.doesNotMatch(answer.text, /argon2|signature/)
})

test('no line of the file can be changed, left out, moved or added, nor its end cut off', async (t) => {
  const { answer, key, verify } = await exported(t)
  const lines = answer.text.split('\n')
  const [first = '', one = '', two = '', three = '', ...rest] = lines
  const last = lines.at(-2) ?? ''
  const found = async (...changed: string[]) =>
    Object((await verify(changed.join('\n'), key)).json['broken'])

  const altered = two.replace('ada@example.com', 'eve@example.com')
  assert.deepEqual(await found(first, one, altered, three, ...rest), { seq: 2, fault: 'altered' })
  const dated = two.replace(/"at":(\d+)/, '"at":1')
  assert.deepEqual(await found(first, one, dated, three, ...rest), { seq: 2, fault: 're-dated' })
  const moved = two.replace(/"ip":"[^"]+"/, '"ip":"203.0.113.9"')
  assert.deepEqual(await found(first, one, moved, three, ...rest), { seq: 2, fault: 'altered' })
  assert.deepEqual(await found(first, one, three, ...rest), { seq: 2, fault: 'missing' })
  assert.deepEqual(await found(first, one, one, two, ...rest), { seq: 2, fault: 'swapped' })
  assert.deepEqual(await found(first, one, two, last), { seq: 3, fault: 'truncated' })
  assert.deepEqual(await found(first, one, two), { seq: 3, fault: 'truncated' })
  assert.partialDeepStrictEqual(await found(first, one, two, '{"note":"x"}'), { fault: 'forged' })
  const other = first.replace(/"account":"[^"]+"/, '"account":"another"')
  assert.deepEqual(await found(other, one, two, three, ...rest), { seq: 1, fault: 're-dated' })
  const place = first.replace(/"index":\d+/, '"index":7')
  assert.deepEqual(await found(place, one, two, three, ...rest), { seq: 0, fault: 'forged' })
})

test('another key than the published one finds nothing of it true', async (t) => {
  const { answer, verify } = await exported(t)
  const other = await exported(t)

  assert.equal((await verify(answer.text, other.key)).status, 1)
  assert.equal((await verify(answer.text, 'no key')).status, 2)
  assert.equal((await verify('{"no":"record"}', other.key)).status, 1)
})

async function exported(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  foyer.clock.advance(days / 24)
  await askForCheckpoint(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
  const answer = await laptop.raw('/time-travel/export')
  const key = (await foyer.browser().raw('/.well-known/foyer-record-key')).text
  const verify = async (text: string, published: string) => {
    const file = join(foyer.config.storageDir, 'record.jsonl')
    await writeFile(file, text)
    return operatorOf(foyer)('history:verify', file, '--key', published.trim(), '--json')
  }
  return { answer, key, verify }
}
