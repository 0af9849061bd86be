import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readBucketSettings } from './bucket-settings.ts'
import { EnvReader } from './env-reader.ts'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

function read(STORAGE_URL: string, variables: Record<string, string> = keys) {
  const env = new EnvReader({ STORAGE_URL, ...variables })
  const bucket = readBucketSettings(env)
  return { bucket, problems: env.problems }
}

test('reads bucket, prefix and region; the endpoint is Amazon’s unless named', () => {
  const { bucket, problems } = read('s3://people/foyer/?region=eu-central-1')
  const other = read('s3://people?region=auto&endpoint=https://r2.example.com/path')

  assert.deepEqual(problems, [])
  assert.partialDeepStrictEqual(bucket, {
    name: 'people',
    prefix: 'foyer/',
    region: 'eu-central-1',
  })
  assert.equal(bucket?.endpoint.href, 'https://s3.eu-central-1.amazonaws.com/')
  assert.equal(other.bucket?.prefix, '')
  assert.equal(other.bucket?.endpoint.href, 'https://r2.example.com/path')
})

test('files are never sent in the clear to another machine', () => {
  const remote = read('s3://people?region=x&endpoint=http://minio.example.com')
  const local = read('s3://people?region=x&endpoint=http://localhost:9000')

  assert.match(remote.problems.join(), /STORAGE_URL .*https:\/\//)
  assert.deepEqual(local.problems, [])
})

test('a bucket needs a region and keys', () => {
  assert.match(read('s3://people').problems.join(), /^STORAGE_URL must name the region/)
  assert.match(read('gs://people').problems.join(), /^STORAGE_URL must be s3:/)
  assert.deepEqual(read('s3://people?region=x', {}).problems, [
    'AWS_ACCESS_KEY_ID must be set when STORAGE_URL is.',
    'AWS_SECRET_ACCESS_KEY must be set when STORAGE_URL is.',
  ])
})
