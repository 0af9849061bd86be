import type { Labels } from './page.ts'
import type { Merge, Once, Scroll, ScrollPage } from './props.ts'

type Label = (labels: Labels) => void

/** Labels in the order of the props they belong to, however late some of those arrive. */
export type Sink = (Label | Sink)[]

/** null when no prop had anything to say */
export function collect(sink: Sink): Labels | null {
  const labels: Labels = {}
  pour(sink, labels)
  for (const _ in labels) return labels
  return null
}

function pour(sink: Sink, labels: Labels): void {
  for (const label of sink) {
    if (typeof label === 'function') label(labels)
    else pour(label, labels)
  }
}

export function deferred(path: string, group: string): Label {
  return (labels) => {
    const groups = (labels.deferredProps ??= {})
    put(groups, group, [...(own(groups, group) ?? []), path])
  }
}

export function rescued(path: string): Label {
  return (labels) => void (labels.rescuedProps ??= []).push(path)
}

export function onced(path: string, { key, expiresAt }: Once): Label {
  return (labels) => {
    put((labels.onceProps ??= {}), key ?? path, { prop: path, expiresAt })
  }
}

export function merged(path: string, { deep, append, prepend, matchOn }: Merge): Label {
  return (labels) => {
    if (deep) (labels.deepMergeProps ??= []).push(path)
    else {
      add(labels, 'mergeProps', path, append)
      add(labels, 'prependProps', path, prepend)
    }
    add(labels, 'matchPropsOn', path, matchOn)
  }
}

/** New items go to the end of the list, or, when scrolling backwards, to its front. */
export function scrollMerged(path: string, { wrapper }: Scroll, backwards: boolean): Label {
  return (labels) => {
    const list = wrapper === '' ? path : `${path}.${wrapper}`
    add(labels, backwards ? 'prependProps' : 'mergeProps', list, true)
  }
}

export function scrolled(path: string, page: ScrollPage, reset: boolean): Label {
  const { pageName = 'page', previousPage, nextPage, currentPage } = page
  return (labels) => {
    const state = { pageName, previousPage, nextPage, currentPage, reset }
    put((labels.scrollProps ??= {}), path, state)
  }
}

type ListName = 'mergeProps' | 'prependProps' | 'matchPropsOn'

function add(labels: Labels, name: ListName, path: string, below: true | readonly string[]): void {
  const paths = below === true ? [path] : below.map((key) => `${path}.${key}`)
  if (paths.length > 0) (labels[name] ??= []).push(...paths)
}

function own<T>(map: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

/** Maps without a prototype would need no care, but a page with one in it takes several times as long to write as JSON. */
function put<T>(map: Record<string, T>, key: string, value: T): void {
  if (key !== '__proto__') map[key] = value
}
