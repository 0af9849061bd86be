import { type EnvReader, invalid } from './env-reader.ts'
import { isLoopback } from './setting-parsers.ts'

/** An S3 bucket for photos and exports. */
export interface BucketConfig {
  name: string
  /** Empty, or ends with a slash. */
  prefix: string
  region: string
  endpoint: URL
  accessKeyId: string
  secretAccessKey: string
}

/** @returns null without STORAGE_URL: files stay in the storage folder */
export function readBucketSettings(env: EnvReader): BucketConfig | null {
  const location = env.read<ReturnType<typeof parseStorageUrl> | null>(
    'STORAGE_URL',
    null,
    parseStorageUrl,
  )
  const accessKeyId = env.text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = env.text('AWS_SECRET_ACCESS_KEY')
  if (!location) return null
  if (!accessKeyId) env.problems.push('AWS_ACCESS_KEY_ID must be set when STORAGE_URL is.')
  if (!secretAccessKey) env.problems.push('AWS_SECRET_ACCESS_KEY must be set when STORAGE_URL is.')
  return { ...location, accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' }
}

/** `s3://<bucket>/<prefix>?region=<region>&endpoint=<url>`; without an endpoint it is Amazon's. */
function parseStorageUrl(text: string): Omit<BucketConfig, 'accessKeyId' | 'secretAccessKey'> {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?(?:\?(.*))?$/.exec(text)
  if (!match) return invalid('must be s3://<bucket>/<prefix>?region=<region>&endpoint=<https://…>.')
  const [, name = '', path = '', search = ''] = match
  const query = new URLSearchParams(search)
  const region = query.get('region') ?? ''
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    invalid('must name the region, as in ?region=eu-central-1.')
  const prefix = path.replace(/\/*$/, '/').replace(/^\/*/, '')
  return { name, prefix, region, endpoint: parseEndpoint(query.get('endpoint'), region) }
}

/** Photos and exports are personal data, so only a service on this machine may be reached in the clear. */
function parseEndpoint(text: string | null, region: string): URL {
  if (text === null) return new URL(`https://s3.${region}.amazonaws.com`)
  const url = URL.canParse(text) ? new URL(text) : null
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url && isSecure && !url.search && !url.username) return url
  return invalid('must have an endpoint that begins with https://, unless it is on this machine.')
}
