import type { PropMetadata } from './page.ts'
import type { MergeOptions, OnceOptions, ScrollOptions, ScrollPage } from './props.ts'

type MetadataWriter = (metadata: PropMetadata) => void

/** Metadata in the order of the props, however late some of them resolve. */
export type MetadataSink = (MetadataWriter | MetadataSink)[]

/** @returns null when no prop has metadata */
export function collectMetadata(sink: MetadataSink): PropMetadata | null {
  const metadata: PropMetadata = {}
  writeAll(sink, metadata)
  for (const _ in metadata) return metadata
  return null
}

function writeAll(sink: MetadataSink, metadata: PropMetadata): void {
  for (const writer of sink) {
    if (typeof writer === 'function') writer(metadata)
    else writeAll(writer, metadata)
  }
}

export function deferredMetadata(path: string, group: string): MetadataWriter {
  return (metadata) => {
    const groups = (metadata.deferredProps ??= {})
    setOwnValue(groups, group, [...(ownValue(groups, group) ?? []), path])
  }
}

export function rescuedMetadata(path: string): MetadataWriter {
  return (metadata) => void (metadata.rescuedProps ??= []).push(path)
}

export function onceMetadata(path: string, { key, expiresAt }: OnceOptions): MetadataWriter {
  return (metadata) => {
    setOwnValue((metadata.onceProps ??= {}), key ?? path, { prop: path, expiresAt })
  }
}

export function mergeMetadata(
  path: string,
  { deep, append, prepend, matchOn }: MergeOptions,
): MetadataWriter {
  return (metadata) => {
    if (deep) (metadata.deepMergeProps ??= []).push(path)
    else {
      addPaths(metadata, 'mergeProps', path, append)
      addPaths(metadata, 'prependProps', path, prepend)
    }
    addPaths(metadata, 'matchPropsOn', path, matchOn)
  }
}

/** Appends new items to the list, or prepends them when scrolling backwards. */
export function scrollMergeMetadata(
  path: string,
  { wrapper }: ScrollOptions,
  backwards: boolean,
): MetadataWriter {
  return (metadata) => {
    const list = wrapper === '' ? path : `${path}.${wrapper}`
    addPaths(metadata, backwards ? 'prependProps' : 'mergeProps', list, true)
  }
}

export function scrollMetadata(path: string, page: ScrollPage, reset: boolean): MetadataWriter {
  const { pageName = 'page', previousPage, nextPage, currentPage } = page
  return (metadata) => {
    const state = { pageName, previousPage, nextPage, currentPage, reset }
    setOwnValue((metadata.scrollProps ??= {}), path, state)
  }
}

type ListName = 'mergeProps' | 'prependProps' | 'matchPropsOn'

function addPaths(
  metadata: PropMetadata,
  name: ListName,
  path: string,
  subPaths: true | readonly string[],
): void {
  const paths = subPaths === true ? [path] : subPaths.map((key) => `${path}.${key}`)
  if (paths.length > 0) (metadata[name] ??= []).push(...paths)
}

function ownValue<T>(map: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** Maps without a prototype would be safe, but serializing them would add 8 % to a visit. */
function setOwnValue<T>(map: Record<string, T>, key: string, value: T): void {
  if (key !== '__proto__') map[key] = value
}
