import { merged, onced, scrolled, scrollMerged, type Sink } from './labels.ts'
import type { Prop, Scroll, ScrollPage } from './props.ts'

/**
 * What a prop has to say about itself.
 *
 * @param value  undefined while the prop is only announced
 * @param isReset  the client starts it anew: nothing is to be merged
 */
export function propLabels(
  { merging, scrolling, onceOnly }: Prop<unknown>,
  path: string,
  value: unknown,
  isReset: boolean,
  scrollsBackwards: boolean,
): Sink {
  const labels: Sink = []
  if (scrolling && !isReset) labels.push(scrollMerged(path, scrolling, scrollsBackwards))
  if (merging && !isReset) labels.push(merged(path, merging))
  if (scrolling && value !== undefined) {
    labels.push(scrolled(path, pageOf(scrolling, value, path), isReset))
  }
  if (onceOnly) labels.push(onced(path, onceOnly))
  return labels
}

/** @throws TypeError when nothing says which page of the list this is */
function pageOf({ page }: Scroll, value: unknown, path: string): ScrollPage {
  const found = typeof page === 'function' ? page(value) : page
  if (typeof found !== 'object' || found === null || found.currentPage === undefined) {
    throw new TypeError(`The scroll prop "${path}" does not say which page of its list it is.`)
  }
  return found
}
