import type { BucketConfig } from '#app/platform/config/bucket-settings.ts'

import type { BucketRequest } from './bucket-client.ts'
import type { StoredFile } from './file-store.ts'

/** The objects of a folder, a thousand for each request. Our names contain nothing that XML or URLs would escape. */
export async function* listObjects(
  request: BucketRequest,
  { prefix }: Pick<BucketConfig, 'prefix'>,
  folder: string,
): AsyncGenerator<StoredFile> {
  const folderPrefix = `${prefix}${folder}/`
  let marker = ''
  for (let isTruncated = true; isTruncated;) {
    // A page begins after the last name of the one before.
    const query = { prefix: folderPrefix, ...(marker && { marker }) }
    const page = await request('GET', '', { query }, (response) => response.text())
    for (const [, entry = ''] of page.matchAll(/<Contents>(.+?)<\/Contents>/gs)) {
      marker = textOf(entry, 'Key')
      yield {
        name: marker.slice(folderPrefix.length),
        modifiedAt: Date.parse(textOf(entry, 'LastModified')),
      }
    }
    isTruncated = textOf(page, 'IsTruncated') === 'true'
  }
}

function textOf(xml: string, element: string): string {
  const [, text = ''] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text
}
