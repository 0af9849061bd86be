import {
  mergeMetadata,
  onceMetadata,
  scrollMetadata,
  scrollMergeMetadata,
  type MetadataSink,
} from './collect-metadata.ts'
import type { Prop, ScrollOptions, ScrollPage } from './props.ts'

/**
 * Collects a prop's metadata for the page object.
 *
 * @param value  undefined while the prop is only announced
 * @param isReset  the client replaces the prop, so nothing is merged
 */
export function metadataForProp(
  { mergeOptions, scrollOptions, onceOptions }: Prop<unknown>,
  path: string,
  value: unknown,
  isReset: boolean,
  scrollsBackwards: boolean,
): MetadataSink {
  const sink: MetadataSink = []
  if (scrollOptions && !isReset)
    sink.push(scrollMergeMetadata(path, scrollOptions, scrollsBackwards))
  if (mergeOptions && !isReset) sink.push(mergeMetadata(path, mergeOptions))
  if (scrollOptions && value !== undefined) {
    sink.push(scrollMetadata(path, scrollPageOf(scrollOptions, value, path), isReset))
  }
  if (onceOptions) sink.push(onceMetadata(path, onceOptions))
  return sink
}

/** @throws TypeError when the prop names no current page */
function scrollPageOf({ page }: ScrollOptions, value: unknown, path: string): ScrollPage {
  const found = typeof page === 'function' ? page(value) : page
  if (typeof found !== 'object' || found === null || found.currentPage === undefined) {
    throw new TypeError(`The scroll prop "${path}" has no current page.`)
  }
  return found
}
